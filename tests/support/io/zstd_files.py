"""Zstandard in memory."""

from __future__ import annotations

import io

from dragoman.io import zstd


def compress_zstd(data: bytes) -> bytes:
    made = io.BytesIO()
    with zstd.writer(made) as out:
        out.write(data)
    return made.getvalue()
