"""Where time goes: what is wrapped in ``spent`` is added up by whoever watches.

with watched() as times:
    model.translate(lines)                # inside: with spent("look-up"): ...
times["look-up"]                          # seconds
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

_watcher: ContextVar[dict[str, float] | None] = ContextVar("watcher", default=None)


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Yields the seconds that pass in the parts of what is done here, by their names."""
    times: dict[str, float] = {}
    token = _watcher.set(times)
    try:
        yield times
    finally:
        _watcher.reset(token)


@contextmanager
def spent(name: str) -> Iterator[None]:
    """Counts the time inside for ``name``, if anybody watches."""
    times = _watcher.get()
    if times is None:
        yield
        return
    begin = perf_counter()
    try:
        yield
    finally:
        times[name] = times.get(name, 0.0) + perf_counter() - begin
