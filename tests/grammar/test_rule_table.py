from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, DragomanError, ModelError
from dragoman.grammar import COUNT_COLUMNS, REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.grammar.rule_table import ARRAYS

SIDES = st.lists(st.sampled_from(["a", "b", "c", "|||", "[X]", "[brackets]", "…"]), max_size=4)


@st.composite
def rules(draw: st.DrawFn) -> list[Rule]:
    made = []
    for _ in range(draw(st.integers(0, 30))):
        source, target = draw(SIDES), draw(SIDES)
        cells = [(i, j) for i in range(len(source)) for j in range(len(target))]
        links = draw(st.sets(st.sampled_from(cells))) if cells else set()
        number = st.floats(-90, 0, width=32)
        made.append(
            Rule(
                " ".join(source),
                " ".join(target),
                tuple(sorted(links)),
                {name: draw(number) for name in SCORE_COLUMNS},
                {name: draw(number) for name in REORDERING_COLUMNS},
                {name: float(draw(st.integers(1, 9))) for name in COUNT_COLUMNS},
            )
        )
    return made


def bare(rule: Rule) -> tuple[Any, ...]:
    return (
        rule.source,
        rule.target,
        rule.alignment,
        rule.scores,
        rule.reordering,
        rule.counts,
    )


@given(rules())
def test_holds_what_was_added(made: list[Rule]) -> None:
    table = RuleTable.build(made)
    assert len(table) == len(made)
    for source in {rule.source for rule in made}:
        expected = [bare(rule) for rule in made if rule.source == source]
        assert [bare(rule) for rule in table.lookup(source)] == expected
    assert [table.rule(number) for number in range(len(table))] == list(table)
    everything = [bare(rule) for rule in table]
    lengths = [len(row[0].split()) for row in everything]
    assert lengths == sorted(lengths)
    assert sorted(map(repr, everything)) == sorted(repr(bare(rule)) for rule in made)
    assert table.lookup("a word that nobody added") == []


def test_gaps_and_non_terminals_are_symbols(tmp_path: Path) -> None:
    scores = dict.fromkeys(SCORE_COLUMNS, -1.0)
    made = [
        Rule("ne plus", "not anymore", scores=scores),
        Rule("", "", scores=scores, source_symbols=(0, -1, 1), target_symbols=(0, -1, 1)),
        Rule("", "", scores=scores, source_symbols=(0, -2, 1, -3), target_symbols=(-3, 0, -2)),
    ]
    RuleTable.build(made).save(tmp_path / "table")
    table = RuleTable.open(tmp_path / "table")
    assert [rule.target for rule in table.lookup([0, -1, 1])] == ["not … anymore"]
    assert [rule.source for rule in table] == ["ne plus", "ne … plus", "ne [X1] plus [X2]"]
    assert table.native.max_source_length == 4


def test_a_column_of_ones_own(tmp_path: Path) -> None:
    scores = dict.fromkeys(SCORE_COLUMNS, -1.0)
    table = RuleTable.build([Rule("a", "b", scores=scores), Rule("a b", "c", scores=scores)])
    more = table.add_column("length", [1, 2])
    more.save(tmp_path / "table")
    again = RuleTable.open(tmp_path / "table")
    assert again.columns == (*SCORE_COLUMNS, "length")
    assert [rule.scores["length"] for rule in again] == [1.0, 2.0]
    assert again.column("length").tolist() == [1.0, 2.0]
    for name, values in [("length", [1, 2]), ("other", [1]), ("other", [1, np.nan])]:
        with pytest.raises(ConfigError):
            more.add_column(name, values)


def test_scores_have_a_floor() -> None:
    scores = dict.fromkeys(SCORE_COLUMNS, float("-inf"))
    (rule,) = RuleTable.build([Rule("a", "b", scores=scores)])
    assert set(rule.scores.values()) == {-100.0}


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan, 2e9, -2e9])
@pytest.mark.parametrize("name", ["scores", "reordering"])
def test_scores_without_a_place_in_any_order_are_refused(name: str, value: float) -> None:
    scores = dict.fromkeys(SCORE_COLUMNS, -1.0)
    table = RuleTable.build([Rule("a", "b", (), scores, dict.fromkeys(REORDERING_COLUMNS, -1.0))])
    arrays = {other: table.array(other).copy() for other in ARRAYS}
    arrays[name][0, 0] = value
    with pytest.raises(ModelError, match="not all numbers from -1e9 to 1e9"):
        RuleTable(arrays)
    with pytest.raises((ConfigError, ModelError)):
        table.add_column("mine", [value])


def test_unsound_rules_are_refused() -> None:
    scores = dict.fromkeys(SCORE_COLUMNS, -1.0)
    long = " ".join(["a"] * 256)
    for wrong in (
        Rule(long, "a", scores=scores),
        Rule("a", long, scores=scores),
        Rule("a", "b", ((0, 1),), scores),
        Rule("a", "b", ((-1, 0),), scores),
        Rule("a", "b", (), scores, {"reordering.backward.monotone": -1.0}),
    ):
        with pytest.raises(DragomanError):
            RuleTable.build([wrong])


@given(rules().filter(bool), st.sampled_from(sorted(ARRAYS)), st.data())
def test_damaged_arrays_never_crash(made: list[Rule], name: str, data: st.DataObject) -> None:
    table = RuleTable.build(made)
    values = table.array(name).copy()
    if values.size == 0:
        return
    place = data.draw(st.integers(0, values.size - 1))
    values.reshape(-1)[place] = data.draw(st.sampled_from([0, 1, 3, 5, 250]))
    arrays = {other: table.array(other) for other in ARRAYS} | {name: values}
    try:
        damaged = RuleTable(arrays)
        for rule in damaged:
            damaged.lookup(rule.source_symbols)
    except ModelError:
        pass
    cut = {other: table.array(other) for other in ARRAYS} | {name: table.array(name)[:-1]}
    with pytest.raises(ModelError):
        RuleTable(cut)
