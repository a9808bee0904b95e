"""Reads text, compressed or not (``outputs`` writes it).

``read_lines`` yields the lines of a file or of standard input (``-``), decompressed by content
(gzip, bzip2, xz, zstandard) and checked to be UTF-8. A line ends at a line feed and nowhere
else, so that line numbers mean the same here and in every other tool.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from dragoman.common.errors import FormatError
from dragoman.common.progress import Report
from dragoman.io import zstd
from dragoman.io.compression import MAGIC
from dragoman.io.limits import BLOCK, line_limit, too_long
from dragoman.io.outputs import (
    STANDARD_STREAM,
    NamedFile,
    check_output,
    open_binary_output,
    open_output,
)

__all__ = [
    "STANDARD_STREAM",
    "check_output",
    "display_name",
    "is_input_empty",
    "not_utf8",
    "open_binary",
    "open_binary_output",
    "open_output",
    "read_blocks",
    "read_byte_lines",
    "read_lines",
    "read_lines_or_faults",
]

_BZIP2_BLOCK = (b"1AY&SY", b"\x17rE8P\x90")
CORRUPT = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, zstd.ZstdError)
"""The exceptions of the decompressing modules for damaged data."""
_BUFFER = 1 << 18
_ENDS = 5
"""Bytes that do not belong to the text of a line: a byte order mark, a carriage return, a line feed."""


def display_name(path: str | os.PathLike[str], standard: str = "<stdin>") -> str:
    """The name that messages use for ``path``."""
    return standard if str(path) == STANDARD_STREAM else str(path)


def is_input_empty() -> bool:
    """Whether standard input is known to bring nothing: a terminal, an empty file, ``/dev/null``. Nothing is read."""
    number = sys.stdin.fileno()
    if os.isatty(number):
        return True
    facts = os.fstat(number)
    return stat.S_ISCHR(facts.st_mode) or (stat.S_ISREG(facts.st_mode) and facts.st_size == 0)


def _compression_of(head: bytes) -> str | None:
    for suffix, magic in MAGIC.items():
        if head.startswith(magic):
            if suffix == ".bz2" and not head[4:].startswith(_BZIP2_BLOCK):
                return None
            return suffix
    return None


def open_binary(path: str | os.PathLike[str]) -> BinaryIO:
    """The decompressed bytes of a file, or of standard input for ``-``."""
    return _decompressed(_open_raw(path))


def _open_raw(path: str | os.PathLike[str]) -> io.BufferedReader:
    if str(path) == STANDARD_STREAM:
        return io.BufferedReader(
            NamedFile(os.dup(sys.stdin.fileno()), "r", display_name(path)), _BUFFER
        )
    return io.BufferedReader(NamedFile(os.fspath(path), "r", path), _BUFFER)


def _decompressed(raw: io.BufferedReader) -> BinaryIO:
    kind = _compression_of(raw.peek(16)[:16])
    if kind == ".gz":
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if kind == ".bz2":
        return cast(BinaryIO, bz2.BZ2File(raw))
    if kind == ".xz":
        return cast(BinaryIO, lzma.LZMAFile(raw))
    if kind == ".zst":
        return cast(BinaryIO, zstd.reader(raw))
    return cast(BinaryIO, raw)


def read_blocks(
    path: str | os.PathLike[str], size: int = BLOCK, progress: Report | None = None
) -> Iterator[bytes]:
    """The decompressed bytes of a file in pieces of at most ``size``; damaged compression is a FormatError.

    ``progress`` hears how many bytes of the file, compressed as it is, were read.
    """
    name = display_name(path)
    raw = _open_raw(path)
    facts = os.fstat(raw.fileno())
    total = facts.st_size if stat.S_ISREG(facts.st_mode) else 0
    with _decompressed(raw) as stream:
        while True:
            if progress is not None:
                progress(raw.tell() if total else 0, total)
            try:
                block = stream.read(size)
            except (*CORRUPT, OSError) as error:
                raise _damage(error, name) from None
            if not block:
                return
            yield block


def read_byte_lines(path: str | os.PathLike[str], limit: int | None = None) -> Iterator[bytes]:
    """The lines of a file as bytes without their line ends; damaged compression is a FormatError.

    A line of more than ``limit`` bytes is one too (``limits.line_limit`` if none is given), and no more of it is read.
    A line of a pipe that is not compressed is yielded as soon as it is whole.
    """
    for line in _byte_lines(path, limit):
        if isinstance(line, FormatError):
            raise line
        yield line


def read_lines_or_faults(
    path: str | os.PathLike[str], limit: int | None = None
) -> Iterator[bytes | FormatError]:
    """The same, with an error in the place of a line that is too long; reading goes on after it."""
    return _byte_lines(path, limit)


def _byte_lines(path: str | os.PathLike[str], limit: int | None) -> Iterator[bytes | FormatError]:
    name = display_name(path)
    limit = line_limit() if limit is None else limit
    number = 0
    with open_binary(path) as stream:
        buffered = isinstance(stream, io.BufferedReader)
        lines = stream if buffered else io.BufferedReader(cast(io.RawIOBase, stream), _BUFFER)
        while True:
            try:
                line = lines.readline(limit + _ENDS)
            except (*CORRUPT, OSError) as error:
                raise _damage(error, name, number + 1) from None
            if not line:
                return
            number += 1
            whole = line.endswith(b"\n")
            line = line.removesuffix(b"\n").removesuffix(b"\r")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if len(line) <= limit:
                yield line
                continue
            yield FormatError(too_long(limit), name, number)
            while not whole:
                try:
                    line = lines.readline(_BUFFER)
                except (*CORRUPT, OSError) as error:
                    raise _damage(error, name, number) from None
                whole = not line or line.endswith(b"\n")


def _damage(error: Exception, name: str, line: int = 0) -> Exception:
    """The exception for failed reading: a FormatError, unless the disk itself failed."""
    if isinstance(error, OSError) and error.errno is not None:
        return error
    return FormatError(f"the compressed data is damaged ({error})", name, line)


def read_lines(path: str | os.PathLike[str], limit: int | None = None) -> Iterator[str]:
    """The lines of a UTF-8 file; bytes that are not UTF-8 are a FormatError with the line."""
    for number, line in enumerate(read_byte_lines(path, limit), 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise not_utf8(error, path, number) from None


def not_utf8(error: UnicodeDecodeError, path: str | os.PathLike[str], line: int) -> FormatError:
    """What is wrong with a line that is not UTF-8."""
    return FormatError(
        f"expected UTF-8 text, found the byte 0x{error.object[error.start]:02x} at column {error.start + 1} "
        "(if it is Latin-1: iconv -f latin1 -t utf-8)",
        display_name(path),
        line,
    )
