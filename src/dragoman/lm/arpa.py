"""ARPA files, compressed or not, into memory."""

from __future__ import annotations

import os

from dragoman._core import ArpaReader, LmNgrams
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.io.files import display_name, read_blocks
from dragoman.io.limits import line_limit


def read_arpa(path: str | os.PathLike[str], progress: Report | None = None) -> LmNgrams:
    """All n-grams of an ARPA file; anything malformed is a FormatError with its line."""
    reader = ArpaReader(display_name(path), line_limit())
    with shown(f"reading {display_name(path)}", progress) as report:
        for block in read_blocks(path, progress=report):
            reader.feed(block)
    return reader.finish()
