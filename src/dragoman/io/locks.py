"""One process at a time. A lock ends with the block or with its process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dragoman.io.system import OWN, WHOLE_LOCKS, flag, lock


@contextmanager
def locked_directory(path: str | os.PathLike[str]) -> Iterator[None]:
    """Hold the lock of the directory that stands at ``path``, which another may replace while one waits.

    Args:
        path: The directory.
    """
    if not WHOLE_LOCKS:
        beside = Path(path).resolve()
        with locked_file(beside.with_name(f".{beside.name}.lock"), lambda: None):
            yield
        return
    while True:
        handle = os.open(path, os.O_RDONLY | flag("O_DIRECTORY") | OWN)
        try:
            lock(handle)
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
    flags = os.O_WRONLY | os.O_CREAT | flag("O_NOFOLLOW") | OWN
    handle = os.open(path, flags, 0o666)
    try:
        try:
            lock(handle, wait=False)
        except BlockingIOError:
            waiting()
            lock(handle)
        yield
    finally:
        os.close(handle)
