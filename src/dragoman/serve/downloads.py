"""Translated documents that wait to be fetched, in memory.

A name is random, so that nobody can guess the document of another client, and it is never a path.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from threading import Lock

from dragoman.serve.errors import RequestError


class KeptFiles:
    """The oldest documents make room for new ones."""

    def __init__(
        self, most_bytes: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._seconds, self._clock = most_bytes, seconds, clock
        self._files: dict[str, tuple[float, bytes]] = {}
        self._lock = Lock()

    def keep(self, data: bytes, suffix: str) -> str:
        """Keeps a document and returns its name."""
        if len(data) > self._most:
            raise RequestError(413, "the translated document is too large to be kept")
        name = secrets.token_hex(20) + suffix
        with self._lock:
            self._drop_old(len(data))
            self._files[name] = (self._clock() + self._seconds, data)
        return name

    def fetch(self, name: str) -> bytes:
        """The document of a name."""
        with self._lock:
            self._drop_old(0)
            if name not in self._files:
                raise RequestError(404, "there is no such file, or it was kept long enough")
            return self._files[name][1]

    def _drop_old(self, needed: int) -> None:
        now = self._clock()
        room = self._most - needed - sum(len(data) for _, data in self._files.values())
        for name, (end, data) in list(self._files.items()):  # oldest first
            if end <= now or room < 0:
                del self._files[name]
                room += len(data)
