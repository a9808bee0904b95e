"""An end for work on one thread, wherever it is: reading a document, splitting it, writing it.

with due(time.monotonic() + 3):
    file = parse(content)    # calls check_time now and then

Work without an end costs next to nothing to check. What has a bounded length need not check.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from typing import TypeVar

from dragoman.common.errors import DragomanError

T = TypeVar("T")
_end: ContextVar[float | None] = ContextVar("deadline", default=None)
_OFTEN = 256


class DeadlineError(DragomanError):
    """The time for some work is over."""


@contextmanager
def due(end: float) -> Iterator[None]:
    """Gives the work inside an end, a time of ``time.monotonic``."""
    token = _end.set(end)
    try:
        yield
    finally:
        _end.reset(token)


def check_time() -> None:
    """Raise DeadlineError if the time of this thread's work is over."""
    end = _end.get()
    if end is not None and time.monotonic() > end:
        raise DeadlineError("this takes too long")


def in_time(items: Iterable[T]) -> Iterator[T]:
    """Return the items, as long as there is time."""
    for number, item in zip(count(), items):
        if number % _OFTEN == 0:
            check_time()
        yield item
