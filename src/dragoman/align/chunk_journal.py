"""Outputs that grow chunk by chunk, and the journal by which a killed run goes on without loss or repetition.

    with ChunkJournal(Path("journal"), header, [Path("links.zst")]) as journal:
        for chunk in chunks(after=journal.done):
            journal.add(len(chunk), checksums, [packed bytes])

The journal is a text file. Its first line says what is made of what; each further line records a finished chunk: how
many pairs are done, the checksums of the input up to there, and the size of every output. A line is written when
the outputs are on disk. What a killed run wrote after the last line is cut off by the next.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from dragoman.common.errors import ConfigError, FormatError
from dragoman.io import line_journal
from dragoman.io.outputs import NamedFile
from dragoman.io.system import OWN, lock


class Finished(NamedTuple):
    """What one line of the journal records."""

    pairs: int
    checksums: tuple[int, ...]
    sizes: tuple[int, ...]
    """Of the outputs, in bytes."""


def read_journal(path: Path, header: dict[str, Any] | None = None) -> Finished | None:
    """Return the last finished chunk; None if nothing was recorded. The header must be the given one."""
    try:
        lines = line_journal.read(path)
    except FileNotFoundError:
        return None
    if not lines:
        return None
    found = _object(lines[0], path, 1)
    if found.get("kind") != "alignment":
        raise FormatError("expected a journal of alignment", path, 1)
    if header is not None and found != header:
        changed = sorted(k for k in header | found if header.get(k) != found.get(k))
        raise ConfigError(
            f"{path} records a run with other {', '.join(changed)}: name another journal, or remove it to begin anew"
        )
    return _finished(lines[-1], path, len(lines)) if len(lines) > 1 else None


class ChunkJournal:
    """Writes the outputs and the journal; use it as a context manager."""

    def __init__(self, path: Path, header: dict[str, Any], outputs: Sequence[Path]) -> None:
        self._path = path
        self._outputs = outputs
        self._stack = ExitStack()
        self._files: list[NamedFile] = []
        header = {"kind": "alignment", **header}
        with ExitStack() as stack:
            for output in outputs:
                self._files.append(stack.enter_context(_open(output)))
            last = read_journal(path, header)
            if last is None:
                path.unlink(missing_ok=True)
                last = Finished(0, (), (0,) * len(outputs))
                self._cut(last.sizes)
                line_journal.append(path, json.dumps(header))
            else:
                if len(last.sizes) > len(outputs):
                    raise ConfigError(f"{path} records a run with more outputs: give the same ones")
                new = len(outputs) - len(last.sizes)  # outputs that the earlier run did not have
                self._cut((*last.sizes, *[0] * new))
            self._stack = stack.pop_all()
        self.done = last.pairs
        """The pairs whose links are in the outputs."""
        self.checksums = last.checksums

    def __enter__(self) -> ChunkJournal:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def _cut(self, sizes: Sequence[int]) -> None:
        """Removes what was written after the last record."""
        for file, path, size in zip(self._files, self._outputs, sizes, strict=True):
            there = os.fstat(file.fileno()).st_size
            if there < size:
                raise ConfigError(
                    f"{path} has {there} bytes, fewer than the {size} that {self._path} has recorded: "
                    "remove the journal to begin anew"
                )
            os.ftruncate(file.fileno(), size)
            file.seek(size)

    def add(self, pairs: int, checksums: Sequence[int], parts: Sequence[bytes]) -> None:
        """Write a part of every output, and record it when all are on disk."""
        sizes = []
        for file, part in zip(self._files, parts, strict=True):
            rest = memoryview(part)
            while rest:
                rest = rest[file.write(rest) :]
            file.sync()
            sizes.append(file.tell())
        self.done += pairs
        self.checksums = tuple(checksums)
        record = {"pairs": self.done, "checksums": list(checksums), "sizes": sizes}
        line_journal.append(self._path, json.dumps(record))


def _open(path: Path) -> NamedFile:
    """The file for reading and writing, made if need be; only one process may write it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | OWN, 0o666)
    file = NamedFile(handle, "r+", path)
    try:
        lock(handle, wait=False)
    except BlockingIOError:
        file.close()
        raise ConfigError(f"{path}: another process is writing it") from None
    return file


def _object(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise FormatError("expected a journal of alignment", path, number)
    return found


def _finished(line: bytes, path: Path, number: int) -> Finished:
    found = _object(line, path, number)
    pairs, checksums, sizes = ([found.get("pairs")], found.get("checksums"), found.get("sizes"))
    if isinstance(checksums, list) and isinstance(sizes, list) and sizes:
        numbers = [*pairs, *checksums, *sizes]
        if all(type(value) is int and 0 <= value < 2**63 for value in numbers):
            return Finished(numbers[0], tuple(checksums), tuple(sizes))
    raise FormatError("expected the record of a finished chunk", path, number)
