"""Disks that are full at a random byte.

``full_disk`` limits every file that the verb's process writes, which needs no rights. ``small_disk`` puts what the verb
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


def full_disk(workshop: Workshop, verb: str, random: Random) -> None:
    """Runs a verb that can make files only up to some size."""
    largest = max(map(len, workshop.sound(verb).values()))
    limit = min(int(2 ** random.uniform(0, largest.bit_length())), largest)
    room = workshop.room(verb)
    where = f"{verb} with files up to {limit} bytes"
    if _fails(workshop, verb, room, where, "File too large", lambda: _limit(limit)):
        _succeeds(workshop, verb, room, where)
    shutil.rmtree(room)


def small_disk(workshop: Workshop, verb: str, random: Random) -> None:
    """Runs a verb on a disk that is too small for it, or just large enough."""
    pages = sum(-(-len(data) // PAGE) for data in workshop.sound(verb).values())
    used = sum(-(-len(data) // PAGE) for data in workshop.before(verb).values())
    limit = used + random.randint(1, 2 * pages + 2)
    room = workshop.room(verb)
    where = f"{verb} on a disk of {limit} pages"
    with _disk(room, limit * PAGE):
        if _fails(workshop, verb, room, where, "No space left on device", None):
            _mount("-o", "remount,size=1g", str(room / OUT))
            _succeeds(workshop, verb, room, where)
    shutil.rmtree(room)


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
    verb: str,
    room: Path,
    where: str,
    complaint: str,
    prepare: Callable[[], None] | None,
) -> bool:
    """Runs it. It fails with one sentence that does not blame an input and leaves nothing, or succeeds wholly."""
    sound, before = workshop.sound(verb), workshop.before(verb)
    code, said = workshop.run(verb, room, prepare)
    left = results(room)
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
    assert not litter(room), f"{where}: left behind {litter(room)}"
    return True


def _succeeds(workshop: Workshop, verb: str, room: Path, where: str) -> None:
    """Runs it once more, with enough space: it gives what it always gives."""
    code, said = workshop.run(verb, room)
    assert code == 0, f"{where}, then again: {said}"
    assert results(room) == workshop.sound(verb), f"{where}: other results afterwards below {OUT}"


def _limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@contextmanager
def _disk(room: Path, size: int) -> Iterator[None]:
    """What lies below OUT is moved to a disk of this size."""
    place, aside = room / OUT, room / "aside"
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
