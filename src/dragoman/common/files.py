"""Reading and writing text, whatever it is compressed with, and never half of it.

``read_lines`` yields the lines of a file or of standard input (``-``), decompressed by content
(gzip, bzip2, xz, zstandard) and checked to be UTF-8. ``open_output`` writes to a temporary file that
takes its final name only when all of it is safely on disk. A line ends at a line feed and nowhere
else, so that line numbers mean the same here and in every other tool.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

from dragoman.common.errors import FormatError
from dragoman.common.gzip_blocks import GzipBlockWriter
from dragoman.common.temporary import temporary_beside

STANDARD_STREAM = "-"

_MAGIC = {
    b"\x1f\x8b": "gz",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zst",
}
_BZIP2_BLOCK = (b"1AY&SY", b"\x17rE8P\x90")
_CORRUPT = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error)


def display_name(path: str | os.PathLike[str], standard: str = "<stdin>") -> str:
    """The name that messages use for ``path``."""
    return standard if str(path) == STANDARD_STREAM else str(path)


def _compression_of(head: bytes) -> str | None:
    for magic, name in _MAGIC.items():
        if head.startswith(magic):
            if name == "bz2" and not head[4:].startswith(_BZIP2_BLOCK):
                return None
            return name
    return None


def open_binary(path: str | os.PathLike[str]) -> BinaryIO:
    """The decompressed bytes of a file, or of standard input for ``-``."""
    if str(path) == STANDARD_STREAM:
        raw = io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False))
    else:
        raw = io.BufferedReader(io.FileIO(path))
    kind = _compression_of(raw.peek(16)[:16])
    if kind == "gz":
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if kind == "bz2":
        return cast(BinaryIO, bz2.BZ2File(raw))
    if kind == "xz":
        return cast(BinaryIO, lzma.LZMAFile(raw))
    if kind == "zst":
        from dragoman.common.zstd import ZstandardReader

        return cast(BinaryIO, ZstandardReader(cast(BinaryIO, raw)))
    return cast(BinaryIO, raw)


def read_byte_lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The lines of a file as bytes without their line ends; damaged compression is a FormatError."""
    name = display_name(path)
    number = 0
    with open_binary(path) as stream:
        lines = iter(io.BufferedReader(cast(io.RawIOBase, stream), 1 << 18))
        while True:
            try:
                line = next(lines, None)
            except _CORRUPT as error:
                raise FormatError(
                    f"the compressed data is damaged ({error})", name, number + 1
                ) from None
            except OSError as error:
                if error.errno is not None:
                    raise
                raise FormatError(
                    f"the compressed data is damaged ({error})", name, number + 1
                ) from None
            if line is None:
                return
            number += 1
            line = line.removesuffix(b"\n").removesuffix(b"\r")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            yield line


def read_lines(path: str | os.PathLike[str]) -> Iterator[str]:
    """The lines of a UTF-8 file; bytes that are not UTF-8 are a FormatError with the line."""
    for number, line in enumerate(read_byte_lines(path), 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(
                f"expected UTF-8 text, found the byte 0x{line[error.start]:02x} at column {error.start + 1}",
                display_name(path),
                number,
            ) from None


def _compressor(stream: IO[bytes], suffix: str, level: int, threads: int) -> IO[bytes]:
    if suffix == ".gz":
        return cast(IO[bytes], GzipBlockWriter(stream, level=level, threads=threads))
    if suffix == ".bz2":
        return cast(IO[bytes], bz2.BZ2File(stream, "wb"))
    if suffix == ".xz":
        return cast(IO[bytes], lzma.LZMAFile(stream, "wb"))
    if suffix == ".zst":
        import zstandard

        return cast(IO[bytes], zstandard.ZstdCompressor().stream_writer(stream, closefd=False))
    return stream


def check_output(path: str | os.PathLike[str]) -> None:
    """Fails at once, before long work, if nothing can be written at ``path``."""
    if str(path) == STANDARD_STREAM:
        return
    folder = Path(path).parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


@contextmanager
def open_output(path: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """A UTF-8 text file that appears, whole, when the block ends well; ``-`` is standard output.

    The suffix chooses the compression. If the block raises, nothing is left behind and a file that
    was there before stays as it was.
    """
    with open_binary_output(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n", write_through=False)
        try:
            yield text
            text.flush()
        finally:
            with suppress(Exception):
                text.detach()


@contextmanager
def open_binary_output(
    path: str | os.PathLike[str], *, gzip_level: int = 6, threads: int = 1
) -> Iterator[BinaryIO]:
    """The same for bytes; ``threads`` compress a ``.gz`` file, the same for any number of them."""
    if str(path) == STANDARD_STREAM:
        sys.stdout.flush()
        out = sys.stdout.buffer
        yield cast(BinaryIO, out)
        out.flush()
        return
    final = Path(path)
    if final.exists() and not final.is_file():  # a device or a named pipe cannot be renamed onto
        with final.open("wb") as direct:
            yield cast(BinaryIO, direct)
        return
    temporary = temporary_beside(final)
    try:
        with temporary.open("wb") as raw:
            stream = _compressor(raw, final.suffix, gzip_level, threads)
            try:
                yield cast(BinaryIO, stream)
            except BaseException:
                if isinstance(stream, GzipBlockWriter):
                    stream.abandon()
                raise
            stream.flush()
            if stream is not raw:
                stream.close()
            raw.flush()
            os.fsync(raw.fileno())
        temporary.replace(final)
        sync_directory(final.parent)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno == errno.ENOSPC and not error.filename:
            error.filename = str(final)
        raise


def sync_directory(path: Path) -> None:
    """Makes a rename in this directory durable, where the system can."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
