"""Heads of constituents."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError, FormatError
from dragoman.grammar.treelet.head_rules import HeadRules


@pytest.mark.parametrize(
    ("label", "children", "head"),
    [
        ("NP", "DT NN PP", 1),
        ("NP", "NP PP SBAR", 0),
        ("NP", "DT NN POS", 2),
        ("NP", "DT JJ", 1),
        ("NP", "NNP CC NNP", 0),
        ("NP", "NP , NP , CC NP", 0),
        ("S", "NP VP .", 1),
        ("VP", "MD RB VP", 0),
        ("VP", "VP CC VP", 0),
        ("PP", "RB IN NP", 1),
        ("SBAR", "WHNP S", 0),
        ("ADVP", "RB RB", 1),
        ("FRAG", "NP PP .", 1),
        ("ROOT", "NP S", 1),
        ("X", ", :", 0),
        ("UCP", ", .", 1),
    ],
)
def test_collins_rules(label: str, children: str, head: int) -> None:
    assert HeadRules.named("english").head(label, children.split()) == head


def test_rules_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules"
    path.write_text("# mine\n@punctuation $,\nNP right NN|NE ; left CARD\n\n* right\n")
    rules = HeadRules.read(path)
    assert rules.head("NP", ["NE", "CARD", "NN", "PP"]) == 2
    assert rules.head("NP", ["X", "CARD", "Y"]) == 1
    assert rules.head("NP", ["$,", "X", "Y"]) == 1
    assert rules.head("S", ["X", "Y", "$,"]) == 1


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["NP middle NN"], "r:1: expected left or right before labels, found 'middle'"),
        (["NP left NN", "NP right"], "r:2: the label NP has rules already"),
        (["NP"], "r:1: expected left or right"),
        (["NP left NN ;"], "r:1: expected left or right"),
    ],
)
def test_what_is_wrong_in_a_file(lines: list[str], complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        HeadRules.parse(lines, "r")


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match="did you mean 'english'"):
        HeadRules.named("englsh")
