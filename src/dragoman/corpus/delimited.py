"""Bitexts in one file, a sentence pair on each line: ``source ||| target`` or tab-separated columns.

Columns after the second are further translations.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from dragoman.common.errors import FormatError
from dragoman.corpus.document import Sentence
from dragoman.corpus.parallel import one_line
from dragoman.io.files import display_name, open_output, read_lines

BARS = "|||"
TAB = "\t"
_NAMES = {BARS: "|||", TAB: "tabs"}


def read_delimited(path: str | os.PathLike[str], separator: str = BARS) -> Iterator[Sentence]:
    """Yield the sentence pairs of a file; every line must have as many columns as the first.

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
        separator: What stands between source and target.
    """
    columns = 0
    for number, line in enumerate(read_lines(path), 1):
        cells = [cell.strip(" ") for cell in line.split(separator)]
        columns = columns or max(len(cells), 2)
        if len(cells) != columns:
            raise FormatError(
                f"expected {columns} columns separated by {_NAMES.get(separator, separator)}, "
                f"found {len(cells)}",
                display_name(path),
                number,
            )
        yield Sentence(cells[0], tuple(cells[1:]))


def write_delimited(
    path: str | os.PathLike[str], sentences: Iterable[Sentence], separator: str = BARS
) -> None:
    """Write sentence pairs; text that contains the separator is refused.

    Args:
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        sentences: What is written.
        separator: What stands between source and target.
    """
    joint = f" {separator} " if separator == BARS else separator
    with open_output(path) as out:
        for number, sentence in enumerate(sentences, 1):
            cells = [one_line(text) for text in (sentence.source, *sentence.targets)]
            if any(separator in cell for cell in cells):
                raise FormatError(
                    f"sentence {number} contains the separator {_NAMES.get(separator, separator)}"
                )
            out.write(joint.join(cells))
            out.write("\n")
