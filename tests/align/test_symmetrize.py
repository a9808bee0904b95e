"""Symmetrisation against its definitions (Koehn, Och & Marcu 2003; the pseudo-code of Moses)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.align import Links, symmetrize
from dragoman.common.errors import ConfigError

Points = set[tuple[int, int]]
STRAIGHT = [(-1, 0), (0, -1), (1, 0), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
SIZE = 7


def define(forward: Points, reverse: Points, heuristic: str) -> Points:
    """Points are (source, target); scanned by target word, then source word."""
    union = forward | reverse
    chosen = forward & reverse
    if heuristic in ("forward", "reverse", "intersection", "union"):
        return {"forward": forward, "reverse": reverse, "intersection": chosen, "union": union}[
            heuristic
        ]

    def source_aligned(f: int) -> bool:
        return any(link[0] == f for link in chosen)

    def target_aligned(e: int) -> bool:
        return any(link[1] == e for link in chosen)

    neighbours = STRAIGHT if heuristic == "grow" else STRAIGHT + DIAGONAL
    added = True
    while added:
        added = False
        for e in range(SIZE):
            for f in range(SIZE):
                if (f, e) not in chosen:
                    continue
                for step_e, step_f in neighbours:
                    new = f + step_f, e + step_e
                    if new in union and not (source_aligned(new[0]) and target_aligned(new[1])):
                        chosen.add(new)
                        added = True
    if "final" in heuristic:
        for alignment in (forward, reverse):
            for e in range(SIZE):
                for f in range(SIZE):
                    if (f, e) not in alignment:
                        continue
                    covered = source_aligned(f), target_aligned(e)
                    if not (any(covered) if heuristic.endswith("and") else all(covered)):
                        chosen.add((f, e))
    return chosen


points = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=14)


@pytest.mark.parametrize(
    "heuristic",
    [
        "forward",
        "reverse",
        "intersection",
        "union",
        "grow",
        "grow-diag",
        "grow-diag-final",
        "grow-diag-final-and",
    ],
)
@given(st.lists(st.tuples(points, points), max_size=4))
def test_equals_the_definition(heuristic: str, pairs: list[tuple[Points, Points]]) -> None:
    found = symmetrize(Links.of(f for f, _ in pairs), Links.of(r for _, r in pairs), heuristic)
    assert [found.pair(s) for s in range(len(pairs))] == [
        sorted(define(set(f), set(r), heuristic)) for f, r in pairs
    ]


def test_an_unknown_heuristic_and_unequal_lengths_are_refused() -> None:
    one, two = Links.of([[(0, 0)]]), Links.of([[(0, 0)], []])
    with pytest.raises(ConfigError, match="no symmetrisation heuristic 'best'"):
        symmetrize(one, one, "best")
    with pytest.raises(ConfigError, match="1 sentences, the reverse alignment 2"):
        symmetrize(one, two)
