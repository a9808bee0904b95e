"""spaCy pipelines, run on given tokens."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.common.errors import ConfigError
from dragoman.common.optional import require
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.parse.parser import Tokens


class SpacyParser:
    """A pipeline such as ``en_core_web_sm`` that is installed as a package or lies in a directory."""

    def __init__(self, name: str) -> None:
        spacy = require("spacy", "spacy")
        try:
            self._pipeline = spacy.load(name, exclude=["ner", "lemmatizer"])
        except OSError:
            raise ConfigError(
                f"spaCy has no pipeline '{name}': install its package or give its directory"
            ) from None
        if "parser" not in self._pipeline.pipe_names:
            raise ConfigError(f"the spaCy pipeline '{name}' has no parser")
        self._doc = require("spacy.tokens", "spacy").Doc

    def parse(self, sentences: Sequence[Tokens], threads: int = 1) -> list[DependencyTree]:
        """One tree for each sentence; where spaCy sees several sentences there are several roots."""
        documents = (self._doc(self._pipeline.vocab, words=list(tokens)) for tokens in sentences)
        trees = []
        for doc in self._pipeline.pipe(documents):
            trees.append(
                DependencyTree(
                    words=tuple(t.text for t in doc),
                    heads=tuple(ROOT if t.head.i == t.i else t.head.i for t in doc),
                    tags=tuple(t.pos_ for t in doc),
                    xpos=tuple(t.tag_ for t in doc),
                    labels=tuple(t.dep_ for t in doc),
                )
            )
        return trees
