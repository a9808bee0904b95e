"""What a search costs: at the score of another one, and by the length of the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

Point = tuple[float, float]
"""Processor time and mean model score."""


def time_at(score: float, points: Sequence[Point]) -> float | None:
    """The time at which a search reaches a score, between two points that it does; None beyond the last."""
    for (time_0, score_0), (time_1, score_1) in pairwise(points):
        if score_0 <= score <= score_1:
            share = (score - score_0) / (score_1 - score_0) if score_1 > score_0 else 0.0
            return time_0 + share * (time_1 - time_0)
    return None


def print_curves(
    points: Mapping[str, Sequence[Point]], limits: Mapping[str, Sequence[int]], words: int
) -> None:
    """One line for every search and limit; ``x NAME``: how many times as long NAME takes to the same score."""
    first = next(iter(points.values()))[0][0]
    titles = "  ".join(f"x {name}" for name in points)
    print(f"search         limit  time (ratio)  words/s  mean score  {titles}")
    for name, line in points.items():
        for limit, (spent, score) in zip(limits[name], line, strict=True):
            others = {other: time_at(score, points[other]) for other in points if other != name}
            ratios = [f"{at / spent:.2f}" if (at := others.get(other)) else "" for other in points]
            cells = "  ".join(
                f"{ratio:>{len(other) + 2}}" for ratio, other in zip(ratios, points, strict=True)
            )
            print(
                f"{name:12} {limit:7}  {spent / first:12.2f}  {words / spent:7.0f}  {score:10.4f}  {cells}"
            )


def print_lengths(
    words: Sequence[str],
    lengths: Sequence[int],
    spent: Callable[[Sequence[Sequence[str]]], float],
    most: int | None = None,
) -> None:
    """Processor time a word, as a ratio to the shortest lines. A text is cut into lines (``most`` at the most)."""
    print("\nwords  time a word (ratio)")
    shortest = None
    for length in lengths:
        cut = [words[i : i + length] for i in range(0, len(words) - length + 1, length)][:most]
        if cut:
            each = spent(cut) / (len(cut) * length)
            shortest = shortest or each
            print(f"{length:5}  {each / shortest:19.2f}")
