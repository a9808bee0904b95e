"""Waiting for a limited time, at no cost for what need not wait.

await in_time(send(message), 10.0)
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator
from typing import Any, TypeVar

T = TypeVar("T")


async def in_time(work: Awaitable[T], seconds: float) -> T:
    """The result; TimeoutError if it takes too long. A timer is set only when the work waits for something."""
    steps = work.__await__()
    try:
        waits = next(steps)
    except StopIteration as end:
        value: T = end.value
        return value
    async with asyncio.timeout(max(0.0, seconds)):
        return await _Rest(steps, waits)


class _Rest(Awaitable[T]):
    """Goes on with work that waits for something."""

    def __init__(self, steps: Generator[Any, Any, T], waits: Any) -> None:
        self._steps, self._waits = steps, waits

    def __await__(self) -> Generator[Any, Any, T]:
        waits = self._waits
        while True:
            try:
                try:
                    sent = yield waits
                except BaseException as error:
                    waits = self._steps.throw(error)
                else:
                    waits = self._steps.send(sent)
            except StopIteration as end:
                value: T = end.value
                return value
