"""A model of a handful of rules."""

from __future__ import annotations

import math

from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model

PAIRS = [
    ("das", "the", 0.6),
    ("das", "that", 0.4),
    ("haus", "house", 0.7),
    ("haus", "building", 0.3),
    ("ist", "is", 1.0),
    ("klein", "small", 0.9),
    ("das haus", "the house", 0.5),
]
TEXT = ["the house is small", "the building is small", "that is the house"] * 3


def rule(source: str, target: str, p: float) -> Rule:
    words = min(len(source.split()), len(target.split()))
    return Rule(
        source,
        target,
        tuple((i, i) for i in range(words)),
        dict.fromkeys(SCORE_COLUMNS, math.log(p)),
        dict.fromkeys(REORDERING_COLUMNS, math.log(1 / 3)),
        {"target": 1.0, "source": 1.0, "joint": 1.0},
    )


def make_model() -> Model:
    lm = LanguageModel.train(TEXT, LMOptions(order=3))
    return Model(RuleTable.build(rule(*pair) for pair in PAIRS), [lm])
