"""Replaces a directory by a finished one in one step."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dragoman.io.access_rights import keep_rights
from dragoman.io.temporary import remove

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_TRIES = 100


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


def replace_directory(finished: Path, target: Path, check: Callable[[Path], None]) -> None:
    """Renames ``finished`` to ``target``; ``check`` raises if the present content of ``target`` may not be replaced.

    A directory that was there is removed only afterwards; its access rights are kept (``rights.py``). Several writers
    may replace the same directory at once: the complete directory of the last one stays.
    """
    aside: list[Path] = []
    done = False
    try:
        for number in range(_TRIES):
            check(target)
            try:
                keep_rights(finished, target)
            except FileNotFoundError:
                if target.exists():  # another writer has replaced it meanwhile
                    continue
            if _rename(finished, target) or _exchange(finished, target):
                done = True
                remove(finished)
                return
            aside.append(finished.with_suffix(f".{number}.old"))  # the system cannot exchange
            with suppress(FileNotFoundError):
                target.rename(aside[-1])
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    finally:
        # Once the new one has stood there, the place is empty only while another writer replaces it.
        if aside and not done:
            with suppress(OSError):
                aside[-1].rename(target)
        for old in aside:
            remove(old)


def _rename(finished: Path, target: Path) -> bool:
    """Renames it if nothing, or an empty directory, stands at the target; says whether it did."""
    try:
        finished.rename(target)
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
            return False
        raise
    return True
