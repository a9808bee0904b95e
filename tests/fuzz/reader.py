"""What the campaign knows of a reader: how an input is made from a number, and how it is read and used.

A reader is one line in ``readers.py``. An input is acceptable if it is read, or refused with a ``DragomanError``:
anything else (another exception, a crash, an input that takes too long or too much memory) is a finding.
"""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from dragoman.io import files
from fuzz.mutate import damaged, pick

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


BLOCK = 256
"""Inputs of a text that one generator makes: setting up a generator takes longer than making an input."""
FILES = 0.05
"""How often a text that can be handed over is read from a file."""


class Handed(io.BytesIO):
    """Bytes that stand for an opened file."""

    def __init__(self, data: bytes, handle: int) -> None:
        super().__init__(data)
        self.handle = handle

    def fileno(self) -> int:
        """Of an open file, which has a size and a kind."""
        return self.handle


@dataclass
class TextReader:
    """Reads one text, made from one of several sound ones.

    Most readers open it with ``io.files``. They get bytes in memory in the place of a file: opening one takes
    longer than reading it.
    """

    name: str
    read: Read
    samples: tuple[bytes, ...]
    pack: tuple[Callable[[bytes], bytes], ...] = ()
    """Compressions, one of which is put over the text before or after it is damaged."""
    from_file: bool = False
    """Whether it is read in another way than with ``io.files``."""
    file: Path = field(default=Path(), init=False)
    handle: int = field(default=-1, init=False)
    """Open on ``file``: an input costs no more than a write to memory."""
    packed: list[bytes] = field(default_factory=list, init=False)
    """All samples in all compressions."""
    random: Random = field(default_factory=Random, init=False)
    next: int = field(default=-1, init=False)
    """The number of the input that ``random`` makes next."""

    def prepare(self, place: Path) -> None:
        """Called once, before the first input."""
        self.file = place / "input"
        self.handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        self.packed = [pack(sample) for sample in self.samples for pack in self.pack or (bytes,)]

    def run(self, number: int) -> None:
        """Makes the input with this number, reads it and uses it."""
        if number != self.next or number % BLOCK == 0:
            self.random.seed(seed_of(self.name, number // BLOCK))
            for _ in range(number % BLOCK):
                self._make()
        self.next = number + 1
        data, from_file = self._make()
        if from_file:
            self.read_bytes(data)
        else:
            self.hand(data)

    def _make(self) -> tuple[bytes, bool]:
        """An input, and whether it is read from a file."""
        random = self.random
        from_file = random.random() < FILES or self.from_file
        if not self.pack or random.random() < 0.5:
            return damaged(pick(random, self.packed), random), from_file
        return pick(random, self.pack)(damaged(pick(random, self.samples), random)), from_file

    def run_sound(self) -> None:
        """All samples as they are."""
        for sample in self.samples:
            data = self.pack[0](sample) if self.pack else sample
            self.read_bytes(data)
            if not self.from_file:
                self.read_bytes(b"\xff" * len(data), read=False)  # which must not be read
                assert self.hand(data), "nothing asked for the bytes"

    def read_bytes(self, data: bytes, read: bool = True) -> None:
        """Reads and uses a file with this content."""
        os.pwrite(self.handle, data, 0)
        os.ftruncate(self.handle, len(data))
        if read:
            self.read(self.file)

    def hand(self, data: bytes) -> int:
        """Reads and uses these bytes, as if they had been found in the file; how often they were asked for."""
        usual, place, handle = files._open_raw, self.file, self.handle
        asked = 0

        def opened(path: str | os.PathLike[str]) -> io.BufferedReader:
            nonlocal asked
            if path is place or path == place:
                asked += 1
                return io.BufferedReader(Handed(data, handle))
            return usual(path)

        files._open_raw = opened
        try:
            self.read(place)
        finally:
            files._open_raw = usual
        return asked
