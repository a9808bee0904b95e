"""What tasks read on all machines: copies in a shared directory, and models that stay open.

A copy has the checksum of its content as its name. It is made once and found again, by this run or by the next.
"""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from dragoman.io.finished_directory import digest, finished_directory, rename

P = ParamSpec("P")
T = TypeVar("T")
_OPEN: dict[tuple[Callable[..., object], str], object] = {}
_LOCK = threading.RLock()  # what is opened may open what it needs


def copied_to(shared: Path, path: Path) -> Path:
    """Return where the file or directory is in the shared directory, with a copy made if there is none.

    Args:
        shared: A directory that all machines have.
        path: The file or directory.
    """
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    found = hashlib.sha256()
    for file in files:
        if file.is_file():
            found.update(f"{file.relative_to(path)}\0{digest(file)}\0".encode())
    place = shared.resolve() / found.hexdigest()[:32]
    if not place.exists():
        try:
            with finished_directory(place, rename) as directory:
                if path.is_dir():
                    shutil.copytree(path, directory / path.name)
                else:
                    shutil.copy(path, directory)
        except OSError:
            if not place.exists():  # else another run was quicker
                raise
    return place / path.name


def kept_open(make: Callable[P, T], name: str, *what: P.args, **more: P.kwargs) -> T:
    """Return what ``make`` makes, or what this process has made before under this name.

    Args:
        make: Opens something; a function of a module.
        name: A checksum of all that it depends on.
        *what: What it takes.
        **more: What it takes by name.
    """
    with _LOCK:
        key = make, name
        if key not in _OPEN:
            for other in [one for one in _OPEN if one[0] is make]:
                del _OPEN[other]  # one of a kind at a time: models are large
            _OPEN[key] = make(*what, **more)
        return _OPEN[key]  # type: ignore[return-value]
