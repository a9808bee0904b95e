"""What the conformance suite needs to know of each decoder: a small model of it.

A new decoder adds one function to ``SYSTEMS``. Its model translates the words x, y and z, each by itself too, and has
two or more translations for some of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dragoman.grammar import RuleSource
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.search import ChartDecoder, Decoder, DecoderType, PhraseDecoder
from dragoman.search.treelet import TreeletDecoder
from support.search import hiero, tiny
from support.search.treelets import rules_of


@dataclass
class System:
    """A decoder and what it is given."""

    type: type[DecoderType]
    rules: RuleSource
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


def _treelet(directory: Path) -> System:
    corpus = [
        ("x y", "(S (NP (NN a)) (VP (VB b)))", "0-0 1-1"),
        ("y x", "(S (NP (NN a)) (VP (VB b)))", "0-1 1-0"),
        ("z", "(NP (NN c))", "0-0"),
        ("z", "(NP (DT d) (NN c))", "0-0 0-1"),
        ("x z", "(VP (VB b) (NP (NN c)))", "0-0 1-1"),
    ]
    rules = rules_of(corpus)
    path = directory / "treelet.arpa"
    path.write_text(tiny.arpa(random.Random(11), 3))
    lms = [LanguageModel.build(read_arpa(path))]
    weights = dict.fromkeys(TreeletDecoder.features_of(rules, lms), 0.3)
    return System(TreeletDecoder, rules, lms, weights)


SYSTEMS: dict[str, Callable[[Path], System]] = {
    "phrase": _phrase,
    "chart": _chart,
    "treelet": _treelet,
}
