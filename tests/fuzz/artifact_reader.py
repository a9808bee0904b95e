"""Artifacts whose arrays, texts or settings were damaged.

Checksums are no protection here. Where only arrays and texts are damaged, they are not looked at, and what is sound is
read once for all inputs: manifests are parsed and arrays mapped by ``prepare``, and only damaged ones again. Most
damaged arrays are never written: a reader gets them as it gets those of files, and in a block of memory that ends where
they end, so that sanitisers see what is read beyond it. This is what makes a campaign of a million inputs possible. A
damaged manifest is written and parsed; of some, with checksums that fit what is there, all files are checked as well.
A few inputs keep the sound checksums.
"""

from __future__ import annotations

import io
import os
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import tomli_w
from numpy.typing import NDArray

from dragoman.io import artifact as artifacts
from dragoman.io.arrays import TYPES, map_array
from fuzz.mutate import damaged, damaged_array, damaged_settings, pick
from fuzz.reader import Read, seed_of

MANIFEST = artifacts.MANIFEST
MANIFESTS = 0.02
"""How often a manifest is damaged, which takes longer than the rest."""
CHECKED = 0.005
"""How often files are damaged and their checksums looked at."""
FILES = 0.03
"""How often a damaged array is read from a file."""


@dataclass
class ArtifactReader:
    """Opens a directory of which one to three files were damaged."""

    name: str
    read: Read
    make: Callable[[Path], None]
    """Writes a sound one."""
    under: str = "artifact"
    """Where it lies, for a reader that looks for it by a name of its own."""
    look: Read | None = None
    """What looks at manifests and at files from outside only: called where these are damaged."""
    place: Path = field(default=Path(), init=False)
    sound: dict[str, bytes] = field(default_factory=dict, init=False)
    paths: dict[str, Path] = field(default_factory=dict, init=False)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict, init=False)
    manifests: dict[Path, dict[str, Any]] = field(default_factory=dict, init=False)
    mapped: dict[str, NDArray[Any]] = field(default_factory=dict, init=False)
    """Of the sound files, as a reader gets them."""
    descriptions: list[str] = field(default_factory=list, init=False)
    parts: list[str] = field(default_factory=list, init=False)
    """The names of all manifests, and of all other files."""
    asked: set[str] = field(default_factory=set, init=False)
    """Arrays that stood for files and were asked for."""

    def prepare(self, place: Path) -> None:
        """Makes the sound one, which is damaged and mended over and over."""
        self.place = place / self.under
        self.place.parent.mkdir(exist_ok=True)
        self.make(self.place)
        files = sorted(path for path in self.place.rglob("*") if path.is_file())
        self.paths = {path.relative_to(self.place).as_posix(): path for path in files}
        self.sound = {name: path.read_bytes() for name, path in self.paths.items()}
        self.arrays = {
            name: np.load(io.BytesIO(data)) for name, data in self.sound.items() if is_array(name)
        }
        self.descriptions = [name for name in self.sound if is_manifest(name)]
        self.parts = [name for name in self.sound if not is_manifest(name)]
        self.manifests = {
            self.place / Path(name).parent: tomllib.loads(data.decode())
            for name, data in self.sound.items()
            if is_manifest(name)
        }
        for name, data in self.sound.items():
            self._write(name, data)
        self.mapped = {str(path): map_array(path) for path in files if is_array(path.name)}

    def run(self, number: int) -> None:
        """Damages one to three files, opens, and mends."""
        random = Random(seed_of(self.name, number))
        chosen = [pick(random, self.parts) for _ in range(pick(random, (1, 1, 1, 2, 3)))]
        kind = random.random()
        if kind < CHECKED:
            self._run_checked(chosen, random)
        elif kind < CHECKED + MANIFESTS:
            self._run_described(random)
        else:
            self._run_trusted(chosen, random)

    def _run_checked(self, chosen: list[str], random: Random) -> None:
        """Damages files, in half of the cases one of them a manifest, and reads all of them."""
        if random.random() < 0.5:
            chosen[0] = pick(random, self.descriptions)
        try:
            for name in chosen:
                self._write(name, self._damaged(name, random))
            known = self._sealed(chosen) if random.random() < 0.9 else self._known(chosen)
            with self._described(known):
                self._read_all()
        finally:
            for name in chosen:
                self._write(name, self.sound[name])

    def _run_described(self, random: Random) -> None:
        """Damages the settings of a manifest; the files that it names are there."""
        name = pick(random, self.descriptions)
        try:
            self._write(name, self._damaged_manifest(name, random))
            with self.trusted({}, self._known([name])):
                self._read_all()
        finally:
            self._write(name, self.sound[name])

    def _run_trusted(self, chosen: list[str], random: Random) -> None:
        """Damages arrays, in memory or in files, and texts."""
        given: dict[str, NDArray[Any] | None] = {}
        written, begin = [], f"{self.place}/"
        try:
            for name in chosen:
                values = None
                if is_array(name) and random.random() > FILES:
                    values = damaged_array(self.arrays[name], random)
                if values is None or values.dtype not in TYPES:
                    values = None
                    written.append(name)
                    self._write(name, self._damaged(name, random))
                given[begin + name] = values
            with self.trusted(given):
                self._read_all(look=bool(written))
        finally:
            for name in written:
                self._write(name, self.sound[name])

    def _read_all(self, look: bool = True) -> None:
        if look and self.look is not None:
            self.look(self.place)
        self.read(self.place)

    def run_array(self, name: str, values: NDArray[Any]) -> None:
        """Opens it with one array replaced."""
        with self.trusted({f"{self.place}/{name}": values}):
            self.read(self.place)

    def run_manifest(self, name: str, data: bytes) -> None:
        """Opens it with another manifest, whose checksums are made anew."""
        try:
            self._write(name, data)
            self._seal(name)
            with self._described(self._known([name])):
                self.read(self.place)
        finally:
            self._write(name, self.sound[name])

    def run_sound(self) -> None:
        """As it is, with all checks."""
        self._read_all()
        for name in self.descriptions:
            self._seal(name)
        self.read(self.place)
        with self.trusted({}):
            self.read(self.place)
        arrays = {f"{self.place}/{name}": values for name, values in self.arrays.items()}
        self.asked.clear()
        with self.trusted(arrays):
            self.read(self.place)
        assert self.asked or not arrays, "nothing asked for the arrays"

    def _write(self, name: str, data: bytes) -> None:
        """A new file, never one that a reader has mapped."""
        file = self.paths[name]
        file.unlink()
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(handle, data)
        os.close(handle)

    def _damaged(self, name: str, random: Random) -> bytes:
        if is_array(name) and random.random() < 0.9:
            out = io.BytesIO()
            np.save(out, damaged_array(self.arrays[name], random), allow_pickle=False)
            return out.getvalue()
        if is_manifest(name) and random.random() < 0.9:
            return self._damaged_manifest(name, random)
        return damaged(self.sound[name], random)

    def _damaged_manifest(self, name: str, random: Random) -> bytes:
        manifest = self.manifests[self.place / Path(name).parent]
        tables = damaged_settings({k: v for k, v in manifest.items() if k != "files"}, random)
        return as_toml({**(tables if isinstance(tables, dict) else {}), "files": manifest["files"]})

    def _known(self, chosen: Collection[str]) -> dict[Path, dict[str, Any]]:
        """The manifests that were not damaged, by the directory that they describe."""
        damaged = {self.place / Path(name).parent for name in chosen if is_manifest(name)}
        return {path: tables for path, tables in self.manifests.items() if path not in damaged}

    def _sealed(self, chosen: Collection[str]) -> dict[Path, dict[str, Any]]:
        """The same with checksums of the files as they are now; damaged manifests get them where they can."""
        known = self._known(chosen)
        for path, tables in known.items():
            for name in chosen:
                part = os.path.relpath(self.paths[name], path)
                if part in tables["files"]:
                    facts = {part: _facts(self.paths[name])}
                    known[path] = {**known[path], "files": {**known[path]["files"], **facts}}
        for name in chosen:
            if is_manifest(name):
                self._seal(name)
        return known

    def _seal(self, name: str) -> None:
        """Sizes and hashes as the files are, so that no checksum protects the reader."""
        file = self.paths[name]
        try:
            manifest = tomllib.loads(file.read_text(encoding="utf-8"))
            for part, facts in manifest["files"].items():
                facts.update(_facts(file.parent / part))
            self._write(name, as_toml(manifest))
        except (ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError):
            pass  # the manifest itself was damaged beyond that

    @contextmanager
    def _described(self, known: Mapping[Path, dict[str, Any]]) -> Iterator[None]:
        """Manifests that are known already are not parsed again."""
        read = artifacts.read_manifest
        artifacts.read_manifest = lambda path: known.get(path) or read(path)
        try:
            yield
        finally:
            artifacts.read_manifest = read

    @contextmanager
    def trusted(
        self,
        damaged: Mapping[str, NDArray[Any] | None],
        known: Mapping[Path, dict[str, Any]] | None = None,
    ) -> Iterator[None]:
        """No checksums are looked at, and of this artifact only what is damaged is read again.

        An array stands for a file with these numbers; None if there is such a file. ``known`` are the sound
        manifests, if not all are.
        """
        checks = artifacts.Artifact._check_files

        def mapped(path: Any) -> NDArray[Any]:
            values = damaged.get(path)
            if values is not None:
                self.asked.add(path)
                return _read_only(values)
            sound = None if path in damaged else self.mapped.get(path)
            return map_array(path) if sound is None else sound

        try:
            artifacts.Artifact._check_files = lambda self, rehash: None  # type: ignore[method-assign]
            artifacts.map_array = mapped
            with self._described(self.manifests if known is None else known):
                yield
        finally:
            artifacts.Artifact._check_files = checks  # type: ignore[method-assign]
            artifacts.map_array = map_array


def _facts(path: Path) -> dict[str, Any]:
    """What a manifest says of a file."""
    data = path.read_bytes()
    return {"bytes": len(data), "sha256": sha256(data).hexdigest()}


def _read_only(values: NDArray[Any]) -> NDArray[Any]:
    values = np.array(values)  # a block of its own, which ends with it
    values.setflags(write=False)
    return values


def is_array(name: str) -> bool:
    """Whether a file is an array."""
    return name.endswith(".npy")


def is_manifest(name: str) -> bool:
    """Whether a file describes an artifact, or a component of it."""
    return Path(name).name == MANIFEST


def as_toml(tables: Any) -> bytes:
    """Tables as they are written; nothing if they cannot be."""
    try:
        return tomli_w.dumps(tables).encode("utf-8", "surrogateescape")
    except (TypeError, ValueError, AttributeError, RecursionError):
        return b""
