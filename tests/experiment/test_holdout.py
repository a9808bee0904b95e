"""Dividing a bitext: sizes, whole documents, contiguous blocks, no chance."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from dragoman.experiment.holdout import DEV, MOST, TEST, TRAIN, divide, held_out


@given(st.integers(3, 5000))
def test_sizes(lines: int) -> None:
    parts = divide(lines)
    assert len(parts) == lines
    assert parts.count(DEV) == parts.count(TEST) == held_out(lines)
    assert parts.count(TRAIN) == lines - 2 * held_out(lines) > 0


def test_sizes_of_large_texts_are_bounded() -> None:
    assert held_out(10**7) == MOST and held_out(5000) == 250 and held_out(60) == 20


@given(st.lists(st.integers(1, 12), min_size=40, max_size=80))
def test_documents_stay_whole(sizes: list[int]) -> None:
    ids = [f"d{number}" for number, size in enumerate(sizes) for _ in range(size)]
    parts = divide(len(ids), ids)
    assert all(
        len({part for _, part in run}) == 1
        for _, run in groupby(zip(ids, parts, strict=True), key=lambda pair: pair[0])
    )
    wanted = held_out(len(ids))
    assert all(wanted / 2 <= parts.count(part) <= 2 * wanted for part in (DEV, TEST))
    assert divide(len(ids), ids) == parts


def test_documents_that_are_too_large_are_cut() -> None:
    ids = ["a"] * 500 + ["b"] * 500
    assert divide(1000, ids) == divide(1000)


def test_blocks_are_spread() -> None:
    parts = divide(4000)
    runs = [(part, len(list(run))) for part, run in groupby(parts)]
    assert [part for part, _ in runs if part != TRAIN] == [DEV, TEST] * 20
    assert all(length == 10 for part, length in runs if part != TRAIN)
