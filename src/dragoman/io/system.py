"""What systems do differently: locks, flags, and what may be done with a file while it is open.

Linux and macOS lock whole files and directories until the process ends (``flock``). Windows locks bytes of files, opens
no directories, and renames no file that is open: what needs more asks ``WHOLE_LOCKS``, and does without.
"""

from __future__ import annotations

import os
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

WHOLE_LOCKS = fcntl is not None
"""Whether directories can be locked, and files that are open be renamed."""
_FAR = 1 << 40
"""A byte that no file of ours has: Windows forbids others to read what is locked."""
_HELD = 36
"""The error (EDEADLOCK) of Windows when another process holds the lock for more than ten seconds."""


def flag(name: str) -> int:
    """Return a flag of ``os.open``, or 0 where the system does not have it.

    Args:
        name: Such as ``O_NOFOLLOW``.
    """
    found: int = getattr(os, name, 0)
    return found


OWN = flag("O_CLOEXEC") | flag("O_NOINHERIT") | flag("O_BINARY")
"""For every file: other programs do not inherit it, and bytes stay as they are."""


def lock(handle: int, *, wait: bool = True) -> None:
    """Lock an open file; BlockingIOError if another process has it and one does not wait.

    Args:
        handle: The file.
        wait: Until the other process ends or closes the file.
    """
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return
    import msvcrt

    system: Any = msvcrt
    place = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, _FAR, os.SEEK_SET)
    try:
        while True:
            try:
                system.locking(handle, system.LK_LOCK if wait else system.LK_NBLCK, 1)
                return
            except OSError as error:
                if not wait:
                    raise BlockingIOError(error.errno, os.strerror(error.errno or 0)) from None
                if error.errno != _HELD:
                    raise
    finally:
        os.lseek(handle, place, os.SEEK_SET)


def read_at(handle: int, size: int, place: int) -> bytes:
    """Return bytes of a file from a place on.

    Args:
        handle: The file.
        size: How many, at most.
        place: Where they begin.
    """
    if hasattr(os, "pread"):
        return os.pread(handle, size, place)
    os.lseek(handle, place, os.SEEK_SET)
    return os.read(handle, size)


def write_at(handle: int, data: bytes, place: int) -> int:
    """Write bytes at a place of a file, and return how many were written.

    Args:
        handle: The file.
        data: The bytes.
        place: Where they begin.
    """
    if hasattr(os, "pwrite"):
        return os.pwrite(handle, data, place)
    os.lseek(handle, place, os.SEEK_SET)
    return os.write(handle, data)


def is_own(owner: int) -> bool:
    """Say whether a file's owner is who runs this, where the system tells.

    Args:
        owner: ``st_uid`` of the file.
    """
    return not hasattr(os, "geteuid") or owner == os.geteuid()
