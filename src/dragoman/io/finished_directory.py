"""Finished directories: they appear at their place, whole, when all that they hold is on the disk.

    with finished_directory("de-en.rules", replacing(check)) as directory:
        ...                              # write into directory

An artifact, the result of a stage, a folder of translated documents and a sample world are made in this way. They
differ in how they take their place: nothing stands there (``rename``), the old one goes (``replacing``), or files
join those that are there (``output_folder``).
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.io.directory_swap import replace_directory
from dragoman.io.outputs import check_folder, naming, put_in_place, sync_directory
from dragoman.io.temporary import TemporaryPlace, final_place

Put = Callable[[Path, Path], None]
"""Brings a finished directory to its place."""


@contextmanager
def finished_directory(path: str | os.PathLike[str], put: Put) -> Iterator[Path]:
    """Yield a temporary directory, which takes its place at ``path`` when the block ends well.

    If the block or anything after it raises, nothing is left behind, and errors of the system name the final place.

    Args:
        path: The place; links are followed, folders above it are made.
        put: Brings the directory there.
    """
    shown, final = Path(path), final_place(path)
    final.parent.mkdir(parents=True, exist_ok=True)
    temporary = TemporaryPlace(final, directory=True)
    try:
        yield temporary.path
        _sync(temporary.path, shown)
        put(temporary.path, final)
        sync_directory(final.parent)
    except OSError as error:
        _name_finally(error, temporary.path, shown)
        raise
    finally:
        temporary.discard()


def rename(finished: Path, final: Path) -> None:
    """Take a place where nothing stands."""
    finished.rename(final)


def replacing(check: Callable[[Path], None]) -> Put:
    """Return how to take the place of what stands there, in one step.

    Args:
        check: Raises if what stands at a place may not be replaced.
    """
    return lambda finished, final: replace_directory(finished, final, check)


@contextmanager
def output_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield where to write files, which all appear in the folder ``path`` when the block ends well.

    The folder is made if need be; other files that it holds stay, files of the same names are replaced.

    Args:
        path: The folder.
    """
    check_output_folder(path)
    with finished_directory(path, _join) as directory:
        yield directory


def check_output_folder(path: str | os.PathLike[str]) -> None:
    """Fail at once, before long work, if ``path`` is not a folder and cannot be created as one.

    Args:
        path: The folder.
    """
    final = final_place(path)
    if final.exists() and not final.is_dir():
        raise ConfigError(f"{path}: expected a folder, or nothing, found a file")
    nearest = next(folder for folder in (final, *final.parents) if folder.exists())
    check_folder(nearest)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal.

    Args:
        path: The file.
    """
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _join(finished: Path, final: Path) -> None:
    """Move the files into the folder that is there, each whole."""
    if not final.exists():
        finished.rename(final)
        return
    names = sorted(file.relative_to(finished) for file in finished.rglob("*") if file.is_file())
    for name in names:
        if (final / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(final / name))
    for name in names:
        (final / name).parent.mkdir(parents=True, exist_ok=True)
        put_in_place(finished / name, final_place(final / name))


def _sync(directory: Path, shown: Path) -> None:
    """Make sure that all of a directory is on the disk."""
    for path in (*directory.rglob("*"), directory):
        if path.is_dir():
            sync_directory(path)
        elif path.is_file():
            with path.open("rb") as stream, naming(shown / path.relative_to(directory)):
                os.fsync(stream.fileno())


def _name_finally(error: OSError, temporary: Path, final: Path) -> None:
    """Make an error name the final place, which the user knows, instead of the temporary one."""
    with suppress(ValueError, TypeError):
        error.filename = str(final / Path(os.fsdecode(error.filename)).relative_to(temporary))
