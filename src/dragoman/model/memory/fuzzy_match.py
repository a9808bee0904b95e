"""How much two sentences are alike, and which of their words match: the edit distance of words.

The score is that of translation memories: 1 less the edit distance as a part of the longer sentence.

    match("das neue Haus".split(), "das alte Haus".split())     # score 2/3, blocks (0, 0, 1) and (2, 2, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FuzzyMatch:
    """A sentence that is like another one."""

    score: float
    """From 0 to 1."""
    blocks: tuple[tuple[int, int, int], ...]
    """Runs of equal words: where they begin in either sentence, and how many they are."""


def match(one: Sequence[str], other: Sequence[str]) -> FuzzyMatch:
    """Compare two sentences; of equally good ways to align them, the one that keeps words together earlier.

    Args:
        one: The words of a sentence.
        other: The words of the other one.
    """
    rows, columns = len(one), len(other)
    costs = [list(range(columns + 1))]
    for i in range(1, rows + 1):
        above, row = costs[-1], [i]
        for j in range(1, columns + 1):
            step = above[j - 1] + (one[i - 1] != other[j - 1])
            row.append(min(step, above[j] + 1, row[-1] + 1))
        costs.append(row)
    pairs = []
    i, j = rows, columns
    while i and j:
        equal = one[i - 1] == other[j - 1]
        if costs[i][j] == costs[i - 1][j - 1] + (not equal):
            i, j = i - 1, j - 1
            if equal:
                pairs.append((i, j))
        elif costs[i][j] == costs[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    longest = max(rows, columns)
    score = 1 - costs[rows][columns] / longest if longest else 1.0
    return FuzzyMatch(score, tuple(_runs(pairs[::-1])))


def _runs(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    runs: list[tuple[int, int, int]] = []
    for i, j in pairs:
        if runs and runs[-1][0] + runs[-1][2] == i and runs[-1][1] + runs[-1][2] == j:
            runs[-1] = (*runs[-1][:2], runs[-1][2] + 1)
        else:
            runs.append((i, j, 1))
    return runs
