"""Banned rules are found by their sides, whatever these look like."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman.grammar import Rule, RuleTable
from dragoman.model.requests.banned_rules import BannedRules
from dragoman.search import Input

SIDES = [
    ("ne … plus", "not … anymore"),
    ("ne … plus", "no … longer"),
    ("ne … plus", "not"),
    ("haus", "house"),
    ("haus", "building"),
    ("haus", "the house"),
    ("wort", "…"),
]


def table(gap: str | None) -> RuleTable:
    scores = dict.fromkeys(("forward", "reverse"), -1.0)
    return RuleTable.build([Rule(*side, scores=scores) for side in SIDES], tuple(scores), gap)


@pytest.mark.parametrize("gap", ["…", None])
@pytest.mark.parametrize("side", SIDES)
def test_exactly_the_banned_rule_has_the_cost(side: tuple[str, str], gap: str | None) -> None:
    rules = table(gap)
    numbers = np.arange(len(rules), dtype=np.uint32)
    costs = BannedRules([side]).values(Input(["x"]), rules, numbers)
    banned = [(rules.rule(n).source, rules.rule(n).target) for n in np.flatnonzero(costs)]
    assert banned == [side]


def test_what_no_rule_has_is_ignored() -> None:
    rules = table("…")
    numbers = np.arange(len(rules), dtype=np.uint32)
    banned = BannedRules([("haus", "cottage"), ("no such", "house"), ("haus", ""), ("", "house")])
    assert not banned.values(Input(["x"]), rules, numbers).any()


def test_rules_are_found_by_their_target() -> None:
    rules = table(None)
    vocabulary = rules.native.source_vocabulary
    first, last = rules.native.find(vocabulary.encode("haus").tolist())
    for n in range(first, last):
        symbols = list(rules.rule(n).target_symbols)
        assert rules.with_target(symbols, first, last) == [n]
    assert rules.with_target([0], first, first) == []
