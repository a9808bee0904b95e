"""Chunks of a text that all tasks can read: numbers of lines, instead of the lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray


def line_ranges(lines: int, most: int) -> Iterator[bytes]:
    """Return the lines of a text in chunks.

    Args:
        lines: How many there are.
        most: How many a chunk has.
    """
    for begin in range(0, lines, most):
        yield msgspec.msgpack.encode((begin, min(begin + most, lines)))


def range_of(chunk: bytes) -> tuple[int, int]:
    """Return the first line of a chunk, and the line after its last.

    Args:
        chunk: One of ``line_ranges``.
    """
    return msgspec.msgpack.decode(chunk, type=tuple[int, int])


def lines_between(
    values: NDArray[Any], offsets: NDArray[np.uint64], begin: int, end: int
) -> tuple[NDArray[Any], NDArray[np.uint64]]:
    """Return what some lines have of a list of lists, and where each line starts in it.

    Args:
        values: What all lines have, end to end.
        offsets: Where each line starts, and the end.
        begin: The first line.
        end: The line after the last.
    """
    starts: NDArray[np.uint64] = offsets[begin : end + 1]
    first, last = int(starts[0]), int(starts[-1])
    return values[first:last], starts - np.uint64(first)
