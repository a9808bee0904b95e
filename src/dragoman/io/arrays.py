"""Arrays in ``.npy`` files. A full disk is reported as such, and files are checked when they are opened.

The header is compared with the size of the file before a byte is mapped. So a file of unknown origin can hold wrong
numbers, but cannot make the reader use much memory or read beyond the end of the file.
"""

from __future__ import annotations

import ast
import os
import struct
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from dragoman.common.errors import ModelError

_LONGEST_HEADER = 4096
_PIECE = 1 << 24
TYPES = {np.dtype(kind) for kind in ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8")}
"""What an array may hold."""


def write_array(stream: IO[bytes], values: NDArray[Any]) -> None:
    """Writes an array as numpy does."""
    values = np.ascontiguousarray(values)
    npy.write_array_header_1_0(stream, npy.header_data_from_array_1_0(values))
    data = values.reshape(-1).view(np.uint8).data
    for start in range(0, len(data), _PIECE):
        stream.write(data[start : start + _PIECE])


class ArrayWriter:
    """Writes a matrix that comes in pieces, some rows at a time."""

    def __init__(self, path: Path, rows: int) -> None:
        self.rows = rows
        self._stream = path.open("wb")
        self._begun = False

    def add(self, rows: NDArray[Any]) -> None:
        """The next rows; all have the same columns and type."""
        if not self._begun:
            facts = npy.header_data_from_array_1_0(rows)
            npy.write_array_header_1_0(self._stream, {**facts, "shape": (self.rows, rows.shape[1])})
            self._begun = True
        self._stream.write(np.ascontiguousarray(rows).reshape(-1).view(np.uint8).data)

    def __enter__(self) -> ArrayWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()


def map_array(path: str | os.PathLike[str]) -> NDArray[Any]:
    """The array of a file, memory-mapped and read-only; ModelError unless the file is exactly one array."""
    with Path(path).open("rb") as stream:
        dtype, shape = _header(stream, path)
        begin, end = stream.tell(), stream.seek(0, 2)
        size = prod(shape) * dtype.itemsize
        if begin % dtype.itemsize or end - begin != size:
            raise ModelError(f"{path}: expected {size} bytes of array, found {end - begin}")
        if not size:
            return np.zeros(shape, dtype)
        mapped = np.memmap(stream, dtype, "r", begin, shape)
        return mapped.view(np.ndarray)  # which is indexed from Python in a third of the time


def _header(stream: IO[bytes], path: object) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """Type and shape; afterwards the stream is at the first number."""
    head = stream.read(10)
    text = b""
    if len(head) == 10 and head.startswith(b"\x93NUMPY\x01\x00"):
        (length,) = struct.unpack("<H", head[8:])
        text = stream.read(min(length, _LONGEST_HEADER))
    try:
        facts = ast.literal_eval(text.decode("ascii").strip())
        dtype = np.dtype(facts["descr"]) if isinstance(facts["descr"], str) else None
        shape = facts["shape"]
        sound = (
            dtype in TYPES
            and facts["fortran_order"] is False
            and isinstance(shape, tuple)
            and all(type(size) is int and 0 <= size < 2**62 for size in shape)
            and len(shape) in (1, 2)
        )
    except (ValueError, SyntaxError, TypeError, KeyError, RecursionError, MemoryError):
        sound = False
    if not sound or dtype is None:
        raise ModelError(f"{path}: not an array file")
    return dtype, shape
