"""Word alignments as Pharaoh wrote them: ``0-0 1-2 2-1``, source first, counting from 0.

Links that a human annotator marked as only possible are written ``i?j`` (or ``i:j``), as in gold standards.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from dragoman.common.errors import FormatError
from dragoman.io.files import display_name, open_output, read_lines

Link = tuple[int, int]
"""(source position, target position), from 0."""

_LINK = re.compile(r"([0-9]{1,9})([-?:])([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The links of a sentence pair, sorted and without repetition."""

    links: tuple[Link, ...]
    """The sure links."""
    possible: tuple[Link, ...] = ()
    """Links that are only possible; none of them is sure."""

    @classmethod
    def of(cls, links: Iterable[Link], possible: Iterable[Link] = ()) -> Alignment:
        """An alignment of links in any order."""
        sure = set(links)
        return cls(tuple(sorted(sure)), tuple(sorted(set(possible) - sure)))

    def __str__(self) -> str:
        marked = [(i, j, "-") for i, j in self.links] + [(i, j, "?") for i, j in self.possible]
        return " ".join(f"{i}{mark}{j}" for i, j, mark in sorted(marked))

    def inverse(self) -> Alignment:
        """The same links with source and target exchanged."""
        return Alignment.of(
            ((j, i) for i, j in self.links),
            ((j, i) for i, j in self.possible),
        )

    def check(self, source_length: int, target_length: int) -> None:
        """Raises a FormatError unless every link lies inside sentences of these lengths."""
        for i, j in (*self.links, *self.possible):
            if i >= source_length or j >= target_length:
                raise FormatError(
                    f"the link {i}-{j} lies outside the sentences "
                    f"of {source_length} and {target_length} words"
                )


def parse_alignment(text: str) -> Alignment:
    """The alignment on one line."""
    sure: list[Link] = []
    possible: list[Link] = []
    for token in text.split():
        match = _LINK.fullmatch(token)
        if match is None:
            raise FormatError(f"expected links like 0-0 1-2, found '{token[:40]}'")
        link = int(match[1]), int(match[3])
        (sure if match[2] == "-" else possible).append(link)
    return Alignment.of(sure, possible)


def read_pharaoh(path: str | os.PathLike[str]) -> Iterator[Alignment]:
    """The alignments of a file, one a line."""
    for number, line in enumerate(read_lines(path), 1):
        try:
            yield parse_alignment(line)
        except FormatError as error:
            raise FormatError(error.message, display_name(path), number) from None


def write_pharaoh(path: str | os.PathLike[str], alignments: Iterable[Alignment]) -> None:
    """Writes alignments, one a line."""
    with open_output(path) as out:
        print_pharaoh(out, alignments)


def print_pharaoh(out: IO[str], alignments: Iterable[Alignment]) -> None:
    """The same to an open file."""
    for alignment in alignments:
        out.write(f"{alignment}\n")
