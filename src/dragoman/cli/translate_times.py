"""``dragoman translate --verbose``: where the time went."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dragoman.common.progress import say
from dragoman.common.time_spent import Time, watched


@contextmanager
def times_shown() -> Iterator[None]:
    """Say it of what is done inside, in the order in which parts began; the rest is reading, writing and forests."""
    begin = Time.now()
    with watched() as times:
        yield
    rest = sum(times.values(), start=Time())
    parts = [*times.items(), ("the rest", Time.now() - begin - rest)]
    say("time: " + ", ".join(f"{name} {time.passed:.2f} s" for name, time in parts))
    say("processor time: " + ", ".join(f"{name} {time.processor:.2f} s" for name, time in parts))
