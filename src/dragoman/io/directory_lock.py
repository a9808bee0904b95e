"""One process at a time: a lock on a directory that may be replaced by another while one waits for it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def locked_directory(path: str | os.PathLike[str]) -> Iterator[None]:
    """Holds the lock of the directory that stands at ``path``; it ends with the block or the process."""
    while True:
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            current = False
            with suppress(FileNotFoundError):
                current = os.path.samestat(os.fstat(handle), Path(path).stat())
            if current:
                yield
                return
        finally:
            os.close(handle)
