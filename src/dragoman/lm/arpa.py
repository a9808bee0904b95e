"""ARPA files, compressed or not, into memory."""

from __future__ import annotations

import lzma
import os
import zlib
from collections.abc import Iterator

from dragoman._core import ArpaReader, LmNgrams
from dragoman.common.errors import FormatError
from dragoman.common.files import display_name, open_binary

_CHUNK = 1 << 20
_DAMAGE = (EOFError, OSError, lzma.LZMAError, zlib.error)


def read_pieces(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The decompressed content of a file (``-`` is standard input) in pieces."""
    with open_binary(path) as stream:
        while True:
            try:
                data = stream.read(_CHUNK)
            except _DAMAGE as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                name = display_name(path)
                raise FormatError(f"the compressed data is damaged ({error})", name) from None
            if not data:
                return
            yield data


def read_arpa(path: str | os.PathLike[str]) -> LmNgrams:
    """All n-grams of an ARPA file; anything malformed is a FormatError with its line."""
    reader = ArpaReader(display_name(path))
    for piece in read_pieces(path):
        reader.feed(piece)
    return reader.finish()
