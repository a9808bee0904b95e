"""ARPA files, compressed or not, into memory."""

from __future__ import annotations

import os

from dragoman._core import ArpaReader, LmNgrams
from dragoman.common.files import display_name, read_blocks
from dragoman.common.limits import line_limit


def read_arpa(path: str | os.PathLike[str]) -> LmNgrams:
    """All n-grams of an ARPA file; anything malformed is a FormatError with its line."""
    reader = ArpaReader(display_name(path), line_limit())
    for block in read_blocks(path):
        reader.feed(block)
    return reader.finish()
