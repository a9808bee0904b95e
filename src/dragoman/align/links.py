"""The links of a whole bitext as two arrays, for code that processes all of them.

Sentence pair ``s`` has the links ``links[offsets[s]:offsets[s + 1]]``, each a source and a target position, sorted.
``read_links`` and ``write_links`` use Pharaoh's text format.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from dragoman._core import format_links, parse_links, symmetrize_links
from dragoman.io.files import display_name, open_output, read_lines

_BATCH = 50000


@dataclass(frozen=True, slots=True)
class Links:
    """Links of many sentence pairs, as source-target positions."""

    offsets: NDArray[np.uint64]
    links: NDArray[np.uint16]
    """Two columns: source and target position."""
    forward: NDArray[np.float32] | None = None
    """Posterior of each link when the target is generated from the source, if it was asked for."""
    reverse: NDArray[np.float32] | None = None
    """The same for the other direction."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def pair(self, number: int) -> list[tuple[int, int]]:
        """Return the links of one sentence pair.

        Args:
            number: The number of the sentence pair, from 0.
        """
        rows = self.links[int(self.offsets[number]) : int(self.offsets[number + 1])]
        return [(int(i), int(j)) for i, j in rows]

    def scored_pair(self, number: int) -> list[tuple[int, int, float, float]]:
        """Return the links of one sentence pair with their posteriors, forward and reverse.

        Args:
            number: The number of the sentence pair, from 0.
        """
        assert self.forward is not None and self.reverse is not None
        start = int(self.offsets[number])
        return [
            (i, j, float(self.forward[start + k]), float(self.reverse[start + k]))
            for k, (i, j) in enumerate(self.pair(number))
        ]

    def text(self) -> str:
        """Return Pharaoh's format, a line for each sentence pair."""
        return format_links(self.offsets, self.links)

    def probabilities_text(self) -> str:
        """Return the posteriors of the links, ``i-j:forward:reverse``, a line for each sentence pair."""
        return "".join(
            " ".join(f"{i}-{j}:{p:.4g}:{q:.4g}" for i, j, p, q in self.scored_pair(number)) + "\n"
            for number in range(len(self))
        )

    @classmethod
    def of(cls, alignments: Iterable[Iterable[tuple[int, int]]]) -> Links:
        """Make this from links given sentence by sentence.

        Args:
            alignments: For every sentence pair its links, (source word, target word).
        """
        flat: list[tuple[int, int]] = []
        offsets = [0]
        for alignment in alignments:
            flat += sorted(set(alignment))
            offsets.append(len(flat))
        return cls(
            np.array(offsets, dtype=np.uint64),
            np.array(flat, dtype=np.uint16).reshape(len(flat), 2),
        )


def read_links(path: str | os.PathLike[str]) -> Links:
    """Read links ``i-j``, one sentence pair a line.

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
    """
    return links_of_lines(read_lines(path), display_name(path))


def links_of_lines(text: Iterable[str], name: str) -> Links:
    """Return the links of lines ``0-0 1-2``, sorted and without duplicates; messages use ``name`` for the file.

    Args:
        text: Lines such as ``0-0 1-2``.
        name: What messages call the text.
    """
    lines = iter(text)
    offsets = [np.zeros(1, np.uint64)]
    links = [np.zeros((0, 2), np.uint16)]
    sentences = total = 0
    while batch := list(islice(lines, _BATCH)):
        starts, found = parse_links(batch, name, sentences + 1)
        offsets.append(starts[1:] + np.uint64(total))
        links.append(found)
        sentences += len(batch)
        total += len(found)
    return Links(np.concatenate(offsets), np.concatenate(links))


def write_links(path: str | os.PathLike[str], links: Links) -> None:
    """Write links ``i-j``, one sentence pair a line.

    Args:
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        links: What is written.
    """
    with open_output(path) as out:
        for start in range(0, len(links), _BATCH):
            offsets = links.offsets[start : start + _BATCH + 1]
            part = links.links[int(offsets[0]) : int(offsets[-1])]
            out.write(format_links(offsets - offsets[0], part))


def symmetrize(
    forward: Links,
    reverse: Links,
    heuristic: str = "grow-diag-final-and",
    threads: int = 1,
    order: str = "moses",
) -> Links:
    """Combine two alignments of the same sentence pairs, both given as source-target links.

    ``forward`` explains the target by the source, ``reverse`` the source by the target. The heuristics are those of
    Och & Ney (2003) and Koehn, Och & Marcu (2003), with links tried in the order of Moses' ``symal`` or of ``atools``.

    Args:
        forward: Source-to-target links.
        reverse: Target-to-source links, also as (source word, target word).
        heuristic: How the two become one.
        threads: How many threads work; the result does not depend on it.
        order: The order in which growing heuristics try links.
    """
    return Links(
        *symmetrize_links(
            forward.offsets,
            forward.links,
            reverse.offsets,
            reverse.links,
            heuristic,
            order,
            threads,
        )
    )
