"""Word lattices as text of which all paths are looked up: words, and the places between which each lies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.corpus.lattice import Lattice


def lattice_text(lattices: Sequence[Lattice]) -> tuple[list[str], NDArray[np.uint32]]:
    """A line for each lattice, and begin and end of every word; after each line a place that no path passes."""
    rows: list[tuple[int, int]] = []
    first = 0
    for lattice in lattices:
        last = first + max((end for _, end, _ in lattice.arcs), default=0)
        rows += [(first + begin, first + end) for begin, end, _ in lattice.arcs]
        rows.append((last, last + 1))
        first = last + 1
    places = np.array(rows, dtype=np.uint32).reshape(-1, 2)
    return [" ".join(lattice.words) for lattice in lattices], places
