"""Zstandard files: the standard library's module (from Python 3.14 on), or its backport for earlier versions."""

from __future__ import annotations

import sys
from typing import IO

if sys.version_info >= (3, 14):
    from compression.zstd import CompressionParameter, ZstdError, ZstdFile, compress
else:
    from backports.zstd import CompressionParameter, ZstdError, ZstdFile, compress

__all__ = ["ZstdError", "pack", "reader", "writer"]


def reader(raw: IO[bytes]) -> ZstdFile:
    """The decompressed bytes of all frames; EOFError if the last one is cut short, ZstdError if one is damaged."""
    return ZstdFile(raw)


def writer(raw: IO[bytes]) -> ZstdFile:
    """A compressed file with a checksum, so that damage is noticed when it is read."""
    return ZstdFile(raw, "w", options={CompressionParameter.checksum_flag: 1})


def pack(data: bytes) -> bytes:
    """Data as one frame with a checksum; frames one after the other are one file."""
    return compress(data, options={CompressionParameter.checksum_flag: 1})
