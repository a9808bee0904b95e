"""Sentences that the page offers to click: a file with one a line, and after a tab what is said of it."""

from __future__ import annotations

import os

from dragoman.common.errors import FormatError
from dragoman.io.files import display_name, read_lines
from dragoman.serve.responses import Example

_MOST = 20


def read_examples(path: str | os.PathLike[str]) -> list[Example]:
    """Return the sentences of a file.

    Args:
        path: The file.
    """
    found: list[Example] = []
    for number, line in enumerate(read_lines(path), 1):
        text, _, note = line.rstrip("\n").partition("\t")
        if not text.strip():
            raise FormatError(
                "expected a sentence, and after a tab what is said of it", path, number
            )
        found.append({"text": text.strip(), "note": note.strip()})
        if len(found) > _MOST:
            raise FormatError(f"a page has at most {_MOST} examples", display_name(path), number)
    return found
