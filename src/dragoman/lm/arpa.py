"""ARPA files, compressed or not, into memory."""

from __future__ import annotations

import lzma
import os
import zlib

from dragoman._core import ArpaReader, LmNgrams
from dragoman.common.errors import FormatError
from dragoman.common.files import display_name, open_binary

_CHUNK = 1 << 22
_DAMAGE = (EOFError, OSError, lzma.LZMAError, zlib.error)


def read_arpa(path: str | os.PathLike[str]) -> LmNgrams:
    """All n-grams of an ARPA file; anything malformed is a FormatError with its line."""
    name = display_name(path)
    reader = ArpaReader(name)
    with open_binary(path) as stream:
        while True:
            try:
                data = stream.read(_CHUNK)
            except _DAMAGE as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise FormatError(f"the compressed data is damaged ({error})", name) from None
            if not data:
                break
            reader.feed(data)
    return reader.finish()
