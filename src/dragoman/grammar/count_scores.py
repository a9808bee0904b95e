"""Scores for how often rules were seen, which tell a reliable probability from one of a rule seen once.

Most phrases with gaps were seen once, and then p(e|f) is often near 1. A weight for such rules is learnt in tuning
(the bins are those of Moses' ``CountBinFeature``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar.array_files import ArrayFiles
from dragoman.grammar.options import ExtractionOptions
from dragoman.grammar.rule import COUNT_COLUMNS, GAP, SCORE_COLUMNS

BINS: dict[str, tuple[float, float]] = {
    "count.once": (0.0, 1.5),
    "count.twice": (1.5, 2.5),
    "count.few": (2.5, 9.5),
}
"""Counts from and below; those of samples are not whole."""
LOG = "count.log"
GAPPED = "count.gapped_once"
ROWS = 1 << 20
"""Rules whose scores are computed together."""


def count_columns(options: ExtractionOptions) -> tuple[str, ...]:
    """The names of the scores that the option ``count_feature`` asks for."""
    kind = options.count_feature
    if kind == "none":
        return ()
    of_all = {"gapped": (), "log": (LOG,), "bins": tuple(BINS)}[kind]
    return of_all if options.gaps == "none" else (*of_all, GAPPED)


def score_columns(options: ExtractionOptions) -> tuple[str, ...]:
    """The names of all scores of rules with these options."""
    return (*SCORE_COLUMNS, *count_columns(options))


def with_count_scores(
    arrays: Mapping[str, NDArray[Any]], options: ExtractionOptions, files: ArrayFiles | None = None
) -> tuple[dict[str, NDArray[Any]], tuple[str, ...]]:
    """The arrays of a table with the scores of the option ``count_feature``, and the names of all scores.

    ``files`` are those of a table that does not fit into memory: its scores are written there again.
    """
    whole, columns = dict(arrays), score_columns(options)
    if len(columns) > len(SCORE_COLUMNS):
        pieces = _scores(arrays, count_columns(options))
        rows = len(arrays["scores"])
        if files is not None:
            whole["scores"] = files.replace("scores", pieces, rows)
        else:
            whole["scores"] = np.empty((rows, len(columns)), dtype=np.float32)
            for number, piece in enumerate(pieces):
                whole["scores"][number * ROWS :][: len(piece)] = piece
    return whole, columns


def _scores(
    arrays: Mapping[str, NDArray[Any]], names: tuple[str, ...]
) -> Iterator[NDArray[np.float32]]:
    """The scores of all rules, some rules at a time."""
    of_source = _gapped_sources(arrays) if GAPPED in names else np.zeros(0, np.bool_)
    rules = len(arrays["scores"])
    for begin in range(0, max(rules, 1), ROWS):
        part = slice(begin, min(begin + ROWS, rules))
        joint = arrays["counts"][part, COUNT_COLUMNS.index("joint")]
        added = [_values(name, joint, arrays, part, of_source) for name in names]
        yield np.column_stack([arrays["scores"][part], *added])


def _values(
    name: str,
    joint: NDArray[np.float32],
    arrays: Mapping[str, NDArray[Any]],
    part: slice,
    of_source: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """One of the scores of some rules; those that are not logarithms are 0 or -1."""
    if name == LOG:
        return np.log(joint)
    low, high = BINS.get(name, BINS["count.once"])
    seen = (joint > low) & (joint < high)
    if name == GAPPED:
        seen &= of_source[part] | _gapped_targets(arrays, part)
    return -seen.astype(np.float32)


def _gapped_targets(arrays: Mapping[str, NDArray[Any]], part: slice) -> NDArray[np.bool_]:
    """Which of some rules have a gap on the target side."""
    first: NDArray[np.int64] = arrays["target_first"][part.start : part.stop + 1].astype(np.int64)
    first -= first[0]
    symbols = arrays["target_symbols"][int(arrays["target_first"][part.start]) :][: first[-1]]
    gaps = np.zeros(len(symbols) + 1, dtype=np.int32)
    np.cumsum(symbols == GAP, out=gaps[1:])
    before: NDArray[np.int32] = gaps[first]
    gapped: NDArray[np.bool_] = before[1:] != before[:-1]
    return gapped


def _gapped_sources(arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.bool_]:
    """Which rules have a gap on the source side."""
    first: NDArray[np.int64] = arrays["trie_first"].astype(np.int64)
    children = first[1:] - first[:-1]
    source = arrays["trie_symbol"] == GAP
    source[:1] = False
    begin, end = 0, min(1, len(source))
    while begin < end:  # a level of the trie; nodes are numbered breadth-first
        below = slice(first[begin], first[end])
        source[below] |= np.repeat(source[begin:end], children[begin:end])
        begin, end = below.start, below.stop
    rules: NDArray[np.int64] = arrays["trie_rules"].astype(np.int64)
    return np.repeat(source, rules[1:] - rules[:-1])
