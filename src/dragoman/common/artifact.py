"""Artifacts: directories of memory-mapped arrays with a readable description and checksums.

A language model, a rule table, an aligner and a whole translation model are artifacts: a directory with
``model.toml`` (its kind, settings, provenance, and size and SHA-256 of every file), arrays as ``NAME.npy`` and
texts. It is written under a temporary name and renamed when complete, so that a half-written one never
bears the final name. It is opened by memory-mapping: start-up is instant and processes share pages.

    with ArtifactWriter("lm", kind="language-model") as out:
        out.settings["order"] = 5
        out.array("probabilities", values)
    lm = Artifact.open("lm", kind="language-model")
    lm.array("probabilities")

A file is hashed when it is met for the first time on a machine; the stamp (size, times, inode) of a file found
sound is remembered in the user's cache, so that later openings need not read it (``trusted.py``).
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tomllib
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import tomli_w
from numpy.typing import NDArray

from dragoman.common import trusted
from dragoman.common.errors import ModelError
from dragoman.common.exchange import replace_directory
from dragoman.common.files import sync_directory
from dragoman.common.temporary import temporary_beside
from dragoman.common.version import __version__

MANIFEST = "model.toml"
FORMAT = 1


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _sync(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


class ArtifactWriter:
    """Writes an artifact; use it as a context manager. Nothing appears unless the block ends well."""

    def __init__(self, path: str | os.PathLike[str], kind: str) -> None:
        self.path = Path(path)
        self.kind = kind
        self.settings: dict[str, Any] = {}
        self.provenance: dict[str, Any] = {}
        self.tables: dict[str, Any] = {}
        """Further top-level tables of ``model.toml``, such as weights."""

    def __enter__(self) -> ArtifactWriter:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.directory = temporary_beside(self.path)
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir()
        return self

    def file(self, name: str) -> Path:
        """Where to write the file ``name`` (which may lie in a sub-directory) of this artifact."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def array(self, name: str, values: NDArray[Any]) -> None:
        """Stores an array as ``name.npy``."""
        file = self.file(f"{name}.npy")
        try:
            np.save(file, np.ascontiguousarray(values), allow_pickle=False)
        except OSError as error:
            if error.errno is None:  # numpy says only how many items it could not write
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path)) from None
            raise

    def text(self, name: str, content: str) -> None:
        """Stores a text file."""
        self.file(name).write_text(content, encoding="utf-8", newline="\n")

    def include(self, name: str, artifact: Artifact) -> None:
        """Copies another artifact into the sub-directory ``name``, hard-linked where possible."""
        source = artifact.path
        for path in sorted(p for p in source.rglob("*") if p.is_file()):
            target = self.file(f"{name}/{path.relative_to(source).as_posix()}")
            try:
                os.link(path, target)
            except OSError:
                shutil.copyfile(path, target)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            shutil.rmtree(self.directory, ignore_errors=True)

    def _finish(self) -> None:
        files: dict[str, Any] = {}
        paths = sorted(p for p in self.directory.rglob("*") if p.is_file())
        for path in paths:
            name = path.relative_to(self.directory).as_posix()
            if Path(name).name == MANIFEST and name != MANIFEST:
                continue  # a component's own manifest: weights in it may be edited by hand
            _sync(path)
            files[name] = {"bytes": path.stat().st_size, "sha256": _digest(path)}
        manifest = {
            "kind": self.kind,
            "format": FORMAT,
            "dragoman": __version__,
            "settings": self.settings,
            **self.tables,
            "provenance": self.provenance,
            "files": files,
        }
        target = self.directory / MANIFEST
        target.write_text(tomli_w.dumps(manifest), encoding="utf-8")
        _sync(target)
        sync_directory(self.directory)
        replace_directory(self.directory, self.path)
        sync_directory(self.path.parent)
        trusted.remember(self.path / name for name in files)


class Artifact:
    """An artifact on disk, opened for reading."""

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], kind: str | None = None, *, rehash: bool = False
    ) -> Artifact:
        """Opens the artifact at ``path`` and makes sure that it is whole and of this kind.

        ``rehash`` reads every file again, although it was found sound before.
        """
        place = Path(path)
        artifact = cls(place, read_manifest(place))
        found = artifact.kind
        if kind is not None and found != kind:
            raise ModelError(f"{place}: expected a {kind}, found a {found}")
        artifact._check_files(rehash)
        return artifact

    @property
    def kind(self) -> str:
        """What the artifact is, such as ``language-model``."""
        return str(self.manifest["kind"])

    @property
    def settings(self) -> dict[str, Any]:
        """How it was made to behave."""
        settings: dict[str, Any] = self.manifest.get("settings", {})
        return settings

    @property
    def provenance(self) -> dict[str, Any]:
        """Where it came from."""
        provenance: dict[str, Any] = self.manifest.get("provenance", {})
        return provenance

    def has(self, name: str) -> bool:
        """Whether the array ``name`` is part of it."""
        return f"{name}.npy" in self.manifest["files"]

    def array(self, name: str, dtype: Any = None) -> NDArray[Any]:
        """The array ``name``, memory-mapped and read-only; of this type, if one is given."""
        file = self.path / f"{name}.npy"
        if not self.has(name):
            raise ModelError(f"{self.path}: the {self.kind} lacks the array '{name}'")
        try:
            values: NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
        except ValueError as error:
            if file.stat().st_size and "mmap" in str(error).lower():
                values = np.load(file, allow_pickle=False)
            else:
                raise ModelError(f"{file}: not an array file ({error})") from None
        if dtype is not None and values.dtype != np.dtype(dtype):
            raise ModelError(
                f"{file}: expected an array of {np.dtype(dtype)}, found {values.dtype}"
            )
        return values

    def text(self, name: str) -> str:
        """The text file ``name``."""
        if name not in self.manifest["files"]:
            raise ModelError(f"{self.path}: the {self.kind} lacks the file '{name}'")
        return (self.path / name).read_text(encoding="utf-8")

    def component(self, name: str, kind: str | None = None) -> Artifact:
        """The artifact in the sub-directory ``name``; its files are checked with this one's."""
        inner = Artifact(self.path / name, read_manifest(self.path / name))
        if kind is not None and inner.kind != kind:
            raise ModelError(f"{inner.path}: expected a {kind}, found a {inner.kind}")
        return inner

    def unchanged(self) -> bool:
        """Whether what lies on disk is still what was opened."""
        try:
            return read_manifest(self.path) == self.manifest
        except (ModelError, OSError):
            return False

    def _check_files(self, rehash: bool) -> None:
        fresh = []
        for name, facts in self.manifest["files"].items():
            file = self.path / name
            if not file.is_file():
                raise ModelError(f"{self.path}: the file '{name}' is missing")
            size = file.stat().st_size
            if size != facts["bytes"]:
                raise ModelError(f"{file}: expected {facts['bytes']} bytes, found {size}")
            if rehash or not trusted.known(file):
                if _digest(file) != facts["sha256"]:
                    raise ModelError(f"{file}: the content was altered (its checksum differs)")
                fresh.append(file)
        trusted.remember(fresh)


def read_manifest(path: Path) -> dict[str, Any]:
    """The description in ``path/model.toml``, checked to be one of ours."""
    file = path / MANIFEST
    if not path.is_dir():
        raise ModelError(f"{path}: expected a model directory")
    if not file.is_file():
        raise ModelError(f"{path}: expected a model directory, but there is no {MANIFEST} in it")
    try:
        manifest = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{file}: not a readable description ({error})") from None
    files = manifest.get("files")
    if not isinstance(manifest.get("kind"), str) or not isinstance(files, dict):
        raise ModelError(f"{file}: not the description of a Dragoman model")
    if manifest.get("format") != FORMAT:
        raise ModelError(f"{file}: expected format {FORMAT}, found {manifest.get('format')}")
    for name, facts in files.items():
        sound = (
            isinstance(facts, dict) and isinstance(facts.get("bytes"), int) and "sha256" in facts
        )
        if not sound or Path(name).is_absolute() or ".." in Path(name).parts:
            raise ModelError(f"{file}: the entry for '{name}' is not sound")
    return manifest
