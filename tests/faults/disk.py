"""Disks that are full at a random byte.

``full_disk`` limits every file that the command's process writes, which needs no rights. ``small_disk`` puts what it
writes on a small file system in memory: all files together are limited, and the system fails where a real disk fails
(writing, making a folder, making a file). It has to mount one (``can_mount``).
"""

from __future__ import annotations

import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from faults.commands import OUT, Workshop, half_written, litter, results

PAGE = 4096
"""What files take on a file system in memory is rounded up to this."""


def full_disk(workshop: Workshop, command: str, random: Random) -> None:
    """Runs a command that can make files only up to some size."""
    largest = max(map(len, workshop.sound(command).values()))
    limit = min(int(2 ** random.uniform(0, largest.bit_length())), largest)
    folder = workshop.folder(command)
    where = f"{command} with files up to {limit} bytes"
    if _fails(workshop, command, folder, where, "File too large", lambda: _limit(limit)):
        _succeeds(workshop, command, folder, where)
    shutil.rmtree(folder)


def small_disk(workshop: Workshop, command: str, random: Random) -> None:
    """Runs a command on a disk that is too small for it, or just large enough."""
    pages = sum(-(-len(data) // PAGE) for data in workshop.sound(command).values())
    used = sum(-(-len(data) // PAGE) for data in workshop.before(command).values())
    limit = used + random.randint(1, 2 * pages + 2)
    folder = workshop.folder(command)
    where = f"{command} on a disk of {limit} pages"
    with _disk(folder, limit * PAGE):
        if _fails(workshop, command, folder, where, "No space left on device", None):
            _mount("-o", "remount,size=1g", str(folder / OUT))
            _succeeds(workshop, command, folder, where)
    shutil.rmtree(folder)


@cache
def can_mount() -> bool:
    """Whether this process may mount a file system."""
    with TemporaryDirectory() as place:
        try:
            _mount("-t", "tmpfs", "tmpfs", place)
        except (OSError, subprocess.CalledProcessError):
            return False
        _unmount(Path(place))
        return True


def _fails(
    workshop: Workshop,
    command: str,
    folder: Path,
    where: str,
    complaint: str,
    prepare: Callable[[], None] | None,
) -> bool:
    """Runs it. It fails with one sentence that does not blame an input and leaves nothing, or succeeds wholly."""
    sound, before = workshop.sound(command), workshop.before(command)
    code, said = workshop.run(command, folder, prepare)
    left = results(folder)
    if code == 0:
        assert left == sound, f"{where}: it succeeded with other results"
        return False
    assert code == 1, f"{where}: exit code {code}: {said}"
    assert "Traceback" not in said and said.count("dragoman: ") == 1, f"{where}: {said}"
    assert complaint in said, f"{where}: {said}"
    blamed = [word for word in said.split() if "world/" in word and f"/{OUT}/" not in f"/{word}"]
    assert not blamed, f"{where}: blames {blamed}"
    strange = half_written(left, before, before or sound)
    assert not strange, f"{where}: left behind {strange}"
    assert not litter(folder), f"{where}: left behind {litter(folder)}"
    return True


def _succeeds(workshop: Workshop, command: str, folder: Path, where: str) -> None:
    """Runs it once more, with enough space: it gives what it always gives."""
    code, said = workshop.run(command, folder)
    assert code == 0, f"{where}, then again: {said}"
    assert results(folder) == workshop.sound(command), (
        f"{where}: other results afterwards below {OUT}"
    )


def _limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@contextmanager
def _disk(folder: Path, size: int) -> Iterator[None]:
    """What lies below OUT is moved to a disk of this size."""
    place, aside = folder / OUT, folder / "aside"
    place.rename(aside)
    place.mkdir()
    _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place))
    try:
        shutil.copytree(aside, place, dirs_exist_ok=True)
        shutil.rmtree(aside)
        yield
    finally:
        _unmount(place)


def _mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)


def _unmount(place: Path) -> None:
    subprocess.run(["umount", "-l", str(place)], check=True, capture_output=True)
