"""Compressed files: gzip, bzip2, xz and zstandard, known by the ending of a name or by the first bytes."""

from __future__ import annotations

import bz2
import lzma
import os
from collections.abc import Callable
from pathlib import PurePath
from typing import IO, cast

from dragoman.io import zstd
from dragoman.io.gzip_blocks import GzipBlockWriter, member

MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\x00", ".zst": b"\x28\xb5\x2f\xfd"}
"""The ending of a file's name, and its first bytes."""


def uncompressed_suffix(path: str | os.PathLike[str]) -> str:
    """Return the ending of a file's name, without that of its compression, in small letters.

    Args:
        path: The file.
    """
    suffixes = [one.lower() for one in PurePath(path).suffixes]
    return next((one for one in reversed(suffixes) if one not in MAGIC), "")


def compressor(stream: IO[bytes], suffix: str, level: int, threads: int) -> IO[bytes]:
    """Return a file that compresses into another as an ending says; the same one, if it says nothing.

    Args:
        stream: The other file.
        suffix: The ending.
        level: Of gzip.
        threads: How many threads compress for gzip; the result does not depend on it.
    """
    if suffix == ".gz":
        return cast(IO[bytes], GzipBlockWriter(stream, level=level, threads=threads))
    if suffix == ".bz2":
        return cast(IO[bytes], bz2.BZ2File(stream, "wb"))
    if suffix == ".xz":
        return cast(IO[bytes], lzma.LZMAFile(stream, "wb"))
    if suffix == ".zst":
        return cast(IO[bytes], zstd.writer(stream))
    return stream


def pack(data: bytes, path: str | os.PathLike[str]) -> bytes:
    """Return data as a part of a file, compressed as its name says; every reader joins the parts of a file.

    Args:
        data: What is compressed.
        path: The file.
    """
    ways: dict[str, Callable[[bytes], bytes]] = {
        ".gz": member,
        ".bz2": bz2.compress,
        ".xz": lzma.compress,
        ".zst": zstd.pack,
    }
    way = ways.get(PurePath(path).suffix)
    return way(data) if data and way is not None else data
