"""Files that tasks leave for other tasks, in a directory that all machines have.

A file is named by what it is, the number of its task and the checksum of its content. So a task may run twice, on two
machines at once: both write the same file, and nothing depends on who was first. Who reads one notices what is damaged.
The checksum finds damage; it need not tell parts apart, so that a quick one will do.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dragoman.common.errors import ModelError
from dragoman.io.temporary import TemporaryPlace

MOST_BITS = 16
"""There are at most 2^16 buckets."""


@contextmanager
def workplace(directory: Path) -> Iterator[Path]:
    """Yield a new directory for parts, which is gone after the block, or when the next one is made after a crash.

    Args:
        directory: Where all machines can write.
    """
    directory.mkdir(parents=True, exist_ok=True)
    place = TemporaryPlace(directory.resolve() / "parts", directory=True)
    try:
        yield place.path
    finally:
        place.discard()


def bits_for(size: int, most: int) -> int:
    """Return for how many buckets (2 to this power) each has about ``most`` of something of this size at most.

    Args:
        size: How much there is.
        most: Of the same unit, for a bucket.
    """
    return min(max(size // max(most, 1), 0).bit_length(), MOST_BITS)


def write_part(place: Path, kind: str, number: int, data: bytes) -> str:
    """Write a part, and return its name.

    Args:
        place: The directory.
        kind: What it is.
        number: Whose it is, of all parts of this kind.
        data: The content.
    """
    name = f"{kind}.{number}.{checksum(data):08x}"
    final = place / name
    if not (final.exists() and final.stat().st_size == len(data)):
        # Another one may have written it, and a machine that failed may have left it shorter.
        temporary = place / f"{name}.{secrets.token_hex(8)}"
        temporary.write_bytes(data)
        temporary.replace(final)
    return name


def read_part(place: Path, name: str) -> bytes:
    """Return the content of a part.

    Args:
        place: The directory.
        name: Its name.
    """
    data = (place / name).read_bytes()
    check(data, int(name.rpartition(".")[2], 16), place / name)
    return data


def checksum(data: bytes) -> int:
    """Return a checksum, by which damage is noticed.

    Args:
        data: The bytes.
    """
    return zlib.crc32(data)


def check(data: bytes, expected: int, path: Path) -> None:
    """Refuse what is damaged.

    Args:
        data: What was read.
        expected: Its checksum when it was written.
        path: Where it is from.
    """
    if checksum(data) != expected:
        raise ModelError(f"{path}: the file is damaged; run the same again")
