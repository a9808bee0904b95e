"""Putting a finished directory in the place of another in one step."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def _exchange(first: Path, second: Path) -> bool:
    """Swaps two directories atomically, where the system can; says whether it did."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    names = os.fsencode(first), os.fsencode(second)
    return bool(renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE) == 0)


def replace_directory(finished: Path, target: Path) -> None:
    """Renames ``finished`` to ``target``; a directory that was there is removed only afterwards."""
    if not target.exists():
        finished.rename(target)
        return
    if target.is_dir() and _exchange(finished, target):
        shutil.rmtree(finished, ignore_errors=True)
        return
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    target.rename(old)
    finished.rename(target)
    if old.is_dir():
        shutil.rmtree(old, ignore_errors=True)
    else:
        old.unlink()
