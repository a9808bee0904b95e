"""A language model that answers queries, memory-mapped or from an ARPA file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dragoman._core import LmModel, LmNgrams, LmState
from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError
from dragoman.lm.arpa import read_arpa

KIND = "language-model"
_ARRAYS = {
    "words": np.uint8,
    "offsets": np.uint64,
    "slots": np.uint32,
    "unigrams": np.float32,
    "hash": np.uint64,
}


class WordScore(NamedTuple):
    """How one word was scored."""

    log10: float
    length: int
    """Of the longest n-gram found that ends with the word."""
    unknown: bool


class LanguageModel:
    """An n-gram language model. Scores are log10 probabilities; threads may share one model."""

    def __init__(self, settings: dict[str, Any], arrays: dict[str, Any]) -> None:
        special = settings["unknown"], settings["begin_sentence"], settings["end_sentence"]
        self.settings = settings
        self._arrays = arrays
        self._core = LmModel(settings["order"], special, *(arrays[name] for name in _ARRAYS))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> LanguageModel:
        """Opens a binary model by memory-mapping, or reads an ARPA file (plain or compressed)."""
        if not Path(path).is_dir():
            return cls.build(read_arpa(path))
        artifact = Artifact.open(path, kind=KIND)
        arrays = {name: artifact.array(name, dtype) for name, dtype in _ARRAYS.items()}
        try:
            return cls(dict(artifact.settings), arrays)
        except (KeyError, TypeError) as error:
            raise ModelError(f"{path}: the settings are not a language model's ({error})") from None

    @classmethod
    def build(cls, ngrams: LmNgrams) -> LanguageModel:
        """A queryable model from n-grams in memory, which are used up."""
        unknown, begin, end = ngrams.special
        settings = {
            "order": ngrams.order,
            "counts": list(ngrams.counts),
            "layout": "hash",
            "unknown": unknown,
            "begin_sentence": begin,
            "end_sentence": end,
        }
        return cls(settings, ngrams.build_hash())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the binary model, a directory that ``open`` maps into memory."""
        with ArtifactWriter(path, kind=KIND) as out:
            out.settings.update(self.settings)
            for name in _ARRAYS:
                out.array(name, self._arrays[name])

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self._core.order

    def __len__(self) -> int:
        return len(self._core)

    def __contains__(self, word: str) -> bool:
        return word == "<unk>" or self._core.find(word) != self._core.unknown

    def begin(self, bos: bool = True) -> LmState:
        """The state at the beginning of a sentence, or (without ``bos``) the state of no context."""
        return self._core.begin_sentence() if bos else self._core.empty()

    def step(self, state: LmState, word: str) -> tuple[LmState, float]:
        """The state after ``word``, and the word's log10 probability."""
        after, log10, _ = self._core.step(state, self._core.find(word))
        return after, log10

    def full_scores(
        self, tokens: str | Sequence[str], bos: bool = True, eos: bool = True
    ) -> list[WordScore]:
        """How each word is scored, and </s> at the end unless ``eos`` is false."""
        words = _split(tokens)
        ids = [self._core.find(word) for word in words]
        if eos:
            ids.append(self._core.end_sentence)
        state = self.begin(bos)
        scores = []
        for id in ids:
            state, log10, length = self._core.step(state, id)
            scores.append(WordScore(log10, length, id == self._core.unknown))
        return scores

    def score(self, tokens: str | Sequence[str], bos: bool = True, eos: bool = True) -> float:
        """The log10 probability of a sentence (a tokenised string, or its tokens)."""
        return sum(word.log10 for word in self.full_scores(tokens, bos, eos))

    def perplexity(self, lines: Iterable[str | Sequence[str]]) -> float:
        """The perplexity of sentences, </s> and unknown words included."""
        total, words = 0.0, 0
        for line in lines:
            scores = self.full_scores(line)
            total += sum(word.log10 for word in scores)
            words += len(scores)
        return float(10.0 ** (-total / words)) if words else float("nan")


def _split(tokens: str | Sequence[str]) -> Sequence[str]:
    return tokens.split() if isinstance(tokens, str) else tokens
