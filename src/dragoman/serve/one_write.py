"""What is written in one turn of the event loop, sent together.

uvicorn writes the head of an answer, then its body. Each write is a call of the system that wakes the client; a
short answer needs only one.
"""

from __future__ import annotations

import asyncio
from typing import Any

_MOST = 1 << 16
"""Bytes that wait, at most: from there on the transport itself says when it has enough."""


class OneWrite:
    """A transport in front of another one."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
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
        """Sends what waits and ends the connection."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
