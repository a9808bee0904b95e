"""Files that tasks leave for other tasks, in a directory that all machines have.

A file has the checksum of its content as its name. So a task may run twice, on two machines at once: both write the
same file, and nothing depends on who was first. Who reads one notices what is damaged.
"""

from __future__ import annotations

import hashlib
import secrets
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


def write_part(place: Path, data: bytes) -> str:
    """Write a part, and return its name.

    Args:
        place: The directory.
        data: The content.
    """
    name = checksum(data)
    final = place / name
    if not final.exists():
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
    if checksum(data) != name:
        raise ModelError(f"{place / name}: the file is damaged; run the same again")
    return data


def checksum(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal.

    Args:
        data: The bytes.
    """
    return hashlib.sha256(data).hexdigest()
