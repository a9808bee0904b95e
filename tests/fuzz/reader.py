"""What the campaign knows of a reader: how an input is made from a number, and how it is read and used.

A reader is one line in ``readers.py``. An input is acceptable if it is read, or refused with a ``DragomanError``:
anything else (another exception, a crash, an input that takes too long or too much memory) is a finding.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from fuzz.mutate import damaged

Read = Callable[[Path], object]


def seed_of(name: str, number: int) -> int:
    """Of the generator that makes an input; a number is quicker than a text."""
    return zlib.crc32(name.encode()) << 64 | number


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
    file: Path = field(default=Path(), init=False)
    handle: int = field(default=-1, init=False)
    """Open on ``file``: an input costs no more than a write to memory."""
    packed: list[bytes] = field(default_factory=list, init=False)
    """All samples in all compressions."""

    def prepare(self, place: Path) -> None:
        """Called once, before the first input."""
        self.file = place / "input"
        self.handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        self.packed = [pack(sample) for sample in self.samples for pack in self.pack or (bytes,)]

    def run(self, number: int) -> None:
        """Makes the input with this number, reads it and uses it."""
        random = Random(seed_of(self.name, number))
        if not self.pack or random.random() < 0.5:
            self.read_bytes(damaged(random.choice(self.packed), random))
        else:
            data = damaged(random.choice(self.samples), random)
            self.read_bytes(random.choice(self.pack)(data))

    def run_sound(self) -> None:
        """All samples as they are."""
        for sample in self.samples:
            self.read_bytes(self.pack[0](sample) if self.pack else sample)

    def read_bytes(self, data: bytes) -> None:
        """Reads and uses a file with this content."""
        os.ftruncate(self.handle, 0)
        os.pwrite(self.handle, data, 0)
        self.read(self.file)
