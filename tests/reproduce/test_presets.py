"""The presets are sound: rows change what they name and nothing else, and tables name rows and kinds that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from dragoman.common.errors import ConfigError
from dragoman.experiment.checks import check_settings
from dragoman.experiment.config import Experiment
from dragoman.reproduce.paper import PRESETS, Corpus, Paper, Row, preset, read_paper
from dragoman.reproduce.rows import experiment_of, settings_of
from dragoman.reproduce.tables import KINDS

BITEXT = {"source": "s", "target": "t", "docs": "d", "conllu": "c"}
TEXTS = {
    "training": {**BITEXT, "trees": "x"},
    "development": BITEXT,
    "test": [{"name": "test", **BITEXT}],
}
CHOOSE = {"grammar.kind", "grammar.gaps", "grammar.lookup"}
"""Settings that choose another class of options, with defaults of its own."""


def texts(paper: Paper) -> list[Corpus]:
    return [paper.sample, *paper.corpora]


def made(paper: Paper, row: str, corpus: Corpus, quick: bool = False) -> Experiment:
    settings = settings_of(paper, row, corpus, quick)
    settings.get("consistency", {}).pop("collection", None)  # a part of the text (study.py)
    return experiment_of(row, settings, TEXTS)


def flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def differing(one: Experiment, other: Experiment) -> set[str]:
    left, right = dict(flat(one.as_table())), dict(flat(other.as_table()))
    return {name for name in left.keys() | right.keys() if left.get(name) != right.get(name)}


def unnamed(paper: Paper, name: str, corpus: Corpus) -> set[str]:
    """What differs between a row and its base that the row does not name, and what it names in vain."""
    row = paper.rows[name]
    own = made(paper, name, corpus)
    named = {path for path, _ in flat(row.changes)}
    named |= {path for path, _ in flat(corpus.rows.get(name, {}))}
    found = differing(own, made(paper, row.base, corpus)) - {"name"}
    if named & CHOOSE:  # other rules have other options: those that were not given are no change
        given = {f"grammar.{one}" for one in own.grammar.given}
        found = {path for path in found if not path.startswith("grammar.") or path in given | named}
    texts_own = {path for one in corpus.rows.values() for path, _ in flat(one)}
    return (found - named) | (named - found - texts_own)


@pytest.mark.parametrize("name", PRESETS)
def test_rows_change_what_they_name_and_nothing_else(name: str) -> None:
    paper = read_paper(name)
    assert [row for row, one in paper.rows.items() if not one.base] == [next(iter(paper.rows))]
    for corpus in texts(paper):
        for row, one in paper.rows.items():
            if one.base:
                assert unnamed(paper, row, corpus) == set(), row


def test_a_change_that_is_not_named_is_noticed() -> None:
    paper = read_paper("cherry2008")
    extra = Row("more", base="base", changes={"decoder": {"cohesion": ["coh1"], "stack": 100}})
    other = msgspec.structs.replace(paper, rows={**paper.rows, "coh": extra})
    assert unnamed(other, "coh", paper.sample) == {"decoder.stack"}  # the base has it too


@pytest.mark.parametrize("name", PRESETS)
def test_every_row_is_an_experiment_that_can_run(name: str) -> None:
    paper = read_paper(name)
    for corpus in texts(paper):
        for row in paper.rows:
            for quick in (False, True):
                check_settings(made(paper, row, corpus, quick))


@pytest.mark.parametrize("name", PRESETS)
def test_tables_name_what_there_is(name: str) -> None:
    paper = read_paper(name)
    for table in paper.tables:
        pairs = [row for pair in table.improvements for row in pair]
        assert {*table.rows, *pairs, *filter(None, [table.against])} <= paper.rows.keys()
        assert table.kind in KINDS
        for corpus in texts(paper):
            assert {*table.sets} <= {part.name for part in corpus.tests}
            assert {*corpus.without} < paper.rows.keys() and table.against not in corpus.without
    assert {*paper.quick.rows} <= paper.rows.keys()
    assert all(re.fullmatch(r"[a-z0-9+-]+", row) and row not in BITEXT for row in paper.rows)


def test_rows_are_chosen_with_what_they_are_compared_with() -> None:
    paper = read_paper("cherry2008")
    assert paper.chosen(("lex+coh",)) == ["base", "lex", "lex+coh"]
    with pytest.raises(ConfigError, match=r"no row 'lx'; did you mean 'lex'\? \(there are base"):
        paper.chosen(("lx",))
    with pytest.raises(ConfigError, match="no paper 'chery2008'; did you mean 'cherry2008'"):
        preset("chery2008")
