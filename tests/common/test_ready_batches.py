"""Batches of what has arrived: in order, never waiting for more than one item, full when there is enough."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.common.ready_batches import arrivals


@given(st.integers(0, 50), st.integers(1, 10))
def test_everything_arrives_in_order(count: int, limit: int) -> None:
    batches = list(arrivals(range(count), limit))
    assert [item for batch in batches for item in batch] == list(range(count))
    assert all(1 <= len(batch) <= limit for batch in batches)


def test_an_item_is_not_kept_waiting_for_the_next() -> None:
    sent: SimpleQueue[str] = SimpleQueue()
    batches = arrivals(iter(sent.get, "end"), 8)
    for word in ("one", "two", "three"):
        sent.put(word)
        assert next(batches) == [word]
    sent.put("end")
    assert list(batches) == []


def test_batches_grow_while_one_is_worked_on() -> None:
    read = threading.Semaphore(0)

    def items() -> Iterator[int]:
        for number in range(9):
            yield number
            read.release()

    batches = arrivals(items(), 4)
    sizes = [len(next(batches))]
    for _ in range(4 + sizes[0] - 1):  # the reader goes on until four are waiting
        assert read.acquire(timeout=60)
    sizes.append(len(next(batches)))
    assert sizes[1] == 4
    assert sum(sizes) + sum(map(len, batches)) == 9


def test_an_error_comes_after_what_was_before_it() -> None:
    def items() -> Iterator[int]:
        yield 1
        yield 2
        raise FormatError("broken", "file", 3)

    seen: list[int] = []
    with pytest.raises(FormatError, match="file:3: broken"):
        for batch in arrivals(items(), 5):
            seen += batch
    assert seen == [1, 2]


def test_the_thread_ends_when_nobody_takes_any_more() -> None:
    batches = arrivals(iter(int, 1), 3)
    assert next(batches)
    batches.close()  # type: ignore[attr-defined]
    for thread in threading.enumerate():
        if thread.name == "dragoman-reader":
            thread.join(timeout=60)
            assert not thread.is_alive()
