"""Requests in work: a bounded number of them, on threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from dragoman.serve.errors import RequestError

T = TypeVar("T")
_THREADS = 64
"""Requests that are prepared and written at a time; further ones wait."""


class Work:
    """Accepts a number of requests and refuses further ones at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._count = 0
        self._threads = ThreadPoolExecutor(min(most, _THREADS), "dragoman-request")

    @property
    def count(self) -> int:
        """Requests that wait or are in work."""
        return self._count

    async def do(self, action: Callable[[], T]) -> T:
        """Runs an action on a thread. A place is free again when the action has ended, even if the client is gone."""
        self._take()
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: self._run(action)
        )

    async def do_here(self, action: Callable[[], Awaitable[T]]) -> T:
        """Waits for something short in the event loop; it counts as a request in work."""
        self._take()
        try:
            return await action()
        finally:
            with self._lock:
                self._count -= 1

    def _take(self) -> None:
        with self._lock:
            if self._count >= self._most:
                raise RequestError(429, "the server is busy: try again later")
            self._count += 1

    def _run(self, action: Callable[[], T]) -> T:
        try:
            return action()
        finally:
            with self._lock:
                self._count -= 1

    def close(self) -> None:
        """Waits for what was accepted."""
        self._threads.shutdown()
