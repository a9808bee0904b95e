"""One process at a time. A lock ends with the block or with its process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def locked_directory(path: str | os.PathLike[str]) -> Iterator[None]:
    """Hold the lock of the directory that stands at ``path``, which another may replace while one waits.

    Args:
        path: The directory.
    """
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


@contextmanager
def locked_file(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of a file that is there for nothing else, and stays.

    Args:
        path: The file; it is made if need be, with the folder that it is in.
        waiting: Called if another process holds the lock.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    handle = os.open(path, flags, 0o666)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
