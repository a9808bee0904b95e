"""Makes Python look as on Windows to whoever imports us afterwards: what is lacking there is lacking.

``fcntl`` and the flags and calls of Unix are gone, bytes of files are locked instead, directories cannot be opened, and
files that are open are not renamed. It is for a process of its own.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

LOCK, TRY = 1, 2
_open, _close, _rename, _replace = os.open, os.close, os.rename, os.replace
_held: dict[int, str] = {}
locked: list[int] = []
"""Places that were locked, to see that locks are asked for."""


def become_windows() -> None:
    """Change this process; nothing of ours may have been imported."""
    assert not any(name.startswith("dragoman") for name in sys.modules)
    msvcrt = ModuleType("msvcrt")
    msvcrt.LK_LOCK, msvcrt.LK_NBLCK = LOCK, TRY  # type: ignore[attr-defined]
    msvcrt.locking = _locking  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = msvcrt
    sys.modules["fcntl"] = None  # type: ignore[assignment]
    for name in (
        "O_NOFOLLOW",
        "O_DIRECTORY",
        "O_NONBLOCK",
        "O_CLOEXEC",
        "geteuid",
        "pread",
        "pwrite",
    ):
        delattr(os, name)
    del os.sysconf
    os.open, os.close = _opening, _closing  # type: ignore[assignment]
    os.rename, os.replace = _renaming(_rename), _renaming(_replace)
    import ctypes

    ctypes.CDLL = _no_library  # type: ignore[assignment,misc]


def _locking(handle: int, mode: int, size: int) -> None:
    place = os.lseek(handle, 0, os.SEEK_CUR)
    locked.append(place)
    wait = 0 if mode == LOCK else fcntl.LOCK_NB
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | wait, size, place)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


def _opening(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
    if not more and Path(os.fsdecode(path)).is_dir():
        raise PermissionError(errno.EACCES, "Permission denied", path)
    handle = _open(path, flags, mode, **more)
    _held[handle] = os.path.realpath(path)
    return handle


def _closing(handle: int) -> None:
    _held.pop(handle, None)
    _close(handle)


def _renaming(rename: Any) -> Any:
    def checked(source: Any, target: Any, **more: Any) -> None:
        if os.path.realpath(source) in _held.values():
            raise PermissionError(errno.EACCES, "used by another process", source)
        if Path(target).is_dir() and Path(source).is_dir():
            raise FileExistsError(errno.EEXIST, "File exists", target)
        rename(source, target, **more)

    return checked


def _no_library(*_: Any, **__: Any) -> None:
    raise TypeError("expected the name of a library")
