"""Artifacts whose arrays, texts or settings were damaged.

Checksums are no protection here. Where only arrays and texts are damaged, they are not looked at, and what is sound is
read once for all inputs: manifests are parsed and arrays mapped by ``prepare``, and only damaged ones again. This is
what makes a campaign of a million inputs possible. A damaged manifest is written with checksums that fit what is there.
A few inputs keep the checksums of the sound artifact.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import tomli_w
from numpy.typing import NDArray

from dragoman.common import artifact as artifacts
from dragoman.common.arrays import map_array
from fuzz.mutate import damaged, damaged_array, damaged_settings
from fuzz.reader import Read, seed_of

MANIFEST = artifacts.MANIFEST
MANIFESTS = 0.1
"""How often a manifest is damaged, which takes longer than the rest: it is parsed, sealed and parsed again."""


@dataclass
class ArtifactReader:
    """Opens a directory of which one to three files were damaged."""

    name: str
    read: Read
    make: Callable[[Path], None]
    """Writes a sound one."""
    place: Path = field(default=Path(), init=False)
    sound: dict[str, bytes] = field(default_factory=dict, init=False)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict, init=False)
    manifests: dict[Path, dict[str, Any]] = field(default_factory=dict, init=False)
    mapped: dict[Path, NDArray[Any]] = field(default_factory=dict, init=False)
    """Of the sound files, as a reader gets them."""

    def prepare(self, place: Path) -> None:
        """Makes the sound one, which is damaged and mended over and over."""
        self.place = place / "artifact"
        self.make(self.place)
        files = sorted(path for path in self.place.rglob("*") if path.is_file())
        self.sound = {path.relative_to(self.place).as_posix(): path.read_bytes() for path in files}
        self.arrays = {
            name: np.load(io.BytesIO(data)) for name, data in self.sound.items() if is_array(name)
        }
        self.manifests = {
            self.place / Path(name).parent: tomllib.loads(data.decode())
            for name, data in self.sound.items()
            if is_manifest(name)
        }
        for (
            path
        ) in files:  # a new file, never one that a reader has mapped, is written for each input
            path.unlink()
            path.write_bytes(self.sound[path.relative_to(self.place).as_posix()])
        self.mapped = {path: map_array(path) for path in files if is_array(path.name)}

    def run(self, number: int) -> None:
        """Damages one to three files, opens, and mends."""
        random = Random(seed_of(self.name, number))
        names = [name for name in self.sound if not is_manifest(name)]
        chosen = random.sample(names, min(random.choice((1, 1, 1, 2, 3)), len(names)))
        if random.random() < MANIFESTS:
            chosen[0] = random.choice([name for name in self.sound if is_manifest(name)])
        sealed = random.random() < 0.97
        described = any(map(is_manifest, chosen))
        try:
            for name in chosen:
                self._write(name, self._damaged(name, random))
            if sealed and described:
                self.seal()
            if sealed and not described:
                with self.trusted({self.place / name for name in chosen}):
                    self.read(self.place)
            else:
                self.read(self.place)
        finally:
            for name in {*chosen, *filter(is_manifest, self.sound if described else ())}:
                self._write(name, self.sound[name])

    def run_sound(self) -> None:
        """As it is, with all checks."""
        self.seal()
        self.read(self.place)
        with self.trusted(set()):
            self.read(self.place)

    def _write(self, name: str, data: bytes) -> None:
        file = self.place / name
        file.unlink()
        file.write_bytes(data)

    def _damaged(self, name: str, random: Random) -> bytes:
        if is_array(name) and random.random() < 0.9:
            out = io.BytesIO()
            np.save(out, damaged_array(self.arrays[name], random), allow_pickle=False)
            return out.getvalue()
        if is_manifest(name) and random.random() < 0.9:
            manifest = self.manifests[self.place / Path(name).parent]
            tables = damaged_settings({k: v for k, v in manifest.items() if k != "files"}, random)
            if isinstance(tables, dict):
                return _toml({**tables, "files": manifest["files"]})
        return damaged(self.sound[name], random)

    def seal(self) -> None:
        """Sizes and hashes as the files are, so that no checksum protects the reader."""
        for name in filter(is_manifest, self.sound):
            file = self.place / name
            try:
                manifest = tomllib.loads(file.read_text(encoding="utf-8"))
                for part, facts in manifest["files"].items():
                    data = (file.parent / part).read_bytes()
                    facts.update(bytes=len(data), sha256=sha256(data).hexdigest())
                self._write(name, _toml(manifest))
            except (ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError):
                continue  # the manifest itself was damaged beyond that

    @contextmanager
    def trusted(self, damaged: set[Path]) -> Iterator[None]:
        """No checksums are looked at, and of this artifact only what is damaged is read again."""
        checks, read = artifacts.Artifact._check_files, artifacts.read_manifest

        def known(path: Path) -> dict[str, Any]:
            return self.manifests[path] if path in self.manifests else read(path)

        def mapped(path: Path) -> NDArray[Any]:
            sound = path in self.mapped and path not in damaged
            return self.mapped[path] if sound else map_array(path)

        try:
            artifacts.Artifact._check_files = lambda self, rehash: None  # type: ignore[method-assign]
            artifacts.read_manifest, artifacts.map_array = known, mapped
            yield
        finally:
            artifacts.Artifact._check_files = checks  # type: ignore[method-assign]
            artifacts.read_manifest, artifacts.map_array = read, map_array


def is_array(name: str) -> bool:
    """Whether a file is an array."""
    return name.endswith(".npy")


def is_manifest(name: str) -> bool:
    """Whether a file describes an artifact, or a component of it."""
    return Path(name).name == MANIFEST


def _toml(tables: Mapping[str, Any]) -> bytes:
    try:
        return tomli_w.dumps(tables).encode("utf-8", "surrogateescape")
    except (TypeError, ValueError, AttributeError, RecursionError):
        return b""
