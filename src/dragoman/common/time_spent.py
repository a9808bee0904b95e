"""Where time goes: what is wrapped in ``spent`` is added up by whoever watches.

with watched() as times:
    model.translate(lines)                # inside: with spent("look-up"): ...
times["look-up"].processor                # seconds
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter, process_time


@dataclass(frozen=True)
class Time:
    """Seconds that passed, and seconds of processor time of all threads."""

    passed: float = 0.0
    processor: float = 0.0

    @classmethod
    def now(cls) -> Time:
        """Both clocks."""
        return cls(perf_counter(), process_time())

    def __add__(self, other: Time) -> Time:
        return Time(self.passed + other.passed, self.processor + other.processor)

    def __sub__(self, other: Time) -> Time:
        return Time(self.passed - other.passed, self.processor - other.processor)


_watcher: ContextVar[dict[str, Time] | None] = ContextVar("watcher", default=None)


@contextmanager
def watched() -> Iterator[dict[str, Time]]:
    """Yields the times of the parts of what is done here, by their names; who watches around it counts them too."""
    times: dict[str, Time] = {}
    around = _watcher.get()
    token = _watcher.set(times)
    try:
        yield times
    finally:
        _watcher.reset(token)
        if around is not None:
            for name, time in times.items():
                around[name] = around.get(name, Time()) + time


@contextmanager
def spent(name: str) -> Iterator[None]:
    """Counts the time inside for ``name``, if anybody watches."""
    times = _watcher.get()
    if times is None:
        yield
        return
    begin = Time.now()
    try:
        yield
    finally:
        times[name] = times.get(name, Time()) + Time.now() - begin
