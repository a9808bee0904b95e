"""Access rights of a directory that takes the place of another one: nobody may read more of it than before.

What was there keeps its rights, file by file. A file that is new may be read by no more people than the least readable
file beside it, or the directory above it: it may hold the same texts.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

_READ_BY_ALL = 0o666


def keep_rights(finished: Path, target: Path) -> None:
    """Give a finished directory, and all that is in it, the rights of what is at ``target``."""
    before = _rights(target)
    least = _READ_BY_ALL
    for _, mode in before.values():
        least &= mode if stat.S_ISREG(mode) else _READ_BY_ALL
    # Directories last: a file in one that may not be read any more could not be reached.
    for name, (inode, mode) in reversed(_rights(finished).items()):
        own, wanted = before.get(name, (None, None))
        if inode == own or stat.S_ISLNK(mode):
            continue
        if wanted is None or stat.S_IFMT(wanted) != stat.S_IFMT(mode):
            wanted = mode & least if stat.S_ISREG(mode) else mode & before[Path()][1]
        if stat.S_IMODE(wanted) != stat.S_IMODE(mode):
            _set(finished / name, stat.S_IMODE(wanted))


def _rights(directory: Path) -> dict[Path, tuple[int, int]]:
    """The inode and the mode of a directory and of all that is in it, directories before what they hold."""
    paths = [directory, *sorted(directory.rglob("*"))]
    facts = ((path.relative_to(directory), path.lstat()) for path in paths)
    return {name: (one.st_ino, one.st_mode) for name, one in facts}


def _set(path: Path, mode: int) -> None:
    """Changes the rights of this file alone: one that is linked elsewhere becomes a copy."""
    if path.is_file() and path.stat().st_nlink > 1:
        copy = path.with_name(f"{path.name}.copy")
        shutil.copyfile(path, copy)
        with copy.open("rb") as stream:
            os.fsync(stream.fileno())
        copy.replace(path)
    path.chmod(mode)
