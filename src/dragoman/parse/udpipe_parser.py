"""UDPipe (Straka & Straková 2017): a small tagger and parser that trains from a treebank, in process."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dragoman.common.errors import FormatError, ModelError
from dragoman.common.optional import require
from dragoman.corpus.conllu import format_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.parse.parser import Tokens

_METHOD = "morphodita_parsito"


def _udpipe() -> Any:
    return require("ufal.udpipe", "parsers")


class UDPipeParser:
    """A model of UDPipe 1."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._udpipe = _udpipe()
        with Path(path).open("rb"):  # a missing file is an OSError with its name
            pass
        self._model = self._udpipe.Model.load(os.fspath(path))
        if self._model is None:
            raise ModelError(f"{path}: expected a UDPipe model, found something else")
        self._path = path

    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[DependencyTree]:
        """One tree for each sentence."""
        return [self._parse(tuple(tokens)) for tokens in sentences]

    def _parse(self, tokens: tuple[str, ...]) -> DependencyTree:
        if not tokens:
            return DependencyTree((), ())
        sentence = self._udpipe.Sentence()
        for token in tokens:
            sentence.addWord(token)
        error = self._udpipe.ProcessingError()
        default = self._model.DEFAULT
        if not self._model.tag(sentence, default, error) or not self._model.parse(
            sentence, default, error
        ):
            raise ModelError(f"{self._path}: the model cannot parse ({error.message.strip()})")
        words = list(sentence.words)[1:]
        return DependencyTree(
            words=tokens,
            heads=tuple(word.head - 1 for word in words),
            tags=tuple(word.upostag for word in words),
            xpos=_optional(word.xpostag for word in words),
            labels=tuple(word.deprel for word in words),
            lemmas=_optional(word.lemma for word in words),
            features=_optional(word.feats for word in words),
        )


def _optional(values: Iterable[str]) -> tuple[str, ...]:
    column = tuple(values)
    return column if any(column) else ()


@dataclass(frozen=True, slots=True)
class UDPipeTraining:
    """How to train; the strings are UDPipe's own options (``name=value;name=value``)."""

    iterations: int = 10
    tagger: str = ""
    parser: str = ""
    """For treebanks with many crossing arcs: ``transition_system=swap;transition_oracle=static_lazy``."""


def train_udpipe(trees: Iterable[DependencyTree], options: UDPipeTraining) -> bytes:
    """Trains a tagger and parser; returns the model, to be written to a file."""
    udpipe = _udpipe()
    sentences = udpipe.Sentences()
    lemmas = features = xpos = False
    for number, tree in enumerate(trees, 1):
        if len(tree) == 0:
            continue
        if not tree.tags or not tree.labels:
            raise FormatError(f"sentence {number}: training needs universal tags and labels")
        lemmas, features = lemmas or bool(tree.lemmas), features or bool(tree.features)
        xpos = xpos or bool(tree.xpos)
        sentences.append(_sentence(udpipe, tree, number))
    if len(sentences) == 0:
        raise FormatError("expected trees to train from, found none")
    columns = {"lemma": lemmas, "feats": features, "xpostag": xpos}
    absent = [f"use_{c}=0;provide_{c}=0" for c, present in columns.items() if not present]
    iterations = f"iterations={options.iterations}"
    tagger = ";".join(filter(None, [iterations, *absent, options.tagger]))
    parser = ";".join(filter(None, [iterations, options.parser]))
    error = udpipe.ProcessingError()
    model = udpipe.Trainer.train(
        _METHOD, sentences, udpipe.Sentences(), udpipe.Trainer.NONE, tagger, parser, error
    )
    if error.occurred() or not model:
        raise ModelError(f"UDPipe could not train: {error.message.strip()}")
    return bytes(model)


def _sentence(udpipe: Any, tree: DependencyTree, number: int) -> Any:
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText(format_conllu(tree) + "\n")
    sentence = udpipe.Sentence()
    error = udpipe.ProcessingError()
    if not reader.nextSentence(sentence, error):
        raise FormatError(f"sentence {number}: UDPipe cannot read it ({error.message.strip()})")
    return sentence
