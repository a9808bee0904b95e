"""Three words whose translation depends on trees: the language model wants X Z Y, the tree keeps x y together."""

from __future__ import annotations

import math
from dataclasses import replace

from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.training import ParserTraining, TaggerTraining
from dragoman.search import SearchOptions

TOGETHER = DependencyTree(
    ("x", "y", "z"), (1, 2, ROOT), tags=("A", "B", "C"), labels=("a", "b", "root")
)
"""The subtree of y is x y: Z must not come between."""
FLAT = replace(TOGETHER, heads=(ROOT, 0, 0))


def make_world_model() -> Model:
    """Return a model without a parser, which looks at cohesion."""
    rules = [
        Rule(one, one.upper(), ((0, 0),), dict.fromkeys(SCORE_COLUMNS, math.log(0.9)))
        for one in "xyz"
    ]
    lm = LanguageModel.train(["X Z Y"] * 20 + ["X Y Z"] * 5, LMOptions(order=3))
    options = SearchOptions(cohesion=("coh1",))
    text = TextPreparation(source_language="de", target_language="en")
    weights = {"lm": 1.0, "distortion": 0.01, "coh1": 100.0}
    return Model(RuleTable.build(rules), [lm], weights, options, text)


def make_world_parser() -> DependencyParser:
    """Return a parser of ours that knows the tree."""
    quick = ParserTraining(iterations=3, beam=2, tagger=TaggerTraining(iterations=2, beam=2))
    return DependencyParser.train([TOGETHER] * 20, quick)
