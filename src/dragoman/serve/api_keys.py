"""The keys of clients that may translate."""

from __future__ import annotations

import hmac
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.serve.errors import RequestError


class ApiKeys:
    """Without keys everybody may translate."""

    def __init__(self, keys: tuple[str, ...] = ()) -> None:
        self._keys = tuple(key.encode() for key in keys)

    @classmethod
    def read(cls, path: str | None) -> ApiKeys:
        """A file of keys, one a line; empty lines and those that begin with # are left out."""
        if path is None:
            return cls()
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            raise ConfigError(f"{path}: expected keys in UTF-8, one a line") from None
        keys = tuple(line.strip() for line in lines if line.strip() and line.strip()[0] != "#")
        if not keys:
            raise ConfigError(f"{path}: expected keys, one a line, and there is none")
        return cls(keys)

    @property
    def required(self) -> bool:
        """Whether a request needs one."""
        return bool(self._keys)

    def check(self, key: str) -> None:
        """Refuses a wrong key; the time that it takes says nothing about the right ones."""
        given = key.encode("utf-8", "replace")
        right = [hmac.compare_digest(given, one) for one in self._keys]
        if self._keys and not any(right):
            raise RequestError(403, "Invalid API key" if key else "this server needs an API key")
