"""``dragoman translate --verbose``: where the time went."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from dragoman.common.progress import say
from dragoman.common.time_spent import watched


@contextmanager
def times_shown() -> Iterator[None]:
    """Says it of what is done inside, in the order in which parts began; the rest is reading, writing and forests."""
    begin = perf_counter()
    with watched() as times:
        yield
    parts = [*times.items(), ("the rest", perf_counter() - begin - sum(times.values()))]
    say("time: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in parts))
