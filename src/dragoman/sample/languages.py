"""The pairs of languages that the generator speaks, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import one_of
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.sample.dictionary import Dictionary, dictionary
from dragoman.sample.german.lexicon import lexicon
from dragoman.sample.german.planner import GermanPlanner
from dragoman.sample.german.source import GermanGrammar
from dragoman.sample.german.target import EnglishGrammar
from dragoman.sample.meaning import Unit, Utterance
from dragoman.sample.options import GERMAN_ENGLISH, INVENTED, Phenomena
from dragoman.sample.planner import Planner
from dragoman.sample.source_grammar import SourceGrammar, Token
from dragoman.sample.target_grammar import TargetGrammar


class Speaker(Protocol):
    """Says sentences in the source language."""

    marks: list[str]
    """The phenomena of the last sentence."""

    def utterance(self, utterance: Utterance, /) -> list[Token]:
        """The words of a sentence."""
        ...


class Translator(Protocol):
    """Says sentences in the target language."""

    marks: list[str]
    units: list[Unit | None]
    """Of the words of the last sentence."""

    def utterance(self, utterance: Utterance, /) -> ConstituencyTree:
        """The tree of a sentence."""
        ...

    def universal(self, leaf: ConstituencyTree, /) -> str:
        """The universal tag of a word."""
        ...


@dataclass(frozen=True)
class Languages:
    """A source and a target language."""

    words: Callable[[int], Dictionary]
    """The vocabulary of a world."""
    planner: Callable[[Random, Dictionary, Phenomena], Planner]
    source: Callable[[Phenomena], Speaker]
    target: Callable[[Phenomena], Translator]


_KNOWN = {
    GERMAN_ENGLISH: Languages(lambda _: lexicon(), GermanPlanner, GermanGrammar, EnglishGrammar),
    INVENTED: Languages(dictionary, Planner, SourceGrammar, TargetGrammar),
}


def languages(name: str) -> Languages:
    """The pair of languages with a name.

    Args:
        name: ``de-en`` or ``qar-qot``.
    """
    if name not in _KNOWN:
        raise ConfigError(f"the sample world has no languages '{name}' (expected {one_of(_KNOWN)})")
    return _KNOWN[name]
