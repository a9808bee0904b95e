"""Writes files so that they appear only when they are complete.

``open_output`` writes to a temporary file that gets its final name only when all of it is on disk
(``finished_directory.py`` does the same for directories). Links are followed, the access rights of a file that is
replaced are kept, and errors name the file.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from dragoman.io.compression import compressor
from dragoman.io.gzip_blocks import GzipBlockWriter
from dragoman.io.temporary import TemporaryPlace, final_place

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

STANDARD_STREAM = "-"
_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Adds the name of this file to errors of the system that do not name a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


class NamedFile(io.FileIO):
    """An open file whose errors have its final name (errors of the system do not say which file)."""

    def __init__(self, handle: int | str, mode: str, shown: str | os.PathLike[str]) -> None:
        super().__init__(handle, mode)
        self._shown = shown

    def write(self, data: ReadableBuffer, /) -> int:
        """As ``io.FileIO`` does it."""
        with naming(self._shown):
            return super().write(data)

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As ``io.FileIO`` does it."""
        with naming(self._shown):
            return super().readinto(buffer)

    def sync(self) -> None:
        """Makes sure that all written data is on the disk."""
        with naming(self._shown):
            os.fsync(self.fileno())


def check_output(path: str | os.PathLike[str]) -> None:
    """Fails at once, before long work, if no file can be written at ``path``."""
    if str(path) == STANDARD_STREAM:
        return
    final = final_place(path)
    if final.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if final.exists():
        check_writable(final)
    if not _special(path, final):
        check_folder(final.parent)


def check_folder(folder: Path) -> None:
    """Fails unless new files can be made in a folder."""
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    check_writable(folder)


def check_writable(path: Path) -> None:
    """Fails if this process may not change a file or folder, such as one that was made read-only.

    Another writer may be replacing it: it is looked at again if it changed between the two checks.
    """
    while not os.access(path, os.W_OK):
        if (before := _identity(path)) is None:
            return
        if not os.access(path, os.W_OK) and _identity(path) == before:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another of the same name; None if there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


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
        with naming("standard output"):
            yield cast(BinaryIO, out)
            out.flush()
        return
    final = final_place(path)
    if _special(path, final):  # a device or a named pipe cannot be renamed onto
        with io.BufferedWriter(NamedFile(str(path), "w", path)) as direct:
            yield cast(BinaryIO, direct)
        return
    check_output(path)
    place = TemporaryPlace(final)
    try:
        raw = NamedFile(os.dup(place.handle), "w", path)
        with io.BufferedWriter(raw) as buffered:
            suffix = Path(path).suffix
            stream = compressor(cast(IO[bytes], buffered), suffix, gzip_level, threads)
            try:
                yield cast(BinaryIO, stream)
            except BaseException:
                if isinstance(stream, GzipBlockWriter):
                    stream.abandon()
                raise
            stream.flush()
            if stream is not buffered:
                stream.close()
            buffered.flush()
            raw.sync()
        place.complete()
        put_in_place(place.path, final)
    finally:
        place.discard()


def put_in_place(finished: Path, final: Path) -> None:
    """Renames a finished file to its final name; the access rights of what was there are kept."""
    with suppress(FileNotFoundError):
        finished.chmod(stat.S_IMODE(final.stat().st_mode) & 0o777)
    finished.replace(final)
    sync_directory(final.parent)


def sync_directory(path: Path) -> None:
    """Makes a rename in this directory durable, where the system can."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _special(path: str | os.PathLike[str], final: Path) -> bool:
    """Whether it is not a file on a disk but a device, a named pipe, or a name for an open stream."""
    if str(path).startswith(_STREAMS):
        return True
    return final.exists() and not final.is_file() and not final.is_dir()
