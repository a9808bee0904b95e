"""Gzip files written in blocks that are compressed in parallel.

A gzip file may consist of several members one after the other; every reader joins them to one text. Here each block is
a member, so that the file is the same for any number of threads.
"""

from __future__ import annotations

import io
import zlib
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_GZIP = 16 + zlib.MAX_WBITS


class GzipBlockWriter(io.BufferedIOBase):
    """Compresses and writes data; ``close`` finishes the file and leaves the underlying stream open."""

    def __init__(
        self, stream: IO[bytes], *, level: int = 6, threads: int = 1, block: int = 1 << 20
    ) -> None:
        self._stream, self._level, self._block = stream, level, block
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._room = 2 * threads
        self._waiting: deque[Future[bytes]] = deque()
        self._pending = bytearray()
        self._empty = True

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Compresses as soon as there is a full block."""
        size = len(self._pending)
        self._pending += data
        size = len(self._pending) - size
        while len(self._pending) >= self._block:
            self._put(bytes(self._pending[: self._block]))
            del self._pending[: self._block]
        return size

    def _put(self, block: bytes) -> None:
        self._empty = False
        if self._pool is None:
            self._stream.write(member(block, self._level))
            return
        self._waiting.append(self._pool.submit(member, block, self._level))
        while len(self._waiting) > self._room:
            self._stream.write(self._waiting.popleft().result())

    def close(self) -> None:
        """Writes the rest; an empty text also gives a member."""
        if self.closed:
            return
        try:
            if self._pending or self._empty:
                self._put(bytes(self._pending))
            while self._waiting:
                self._stream.write(self._waiting.popleft().result())
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Closes it without writing any more."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        super().close()


def member(block: bytes, level: int = 6) -> bytes:
    """A gzip file of this text; files one after the other are one file."""
    # The header that the compressor writes has no time in it.
    compressor = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    return compressor.compress(block) + compressor.flush()
