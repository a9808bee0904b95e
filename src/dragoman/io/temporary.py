"""Temporary files and directories beside their final place, and what killed processes left of them.

    place = TemporaryPlace(final, directory=True)
    try:
        ...                              # write into place.path
        place.path.rename(final)
    finally:
        place.discard()                  # whatever is still at place.path

The name is random, and the file or directory is always new: an existing file, and above all a link, is never written
to. The writer holds a lock as long as it lives. So other processes recognise what a killed process left, and the next
writer to the same place removes it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from dragoman.io.system import OWN, WHOLE_LOCKS, flag, is_own, lock

_TRIES = 100
NO_HANDLE = -1
_ENDING = r"[0-9a-f]{16}\.tmp"
_LONGEST_NAME = 200


def final_place(path: str | os.PathLike[str]) -> Path:
    """The real place of an output at ``path``: links are followed, also to files that do not exist yet."""
    place = Path(os.path.realpath(path))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return place


class TemporaryPlace:
    """A file or directory that only this writer knows; ``handle`` is open on it and locked."""

    def __init__(self, final: Path, *, directory: bool = False) -> None:
        remove_leftovers(final)
        for _ in range(_TRIES):
            self.path = final.with_name(f"{_prefix(final)}{secrets.token_hex(8)}.tmp")
            with suppress(FileExistsError):
                # What replaces something is for its owner alone until it gets the rights of that.
                others = 0 if final.exists() else 0o077
                self.handle = _make(self.path, directory, 0o700 | others)
                if not WHOLE_LOCKS:
                    return
                lock(self.handle)
                if _same(self.handle, self.path):  # nobody took it for a leftover before the lock
                    return
                os.close(self.handle)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.path))

    def complete(self) -> None:
        """All is written and it may be renamed, which needs a closed file on some systems."""
        if not WHOLE_LOCKS:
            self._close()

    def discard(self) -> None:
        """Removes what lies at ``path`` (nothing, if it was renamed) and ends the lock."""
        if WHOLE_LOCKS:
            remove(self.path)
            self._close()
        else:
            self._close()
            remove(self.path)

    def _close(self) -> None:
        handle, self.handle = self.handle, NO_HANDLE
        if handle != NO_HANDLE:
            with suppress(OSError):
                os.close(handle)


def remove(path: Path) -> None:
    """Removes a file, a link or a directory with its content; ignores what cannot be removed."""
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def remove_leftovers(final: Path) -> None:
    """Removes unfinished versions of ``final`` whose writers are gone."""
    if not re.search(_ENDING + "$", final.parent.name):  # a new temporary place has no leftovers
        _remove_unlocked_in(final.parent, re.escape(_prefix(final)))


def remove_leftovers_in(directory: Path) -> None:
    """The same for everything that was being written in a directory."""
    _remove_unlocked_in(directory, r"\..+\.")


def _remove_unlocked_in(directory: Path, prefix: str) -> None:
    if not WHOLE_LOCKS:
        return  # nothing tells whether a writer is at work
    ours = re.compile(prefix + _ENDING)
    try:
        names = [entry.name for entry in os.scandir(directory)]
    except OSError:
        return
    for name in names:
        if ours.fullmatch(name):
            _remove_unlocked(directory / name)


def _remove_unlocked(path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDONLY | flag("O_NOFOLLOW") | flag("O_NONBLOCK") | OWN)
    except OSError:
        return  # we never make links
    try:
        kind = os.fstat(handle)
        if is_own(kind.st_uid) and (stat.S_ISREG(kind.st_mode) or stat.S_ISDIR(kind.st_mode)):
            lock(handle, wait=False)
            remove(path)
    except OSError:
        pass  # its writer is at work
    finally:
        os.close(handle)


def _prefix(final: Path) -> str:
    name = os.fsencode(final.name)
    short = name if len(name) <= _LONGEST_NAME else hashlib.sha256(name).hexdigest().encode()
    return f".{os.fsdecode(short)}."


def _make(path: Path, directory: bool, rights: int) -> int:
    """Makes it, which fails if anything is there, and opens it."""
    if directory:
        path.mkdir(rights)
        if not WHOLE_LOCKS:
            return NO_HANDLE
        try:
            return os.open(path, os.O_RDONLY | flag("O_DIRECTORY") | flag("O_NOFOLLOW") | OWN)
        except FileNotFoundError:  # taken for a leftover: another name will do
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | flag("O_NOFOLLOW") | OWN
    return os.open(path, flags, rights & 0o666)


def _same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False
