from __future__ import annotations

import gzip
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import DragomanError, FormatError
from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable, read_moses, write_moses
from dragoman.io.files import read_lines

WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r"), min_size=1, max_size=5
)
AWKWARD = st.sampled_from(["|||", "|", "[x]", "[]", "]", "{{", "0-0", "\x0b", "\u2028", "&amp;"])
SIDES = st.lists(WORDS | AWKWARD, max_size=4).map(" ".join)


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=8))
def test_any_words_survive_writing_and_reading(
    tmp_path_factory: pytest.TempPathFactory, sides: list[tuple[str, str]]
) -> None:
    place = tmp_path_factory.mktemp("table")
    scores = dict.fromkeys(SCORE_COLUMNS, math.log(0.5))
    table = RuleTable.build(Rule(source, target, (), scores) for source, target in sides)
    write_moses(table, place / "table.gz")
    if any(f"&#{code};" in side for pair in sides for side in pair for code in (91, 93, 124)):
        return
    again = read_moses(place / "table.gz", unescape=True)
    assert sorted((r.source, r.target) for r in again) == sorted(sides)
    assert again.array("scores") == pytest.approx(table.array("scores"))


@pytest.mark.parametrize(
    ("line", "source", "target", "scores"),
    [
        ("a ||| b ||| 1 0.5 ||| 0-0 ||| 1 2 1 ||| |||", "a", "b", [1, 0.5]),
        ("a b ||| c ||| 0.1 0.2 0.3 0.4 2.718", "a b", "c", [0.1, 0.2, 0.3, 0.4, 2.718]),
        ("a |||  ||| 1e-3 ||| ||| 1 1 1", "a", "", [1e-3]),
        (" ||| b ||| 0.25 |||", "", "b", [0.25]),
        ("a\t||| b |||  0.5  0.5 ||| 0-0\r", "a", "b", [0.5, 0.5]),
        ("[X] a&#124;b ||| ||b || ||| 0.5", "[X] a&#124;b", "||b ||", [0.5]),
        ("a ||| b ||| 0 1 ||| 0-0 ||| 1 2 1 ||| sparse 1 ||| {{Counts 1}}", "a", "b", [0, 1]),
    ],
)
def test_variants_of_the_format(
    tmp_path: Path, line: str, source: str, target: str, scores: list[float]
) -> None:
    (tmp_path / "table").write_text(line, newline="\n")
    (rule,) = read_moses(tmp_path / "table")
    assert (rule.source, rule.target) == (source, target)
    found = [0.0 if value == -100 else math.exp(value) for value in rule.scores.values()]
    assert found == pytest.approx(scores)


@pytest.mark.parametrize(
    "line",
    [
        "a ||| b",
        "",
        "a ||| b ||| x y",
        "a ||| b ||| 1 1 1",
        "a ||| b ||| nan 1",
        "a ||| b ||| inf 1",
        "a ||| b ||| -1 1",
        "a ||| b ||| 1 1 ||| 0-1",
        "a ||| b ||| 1 1 ||| 1-0",
        "a ||| b ||| 1 1 ||| 0",
        "a ||| b ||| 1 1 ||| 0--1",
        "a ||| b ||| 1 1 ||| 0-0 ||| many",
        "a ||| b ||| 1 1 ||| 0-0 ||| 1 1 1 ||| ||| ||| |||",
        "a " * 256 + "||| b ||| 1 1",
        "\udcff ||| b ||| 1 1",
        "\udced\udca0\udc80 ||| b ||| 1 1",
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str) -> None:
    text = f"a ||| b ||| 0.5 0.5\n{line}\n"
    (tmp_path / "table").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FormatError) as caught:
        read_moses(tmp_path / "table")
    assert caught.value.line == 2
    assert str(caught.value).startswith(f"{tmp_path / 'table'}:2: ")


def test_reordering_scores_find_their_rules(tmp_path: Path) -> None:
    (tmp_path / "table").write_text("a ||| b ||| 1\nc ||| d ||| 1\na ||| d ||| 1\n")
    lines = [
        "unknown ||| b ||| 1 1 1 1 1 1",
        "a ||| d ||| 0.1 0.2 0.7 0.3 0.3 0.4",
        "a ||| b ||| 0.5 0.25 0.25 0.6 0.2 0.2",
    ]
    (tmp_path / "order").write_text("\n".join(lines))
    table = read_moses(tmp_path / "table", tmp_path / "order")
    found = {
        (rule.source, rule.target): [round(math.exp(v), 5) for v in rule.reordering.values()]
        for rule in table
    }
    assert found == {
        ("a", "b"): [0.5, 0.25, 0.25, 0.6, 0.2, 0.2],
        ("a", "d"): [0.1, 0.2, 0.7, 0.3, 0.3, 0.4],
        ("c", "d"): [1.0] * 6,
    }
    (tmp_path / "order").write_text("a ||| b ||| 1 1 1\n")
    with pytest.raises(FormatError, match="six"):
        read_moses(tmp_path / "table", tmp_path / "order")


def test_damaged_compression_is_an_error(tmp_path: Path) -> None:
    whole = gzip.compress(b"a ||| b ||| 1\n" * 1000)
    (tmp_path / "table.gz").write_bytes(whole[:-20])
    with pytest.raises(FormatError, match="damaged"):
        read_moses(tmp_path / "table.gz")


def test_gapped_rules_are_not_written(tmp_path: Path) -> None:
    scores = dict.fromkeys(SCORE_COLUMNS, 0.0)
    table = RuleTable.build([Rule("", "", (), scores, source_symbols=(-1,), target_symbols=(-1,))])
    with pytest.raises(DragomanError, match="gaps"):
        write_moses(table, tmp_path / "table")
    assert not (tmp_path / "table").exists()


def test_real_tables_survive(shared_data: Path, tmp_path: Path) -> None:
    place = shared_data / "parity" / "phrase"
    table = read_moses(place / "phrase-table.gz", place / "reordering-table.gz")
    write_moses(table, tmp_path / "table", tmp_path / "order")
    for written, original in (("table", "phrase-table.gz"), ("order", "reordering-table.gz")):
        ours = sorted(read_lines(tmp_path / written))
        theirs = sorted(read_lines(place / original))
        assert len(ours) == len(theirs)
        left, right = ([line.split(" ||| ") for line in lines] for lines in (ours, theirs))
        for a, b in zip(left, right, strict=True):
            assert a[:2] + a[3:] == b[:2] + b[3:]
        found, wanted = (
            np.array([f[2].split() for f in side], dtype=float) for side in (left, right)
        )
        np.testing.assert_allclose(found, wanted, rtol=2e-5)
