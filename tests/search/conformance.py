"""What the conformance suite needs to know of each decoder: a small model of it.

A new decoder adds one function to ``SYSTEMS``. Its model translates the words x, y and z, each by itself too, and has
two or more translations for some of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.search import ChartDecoder, Decoder, PhraseDecoder
from search import hiero, tiny


@dataclass
class System:
    """A decoder and what it is given."""

    type: type[Decoder]
    rules: RuleTable
    lms: list[LanguageModel]
    weights: dict[str, float]

    def decoder(self, features=(), weights=None, **options) -> Decoder:
        given = {**self.weights, **(weights or {})}
        chosen = self.type.options_type(**options)
        return self.type(self.rules, self.lms, given, chosen, features)


def _phrase(directory: Path) -> System:
    model = tiny.make(11, directory)
    return System(PhraseDecoder, model.table, model.lms, model.weights)


def _chart(directory: Path) -> System:
    model = hiero.make(11, directory)
    return System(ChartDecoder, model.table, model.lms, model.weights)


SYSTEMS: dict[str, Callable[[Path], System]] = {"phrase": _phrase, "chart": _chart}
