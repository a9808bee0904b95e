"""Artifacts: directories of memory-mapped arrays with a readable description and checksums.

A language model, a rule table, an aligner and a whole translation model are artifacts: a directory with
``model.toml`` (its kind, settings, provenance, and size and SHA-256 of every file), arrays as ``NAME.npy`` and
texts. It is written under a temporary name and renamed when complete, so that the final name never
belongs to a half-written one. It replaces only an artifact of its kind (``artifact_place.py``). It is opened by
memory-mapping: start-up is instant and processes share pages.

    with ArtifactWriter("lm", kind="language-model") as out:
        out.settings["order"] = 5
        out.array("probabilities", values)
    values = Artifact.read("lm", "language-model", lambda lm: lm.array("probabilities"))

A file is hashed when it is opened for the first time on a machine. If it is intact, its stamp (size, times, inode) is
stored in the user's cache, so that it need not be read again (``trusted.py``).
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Protocol, TypeVar, cast

import numpy as np
import tomli_w
from numpy.typing import NDArray

from dragoman.common.errors import ModelError
from dragoman.common.version import __version__
from dragoman.io import trusted
from dragoman.io.arrays import map_array, write_array
from dragoman.io.artifact_place import check_contents, check_place, stamp
from dragoman.io.finished_directory import digest, finished_directory, replacing
from dragoman.io.manifest import FORMAT, LONGEST_NAME, MANIFEST, check_inside, read_manifest
from dragoman.io.outputs import NamedFile
from dragoman.io.temporary import final_place
from dragoman.settings.setting_error import shown

T = TypeVar("T")
MOST_READINGS = 20
"""Of an artifact that others replace meanwhile."""


class Component(Protocol):
    """What can be part of an artifact."""

    @property
    def artifact(self) -> Artifact | None:
        """Where it was opened, if it was."""

    def save(self, path: Path) -> None:
        """Writes it as an artifact of its own."""


class ArtifactWriter:
    """Writes an artifact; use it as a context manager. Nothing appears unless the block ends well."""

    def __init__(self, path: str | os.PathLike[str], kind: str) -> None:
        self.path = Path(path)
        self.kind = kind
        self.settings: dict[str, Any] = {}
        self.provenance: dict[str, Any] = {}
        self.tables: dict[str, Any] = {}
        """Further top-level tables of ``model.toml``, such as weights."""
        self._linked: dict[str, dict[str, Any]] = {}
        """Size and checksum of linked files, which need not be read again."""

    def __enter__(self) -> ArtifactWriter:
        self._writing = self._written()
        self.directory = self._writing.__enter__()
        return self

    def file(self, name: str) -> Path:
        """Where to write the file ``name`` (which may lie in a sub-directory) of this artifact."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def stream(self, name: str) -> BinaryIO:
        """The file ``name``, to be written; its errors name it."""
        raw = NamedFile(str(self.file(name)), "x+", self.path / name)
        return cast(BinaryIO, io.BufferedRandom(raw))

    def array(self, name: str, values: NDArray[Any]) -> None:
        """Stores an array as ``name.npy``."""
        with self.stream(f"{name}.npy") as out:
            write_array(out, values)

    def adopt(self, name: str, path: Path) -> bool:
        """Takes the file at ``path``: hard-linked where possible (then True), else copied."""
        try:
            os.link(path, self.file(name))
        except OSError:
            with path.open("rb") as stream, self.stream(name) as out:
                shutil.copyfileobj(stream, out)
            return False
        return True

    def text(self, name: str, content: str) -> None:
        """Stores a text file."""
        with self.stream(name) as out:
            out.write(content.encode("utf-8"))

    def component(self, name: str, part: Component) -> None:
        """Puts a part into the sub-directory ``name``: linked if it was opened and did not change, else saved there."""
        if part.artifact is not None and part.artifact.unchanged():
            self.include(name, part.artifact)
        else:
            part.save(self.file(name))

    def include(self, name: str, artifact: Artifact) -> None:
        """Copies another artifact into the sub-directory ``name``, hard-linked where possible."""
        source = artifact.path
        for path in sorted(p for p in source.rglob("*") if p.is_file()):
            part = f"{name}/{path.relative_to(source).as_posix()}"
            facts = artifact.facts.get(path.relative_to(source).as_posix())
            if self.adopt(part, path) and facts:
                self._linked[part] = facts

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writing.__exit__(kind, error, trace)

    @contextmanager
    def _written(self) -> Iterator[Path]:
        check_place(self.path, self.kind)
        put = replacing(lambda place: check_contents(place, self.kind, str(self.path)))
        with finished_directory(self.path, put) as directory:
            yield directory
            files = self._files()
            self._describe(files)
        final = final_place(self.path)
        trusted.remember((final / name, facts["sha256"]) for name, facts in files.items())

    def _files(self) -> dict[str, dict[str, Any]]:
        """Return size and checksum of every file."""
        files: dict[str, dict[str, Any]] = {}
        paths = sorted(p for p in self.directory.rglob("*") if p.is_file())
        for path in paths:
            name = path.relative_to(self.directory).as_posix()
            if Path(name).name == MANIFEST and name != MANIFEST:
                continue  # a component's own manifest: weights in it may be edited by hand
            size, known = path.stat().st_size, self._linked.get(name)
            if known is not None and known["bytes"] == size:
                files[name] = known
            else:
                files[name] = {"bytes": size, "sha256": digest(path)}
        return files

    def _describe(self, files: dict[str, Any]) -> None:
        manifest = {
            "kind": self.kind,
            "format": FORMAT,
            "dragoman": __version__,
            "settings": self.settings,
            **self.tables,
            "provenance": self.provenance,
            "files": files,
        }
        self.text(MANIFEST, tomli_w.dumps(manifest))


class Artifact:
    """An artifact on disk, opened for reading."""

    def __init__(
        self, path: Path, manifest: dict[str, Any], facts: dict[str, Any] | None = None
    ) -> None:
        self.path = path
        self.manifest = manifest
        self.facts: dict[str, dict[str, Any]] = manifest["files"] if facts is None else facts
        """Size and checksum of every file as the outermost artifact has them, against which they were checked."""

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], kind: str | None = None, *, rehash: bool = False
    ) -> Artifact:
        """Opens the artifact at ``path`` and checks that it is complete and of this kind.

        ``rehash`` checks the content of every file again, even if it was found intact before.
        """
        place = Path(path)
        artifact = cls(place, read_manifest(place))
        found = artifact.kind
        if kind is not None and found != kind:
            raise ModelError(f"{place}: expected a {kind}, found a {found}")
        artifact._check_files(rehash)
        return artifact

    @classmethod
    def read(cls, path: str | os.PathLike[str], kind: str, make: Callable[[Artifact], T]) -> T:
        """What ``make`` makes of the artifact at ``path``.

        If another one takes its place meanwhile, that one is read: parts of two do not go together.
        """
        place = Path(path)
        for _ in range(MOST_READINGS):
            before = stamp(place)
            try:
                made = make(cls.open(place, kind=kind))
            except Exception:  # parts of two may be at odds in many ways
                if stamp(place) == before:
                    raise
            else:
                if stamp(place) == before:
                    return made
        raise ModelError(f"{place}: the {kind} was replaced over and over while it was read")

    @property
    def kind(self) -> str:
        """What the artifact is, such as ``language-model``."""
        return str(self.manifest["kind"])

    @property
    def settings(self) -> dict[str, Any]:
        """The settings it was made with."""
        settings: dict[str, Any] = self.manifest.get("settings", {})
        return settings

    @property
    def provenance(self) -> dict[str, Any]:
        """Its origin, such as the training text."""
        provenance: dict[str, Any] = self.manifest.get("provenance", {})
        return provenance

    def fingerprint(self) -> str:
        """A checksum of ``model.toml``, which has those of all files."""
        return digest(self.path / MANIFEST)

    def table(self, name: str) -> dict[str, Any]:
        """A further top-level table of ``model.toml``, empty if there is none."""
        table = self.manifest.get(name, {})
        if not isinstance(table, dict):
            raise ModelError(f"{self.path}: expected a table [{name}], found {table!r}")
        return table

    def names(self, setting: str) -> list[str]:
        """A setting that is a list of names, empty if there is none."""
        names = self.settings.get(setting, [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ModelError(f"{self.path}: expected a list of names as settings.{setting}")
        return names

    def parts(self, setting: str) -> list[str]:
        """A setting that names components, each once: what is opened has a bound."""
        names = self.names(setting)
        if len(set(names)) < len(names):
            raise ModelError(f"{self.path}: settings.{setting} has a name twice")
        return names

    def count(self, setting: str, default: int) -> int:
        """A setting that is a count, or ``default`` if there is none."""
        count = self.settings.get(setting, default)
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count < 2**63:
            raise ModelError(f"{self.path}: settings.{setting} is {shown(count)}, not a count")
        return count

    def has(self, name: str) -> bool:
        """Whether the array ``name`` is part of it."""
        return f"{name}.npy" in self.manifest["files"]

    def array(self, name: str, dtype: Any = None, ndim: int = 1) -> NDArray[Any]:
        """The array ``name``, memory-mapped and read-only; of this type, and a vector unless ``ndim`` is 2.

        Without a type, arrays of any type and shape are taken.
        """
        file = f"{self.path}/{name}.npy"  # quicker than a Path, and models have many arrays
        if not self.has(name):
            raise ModelError(f"{self.path}: the {self.kind} lacks the array '{name}'")
        values = map_array(file)
        if dtype is not None and values.dtype != np.dtype(dtype):
            raise ModelError(
                f"{file}: expected an array of {np.dtype(dtype)}, found {values.dtype}"
            )
        if dtype is not None and values.ndim != ndim:
            raise ModelError(f"{file}: expected {ndim} dimensions, found {values.ndim}")
        return values

    def text(self, name: str) -> str:
        """The text file ``name``."""
        if name not in self.manifest["files"]:
            raise ModelError(f"{self.path}: the {self.kind} lacks the file '{name}'")
        try:
            return (self.path / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise ModelError(f"{self.path / name}: expected UTF-8 text") from None

    def component(self, name: str, kind: str | None = None) -> Artifact:
        """The artifact in the sub-directory ``name``; its files are checked with this one's."""
        if not name or Path(name).name != name or len(os.fsencode(name)) > LONGEST_NAME:
            raise ModelError(f"{self.path}: {shown(name)} is not the name of a component")
        check_inside(self.path, name)
        begin = f"{name}/"
        facts = {n.removeprefix(begin): f for n, f in self.facts.items() if n.startswith(begin)}
        inner = Artifact(self.path / name, read_manifest(self.path / name), facts)
        if kind is not None and inner.kind != kind:
            raise ModelError(f"{inner.path}: expected a {kind}, found a {inner.kind}")
        unknown = inner.manifest["files"].keys() - facts.keys()
        if unknown:
            name = shown(min(unknown))
            raise ModelError(f"{inner.path}: the file {name} is not among those of {self.path}")
        return inner

    def unchanged(self) -> bool:
        """Whether the files on disk are still those that were opened."""
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
            check_inside(self.path, name)
            size = file.stat().st_size
            if size != facts["bytes"]:
                raise ModelError(f"{file}: expected {facts['bytes']} bytes, found {size}")
            expected = facts["sha256"]
            if rehash or not trusted.known(file, expected):
                if digest(file) != expected:
                    raise ModelError(f"{file}: the content was altered (its checksum differs)")
                fresh.append((file, expected))
        trusted.remember(fresh)
