"""What the campaign knows of a reader: how an input is made from a number, and how it is read and used.

A reader is one line in ``readers.py``. An input is acceptable if it is read, or refused with a ``DragomanError``:
anything else (another exception, a crash, an input that takes too long or too much memory) is a finding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from fuzz.mutate import damaged

Read = Callable[[Path], object]


class Reader(Protocol):
    """One of the classes of readers."""

    name: str

    def prepare(self, place: Path) -> None:
        """Called once, before the first input, with an empty directory."""

    def run(self, number: int) -> None:
        """Makes the input with this number, reads it and uses it."""

    def run_sound(self) -> None:
        """Reads and uses sound inputs, which must be accepted."""


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

    def run_sound(self) -> None:
        """All samples as they are."""
        for sample in self.samples:
            self.read_bytes(self.pack[0](sample) if self.pack else sample)

    def read_bytes(self, data: bytes) -> None:
        """Reads and uses a file with this content."""
        file = self.place / "input"
        file.write_bytes(data)
        self.read(file)
