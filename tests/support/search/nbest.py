"""Moses' n-best lists, and the derivation of a forest that has given feature values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dragoman.forest import Derivation, Forest
from dragoman.io.files import read_lines

ORIENTATIONS = [
    f"reordering.{direction}.{orientation}"
    for direction in ("backward", "forward")
    for orientation in ("monotone", "swap", "discontinuous")
]
MOSES_NAMES = {
    "LM0": ["lm"],
    "TranslationModel0": ["phrase_inverse", "lexical_inverse", "phrase_direct", "lexical_direct"],
    "PhrasePenalty0": ["phrase_penalty"],
    "WordPenalty0": ["word_penalty"],
    "Distortion0": ["distortion"],
    "LexicalReordering0": ORIENTATIONS,
    "UnknownWordPenalty0": ["unknown"],
    "TranslationModel1": ["glue"],
}


@dataclass(frozen=True)
class Entry:
    """One line of an n-best list."""

    sentence: int
    text: tuple[str, ...]
    features: Mapping[str, float]
    score: float


def read_nbest(path: Path) -> Iterator[Entry]:
    """The entries of a file."""
    for line in read_lines(path):
        number, text, features, score, *_ = (part.strip() for part in line.split("|||"))
        values: dict[str, float] = {}
        for label, numbers in re.findall(r"(\S+)= ([-+.\de ]+)", features):
            values.update(zip(MOSES_NAMES[label], map(float, numbers.split()), strict=True))
        yield Entry(int(number), tuple(text.split()), values, float(score))


def find_derivation(forest: Forest, wanted: Mapping[str, float]) -> Derivation | None:
    """A derivation with these feature values, to 1e-3 or to Moses' six digits where those are coarser.

    From the goal backwards, as long as the values that are left lie between the least and the greatest that the rest
    of a derivation can have.
    """
    names = [name for name in forest.feature_names if name in wanted]
    columns = [forest.feature_names.index(name) for name in names]
    target = np.array([wanted[name] for name in names])
    slack = np.maximum(1e-3, 1e-5 * np.abs(target))
    rows = forest.features[:, columns].astype(np.float64)
    native = forest.native
    first = np.searchsorted(native.head, np.arange(len(forest) + 1))
    tails = np.split(native.tails, native.tail_first[1:-1]) if forest.edges else []
    low, high = np.zeros((len(forest), len(names))), np.zeros((len(forest), len(names)))

    def sums(bounds: np.ndarray, edges: np.ndarray) -> np.ndarray:
        return np.array([bounds[tails[edge]].sum(axis=0) for edge in edges])

    for node in range(len(forest)):
        edges = np.arange(first[node], first[node + 1])
        low[node] = (rows[edges] + sums(low, edges)).min(axis=0)
        high[node] = (rows[edges] + sums(high, edges)).max(axis=0)

    def walk(waiting: tuple[int, ...], left: np.ndarray) -> list[int] | None:
        """The edges below the nodes that wait, each before those of its tails, the last tail first."""
        if not waiting:
            return [] if (np.abs(left) <= slack).all() else None
        *others, node = waiting
        edges = np.arange(first[node], first[node + 1])
        rest = left - rows[edges]
        fits = (low[others].sum(axis=0) + sums(low, edges) <= rest + slack) & (
            rest - slack <= high[others].sum(axis=0) + sums(high, edges)
        )
        for place in np.flatnonzero(fits.all(axis=1)):
            edge = int(edges[place])
            path = walk((*others, *tails[edge].tolist()), rest[place])
            if path is not None:
                return [edge, *path]
        return None

    path = walk((len(forest) - 1,), target) if len(forest) else None
    return None if path is None else forest.derivation(path[::-1])
