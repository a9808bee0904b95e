"""What is written in one turn of the event loop, sent together.

uvicorn writes the head of an answer, then its body. Each write is a call of the system that wakes the client; a
short answer needs only one. A client that does not take what was written before the end is cut off.
"""

from __future__ import annotations

import asyncio
from typing import Any

_MOST = 1 << 16
"""Flush above this size, so that the transport's flow control applies."""


class OneWrite:
    """A transport in front of another one."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._transport, self._loop, self._seconds = transport, loop, seconds
        self._cut: asyncio.TimerHandle | None = None
        self._held: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Sends the bytes before the event loop waits again."""
        if not self._held:
            self._loop.call_soon(self.flush)
        self._held.append(data)
        self._size += len(data)
        if self._size > _MOST:
            self.flush()

    def flush(self) -> None:
        """Sends what waits."""
        if self._held:
            data = b"".join(self._held)
            self._held, self._size = [], 0
            if not self._transport.is_closing():  # the client may have gone meanwhile
                self._transport.write(data)

    def close(self) -> None:
        """Sends what waits and ends the connection: when the client has taken it, or its time is over."""
        self.flush()
        self._transport.close()
        if self._cut is None:
            self._cut = self._loop.call_later(self._seconds, self._transport.abort)

    def gone(self) -> None:
        """The connection has ended."""
        if self._cut is not None:
            self._cut.cancel()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
