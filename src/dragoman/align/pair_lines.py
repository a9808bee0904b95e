"""Pairs of lines of an endless input, from two files or from one with a tab between the sides.

A line that cannot be used (not UTF-8, too long, without its tab) is an error in the place of its pair, so that the
caller may go on after it. Each pair comes with checksums of the input up to it, by which a later run notices that what
it goes on with is not what an earlier run has read.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from dragoman.align.line_aligner import Pair
from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.parallel import PathName, lockstep_of
from dragoman.io.files import display_name, not_utf8, read_lines_or_faults

Line = bytes | FormatError


class NumberedPair(NamedTuple):
    """A pair and the checksum of each file up to and with its line."""

    pair: Pair
    checksums: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of characters."""
        return 0 if isinstance(self.pair, FormatError) else len(self.pair[0]) + len(self.pair[1])


def read_pairs(
    paths: Sequence[PathName], done: int = 0, checksums: Sequence[int] = ()
) -> Iterator[NumberedPair]:
    """The pairs of two files of lines, or of one file of ``source TAB target``.

    The first ``done`` pairs are read over; they must have these checksums.
    """
    lines = _checked(lockstep_of([read_lines_or_faults(path) for path in paths], paths))
    if done:
        skipped = deque(enumerate(islice(lines, done), 1), maxlen=1)
        if not skipped or skipped[0][0] < done or skipped[0][1][1] != tuple(checksums):
            raise ConfigError(
                f"{' and '.join(map(display_name, paths))}: the first {done} pairs are not those that the journal "
                "has recorded: align the same text, or name another journal"
            )
    for number, (found, sums) in enumerate(lines, done + 1):
        yield NumberedPair(_pair(found, paths, number), sums)


def _checked(
    lines: Iterator[tuple[Line, ...]],
) -> Iterator[tuple[tuple[Line, ...], tuple[int, ...]]]:
    sums: tuple[int, ...] = ()
    for found in lines:
        parts = (line if isinstance(line, bytes) else b"\0" for line in found)
        sums = tuple(
            zlib.crc32(b"\n", zlib.crc32(part, before))
            for part, before in zip(parts, sums or (0,) * len(found), strict=True)
        )
        yield found, sums


def _pair(found: tuple[Line, ...], paths: Sequence[PathName], number: int) -> Pair:
    texts = []
    for line, path in zip(found, paths, strict=True):
        if isinstance(line, FormatError):
            return line
        try:
            texts.append(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            return not_utf8(error, path, number)
    if len(paths) == 1:
        texts = texts[0].split("\t")
        if len(texts) != 2:
            reason = f"expected source TAB target, found {len(texts) - 1} tabs"
            return FormatError(reason, display_name(paths[0]), number)
    return texts[0], texts[1]
