"""What stages ask of an engine, and the engine that one machine is.

Tasks are functions of bytes, which may run twice, anywhere and in any order. What they answer depends on their chunk
(or on their group as a set) and on nothing else. Functions that are sent away are module-level functions of this
package or partials of such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from dragoman.align.stream import in_order

Work = Callable[[bytes], bytes]
Split = Callable[[bytes], Iterable[tuple[int, bytes]]]
"""Makes of a chunk parts of groups, each with the number of its group."""
Reduce = Callable[[int, Iterable[bytes]], bytes]
"""Makes one answer of the number of a group and its parts, which come in any order."""


class Engine(Protocol):
    """Machines that work on chunks."""

    def broadcast(self, path: Path) -> Path:
        """Return where tasks find a file or directory of this machine.

        Args:
            path: The file or directory, which does not change while the engine works.
        """

    def place(self, beside: Path) -> Path:
        """Return a directory of this machine in which tasks may leave files for each other.

        Args:
            beside: The one to take if the engine knows none that all machines have.
        """

    def map(self, work: Work, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Return the answer for every chunk, in the order of the chunks, in bounded memory.

        Args:
            work: What is done with a chunk.
            chunks: As many as there are; they are read as the work proceeds.
        """

    def group(self, split: Split, reduce: Reduce, chunks: Iterable[bytes]) -> dict[int, bytes]:
        """Return the answer for every group, by its number.

        Args:
            split: What is done with a chunk.
            reduce: What is done with all parts of a group.
            chunks: Small ones, since all are sent at once: where tasks find what they work on.
        """


class OneMachine:
    """Threads of this machine: the reference for all other engines.

    Args:
        threads: How many.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads

    def broadcast(self, path: Path) -> Path:
        """Return the path itself.

        Args:
            path: The file or directory.
        """
        return path

    def place(self, beside: Path) -> Path:
        """Return the given directory.

        Args:
            beside: The directory.
        """
        return beside

    def map(self, work: Work, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Return the answer for every chunk, in order.

        Args:
            work: What is done with a chunk.
            chunks: As many as there are.
        """
        for _, answer in in_order(chunks, work, self._threads):
            yield answer

    def group(self, split: Split, reduce: Reduce, chunks: Iterable[bytes]) -> dict[int, bytes]:
        """Return the answer for every group, by its number.

        Args:
            split: What is done with a chunk.
            reduce: What is done with all parts of a group.
            chunks: The chunks.
        """
        groups: dict[int, list[bytes]] = defaultdict(list)
        for _, parts in in_order(chunks, lambda chunk: list(split(chunk)), self._threads):
            for number, part in parts:
                groups[number].append(part)
        answers = in_order(
            sorted(groups), lambda number: reduce(number, groups[number]), self._threads
        )
        return dict(answers)
