"""Results of other threads, handed to the event loop together.

``asyncio.wrap_future`` wakes the loop for every result. A worker has several at a time: here they wake it once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Arrivals:
    """What has arrived from other threads for one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._ready: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._told = False

    async def wait(self, future: Future[T], seconds: float) -> T:
        """The result, in the loop; TimeoutError if it takes too long. Then the work is given up, if it can be."""
        waiter: asyncio.Future[T] = self.loop.create_future()
        future.add_done_callback(lambda done: self._arrived(waiter, done))
        timer = self.loop.call_later(seconds, _too_late, waiter)
        try:
            return await waiter
        finally:
            timer.cancel()
            future.cancel()  # has no effect on what is done

    def _arrived(self, waiter: asyncio.Future[T], done: Future[T]) -> None:
        """On the thread that has the result."""
        self._ready.append((waiter, done))
        # Appended before _told is asked: a wake-up that is under way will find this result.
        if not self._told:
            self._told = True
            self.loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        """In the loop."""
        self._told = False
        while self._ready:
            waiter, done = self._ready.popleft()
            if waiter.done():
                continue
            if done.cancelled():
                waiter.cancel()
            elif (error := done.exception()) is not None:
                waiter.set_exception(error)
            else:
                waiter.set_result(done.result())


def _too_late(waiter: asyncio.Future[Any]) -> None:
    if not waiter.done():
        waiter.set_exception(TimeoutError())
