"""What the campaign knows of a reader: how an input is made from a number, and how it is read and used.

A reader is one line in ``readers.py``. An input is acceptable if it is read, or refused with a ``DragomanError``:
anything else (another exception, a crash, an input that takes too long or too much memory) is a finding.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import tomli_w

from fuzz.mutate import damaged, damaged_array, damaged_settings

Read = Callable[[Path], object]


@dataclass
class TextReader:
    """Reads one file, made from one of several sound ones."""

    name: str
    read: Read
    samples: tuple[bytes, ...]
    pack: tuple[Callable[[bytes], bytes], ...] = ()
    """Compressions, one of which is put over the text before or after it is damaged."""
    place: Path = field(default=Path(), init=False)

    def prepare(self, place: Path) -> None:
        """Called once, before the first input."""
        self.place = place

    def run(self, number: int) -> None:
        """Makes the input with this number, reads it and uses it."""
        random = Random(f"{self.name} {number}")
        data = random.choice(self.samples)
        pack = random.choice(self.pack) if self.pack else bytes
        outside = random.random() < 0.5
        self.read_bytes(damaged(pack(data), random) if outside else pack(damaged(data, random)))

    def read_bytes(self, data: bytes) -> None:
        """Reads and uses a file with this content."""
        file = self.place / "input"
        file.write_bytes(data)
        self.read(file)


@dataclass
class ArtifactReader:
    """Opens a directory whose arrays, texts or settings were damaged, with checksums that fit what is there."""

    name: str
    read: Read
    make: Callable[[Path], None]
    """Writes a sound one."""
    sound: Path = field(default=Path(), init=False)
    place: Path = field(default=Path(), init=False)
    files: list[str] = field(default_factory=list, init=False)

    def prepare(self, place: Path) -> None:
        """Makes the sound one, and the one that is damaged and mended over and over."""
        self.sound, self.place = place / "sound", place / "damaged"
        self.make(self.sound)
        shutil.copytree(self.sound, self.place)
        self.files = sorted(
            path.relative_to(self.sound).as_posix()
            for path in self.sound.rglob("*")
            if path.is_file()
        )

    def run(self, number: int) -> None:
        """Damages one to three files, opens, and mends."""
        random = Random(f"{self.name} {number}")
        chosen = random.sample(self.files, min(random.choice((1, 1, 1, 2, 3)), len(self.files)))
        try:
            for name in chosen:
                self._damage(name, random)
            if random.random() < 0.97:
                self.seal()
            self.read(self.place)
        finally:
            for name in {*chosen, *(f for f in self.files if f.endswith("model.toml"))}:
                shutil.copyfile(self.sound / name, self.place / name)

    def _damage(self, name: str, random: Random) -> None:
        file = self.place / name
        if name.endswith(".npy") and random.random() < 0.9:
            np.save(file, damaged_array(np.load(file), random), allow_pickle=False)
        elif name.endswith("model.toml") and random.random() < 0.9:
            manifest = tomllib.loads(file.read_text(encoding="utf-8"))
            tables = {k: v for k, v in manifest.items() if k != "files"}
            tables = damaged_settings(tables, random)
            if isinstance(tables, dict):
                file.write_bytes(_toml({**tables, "files": manifest["files"]}))
        else:
            file.write_bytes(damaged(file.read_bytes(), random))

    def seal(self) -> None:
        """Sizes and hashes as the files are, so that no checksum protects the reader."""
        for name in (f for f in self.files if f.endswith("model.toml")):
            file = self.place / name
            try:
                manifest = tomllib.loads(file.read_text(encoding="utf-8"))
                for part, facts in manifest["files"].items():
                    data = (file.parent / part).read_bytes()
                    facts.update(bytes=len(data), sha256=sha256(data).hexdigest())
                file.write_bytes(_toml(manifest))
            except (ValueError, KeyError, TypeError, AttributeError, OSError):
                continue  # the manifest itself was damaged beyond that


def _toml(tables: Mapping[str, Any]) -> bytes:
    try:
        return tomli_w.dumps(tables).encode("utf-8", "surrogateescape")
    except (TypeError, ValueError, AttributeError):
        return b""
