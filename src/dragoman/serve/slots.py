"""Places for work that takes memory or a core: who finds none waits, until its time is over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from dragoman.common.deadline import DeadlineError


class Places:
    """Threads share them."""

    def __init__(self, count: int) -> None:
        self._free = Semaphore(count)

    @contextmanager
    def place(self, deadline: float) -> Iterator[None]:
        """Takes a place; ``deadline`` is a time of ``time.monotonic``."""
        if not self._free.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise DeadlineError
        try:
            yield
        finally:
            self._free.release()
