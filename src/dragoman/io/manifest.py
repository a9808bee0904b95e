"""The description of an artifact, ``model.toml``: its kind, settings, provenance, and what its files must be."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from dragoman.common.errors import ModelError
from dragoman.common.version import __version__
from dragoman.settings.setting_error import shown

MANIFEST = "model.toml"
FORMAT = 1
LONGEST_NAME = 200
LARGEST = 4 << 20
"""Bytes of a description, at most."""
MOST_DOTS = 100
"""In a line of it: the time to read a key grows with the square of its parts."""


def check_inside(path: Path, name: str) -> None:
    """Fail if a name in a model's directory is none, or a link to somewhere else: it would have us read files of the
    user."""
    if "\0" in name:
        raise ModelError(f"{path}: expected the name of a file, got {shown(name)}")
    home = os.path.realpath(path)
    if os.path.commonpath((home, os.path.realpath(path / name))) != home:
        raise ModelError(f"{path}: '{name}' is a link to somewhere else; put a copy in its place")


def read_manifest(path: Path) -> dict[str, Any]:
    """The description in ``path/model.toml``, checked to be one of ours."""
    file = path / MANIFEST
    if not path.exists():
        raise ModelError(f"{path}: expected a model directory, but there is nothing of this name")
    if not path.is_dir():
        raise ModelError(f"{path}: expected a model directory, found a file")
    if not file.is_file():
        raise ModelError(f"{path}: expected a model directory, but there is no {MANIFEST} in it")
    check_inside(path, MANIFEST)
    with file.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ModelError(f"{file}: a description has at most {LARGEST} bytes")
    if any(line.count(b".") > MOST_DOTS for line in data.split(b"\n")):
        raise ModelError(f"{file}: not a readable description (nested too deep)")
    try:
        manifest = tomllib.loads(data.decode("utf-8"))
    except ValueError as error:  # of TOML, of UTF-8, or of a number with thousands of digits
        raise ModelError(f"{file}: not a readable description ({error})") from None
    except RecursionError:
        raise ModelError(f"{file}: not a readable description (nested too deep)") from None
    tables = (manifest.get("files"), manifest.get("settings", {}), manifest.get("provenance", {}))
    if not isinstance(manifest.get("kind"), str) or not all(isinstance(t, dict) for t in tables):
        raise ModelError(f"{file}: not the description of a Dragoman model")
    if manifest.get("format") != FORMAT:
        raise ModelError(_other_format(file, manifest))
    for name, facts in manifest["files"].items():
        sound = (
            isinstance(facts, dict)
            and isinstance(facts.get("bytes"), int)
            and isinstance(facts.get("sha256"), str)
            and facts["sha256"].isalnum()
        )
        if (
            not sound
            or len(os.fsencode(name)) > LONGEST_NAME
            or Path(name).is_absolute()
            or ".." in Path(name).parts
        ):
            raise ModelError(f"{file}: the entry for {shown(name)} is not sound")
    return manifest


def _other_format(file: Path, manifest: dict[str, Any]) -> str:
    """What is said of an artifact whose format is another one than ours: who made it, and what to do."""
    found, maker = manifest.get("format"), shown(manifest.get("dragoman", "?"))
    if isinstance(found, int) and found > FORMAT:
        todo = f"it was made by a later version ({maker}); install that one, or train it again"
    else:
        todo = f"this version ({__version__}) cannot read it; train it again, or use the one that made it ({maker})"
    return f"{file}: expected format {FORMAT}, found {shown(found)}: {todo}"
