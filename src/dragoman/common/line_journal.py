"""A text file that grows line by line and loses none: not when the disk is full, not when a process is killed.

``append`` returns when the line is safely on disk; if it cannot be written whole, the file is as it was before and the
error is the caller's. A line that was cut short all the same, by a power failure say, has no line end and does not
count; the next ``append`` takes its place. Several processes may append to one file.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from dragoman.common.outputs import naming, sync_directory

_TAIL = 1 << 16


def append(path: Path, line: str) -> None:
    """Adds a line; a file that is not there is made."""
    data = (line + "\n").encode()
    with naming(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            size = os.fstat(handle).st_size
            end = _end_of_lines(handle, size)
            try:
                _write(handle, data, end)
                os.ftruncate(handle, end + len(data))
                os.fsync(handle)
            except BaseException:
                os.ftruncate(handle, end)
                raise
        finally:
            os.close(handle)
    if size == 0:
        sync_directory(path.parent)


def read(path: Path) -> list[bytes]:
    """The whole lines."""
    return path.read_bytes().split(b"\n")[:-1]


def _end_of_lines(handle: int, size: int) -> int:
    """Where the last whole line ends."""
    end = size
    while end > 0:
        start = max(0, end - _TAIL)
        place = os.pread(handle, end - start, start).rfind(b"\n")
        if place >= 0:
            return start + place + 1
        end = start
    return 0


def _write(handle: int, data: bytes, place: int) -> None:
    """All of it: the system may write a part, and say so only by the number of bytes."""
    while data:
        count = os.pwrite(handle, data, place)
        data, place = data[count:], place + count
