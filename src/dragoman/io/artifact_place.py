"""Where an artifact may be written: never over files of the user."""

from __future__ import annotations

import os
from pathlib import Path

from dragoman.common.errors import ModelError
from dragoman.io.manifest import MANIFEST, read_manifest
from dragoman.io.outputs import check_folder, check_writable
from dragoman.io.temporary import final_place


def check_place(path: str | os.PathLike[str], kind: str) -> None:
    """Fails unless an artifact may be written at ``path``; called before long work begins.

    The place must be free, or an empty directory, or an artifact of the same kind without other files. Files of the
    user are never deleted.
    """
    place = final_place(path)
    check_folder(next(folder for folder in place.parents if folder.exists()))
    if place.is_dir():
        check_writable(place)
    check_contents(place, kind, str(path))


def check_contents(place: Path, kind: str, shown: str) -> None:
    """Fails if anything else than an artifact of this kind is there, whoever is replacing it meanwhile."""
    while True:
        before = stamp(place)
        if before is None:
            return
        if not place.is_dir():
            message = f"{shown}: there is a file in the place of the {kind}"
        else:
            strangers = _strangers(place, kind)
            if not strangers:
                return
            message = (
                f"{shown}: the {kind} would replace a directory that holds {strangers}; "
                "name another, or remove it"
            )
        if stamp(place) == before:
            raise ModelError(message)


def stamp(place: Path) -> tuple[int, ...] | None:
    """Numbers that identify a directory, to notice if another one replaced it; None if there is no directory."""
    try:
        facts = place.stat()
    except FileNotFoundError:
        return None
    return facts.st_dev, facts.st_ino, facts.st_ctime_ns


def _strangers(place: Path, kind: str) -> str:
    """The files of a directory that do not belong to an artifact of this kind, or an empty string."""
    try:
        files = sorted(
            file.relative_to(place)
            for file in place.rglob("*")
            if file.is_symlink() or not file.is_dir()
        )
    except FileNotFoundError:
        return "files that come and go"
    if not files:
        return ""
    try:
        manifest = read_manifest(place)
    except (ModelError, OSError):
        return f"'{files[0]}'"
    if manifest["kind"] != kind:
        article = "an" if manifest["kind"][:1] in ("a", "e", "i", "o", "u") else "a"
        return f"{article} {manifest['kind']}"
    for file in files:
        if file.name != MANIFEST and file.as_posix() not in manifest["files"]:
            return f"'{file}'"
    return ""
