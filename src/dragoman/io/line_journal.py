"""A text file that grows line by line and loses no line, even if the disk is full or a process is killed.

``append`` returns when the line is on disk. If it cannot be written completely, the file stays as it was before and
``append`` raises the error. If a line is cut short nevertheless, for example by a power failure, it has no line end and
does not count; the next ``append`` overwrites it. Several processes may append to one file.
"""

from __future__ import annotations

import os
from pathlib import Path

from dragoman.io.outputs import naming, sync_directory
from dragoman.io.system import OWN, lock, read_at, write_at

_TAIL = 1 << 16


def append(path: Path, line: str) -> None:
    """Adds a line; a file that is not there is made."""
    data = (line + "\n").encode()
    with naming(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | OWN, 0o666)
        try:
            lock(handle)
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
        place = read_at(handle, end - start, start).rfind(b"\n")
        if place >= 0:
            return start + place + 1
        end = start
    return 0


def _write(handle: int, data: bytes, place: int) -> None:
    """Writes all bytes: the system may write only a part and return the number of bytes."""
    while data:
        count = write_at(handle, data, place)
        data, place = data[count:], place + count
