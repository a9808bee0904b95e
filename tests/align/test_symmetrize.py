"""Symmetrisation against its definitions (Koehn, Och & Marcu 2003; the pseudo-code of Moses)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.align import Links, read_links, symmetrize
from dragoman.common.errors import ConfigError

Points = set[tuple[int, int]]
STRAIGHT = [(-1, 0), (0, -1), (1, 0), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
SIZE = 7


def define(forward: Points, reverse: Points, heuristic: str, order: str) -> Points:
    """Points are (source, target); scanned by target word, then source word, or as atools scans them."""
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
    while added and order == "atools":
        added = False
        for f, e in sorted(union - chosen):
            near = any((f + a, e + b) in chosen for a, b in neighbours)
            if near and not (source_aligned(f) and target_aligned(e)):
                chosen.add((f, e))
                added = True
    while added and order == "moses":
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
            for f, e in sorted(alignment, key=lambda p: p if order == "atools" else p[::-1]):
                covered = source_aligned(f), target_aligned(e)
                if not (any(covered) if heuristic.endswith("and") else all(covered)):
                    chosen.add((f, e))
    return chosen


points = st.sets(st.integers(0, SIZE * SIZE - 1), max_size=14).map(
    lambda numbers: {divmod(number, SIZE) for number in numbers}
)


@pytest.mark.parametrize("order", ["moses", "atools"])
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
def test_equals_the_definition(
    heuristic: str, order: str, pairs: list[tuple[Points, Points]]
) -> None:
    sides = Links.of(f for f, _ in pairs), Links.of(r for _, r in pairs)
    found = symmetrize(*sides, heuristic, order=order)
    assert [found.pair(s) for s in range(len(pairs))] == [
        sorted(define(set(f), set(r), heuristic, order)) for f, r in pairs
    ]


def test_equals_atools_on_real_links(shared_data: Path) -> None:
    """The same bytes as atools wrote; the order of Moses differs in some lines, by few links."""
    place = shared_data / "parity" / "extraction"
    gold = (place / "aligned.grow-diag-final-and").read_text()
    sides = read_links(place / "forward.align"), read_links(place / "reverse.align")
    for threads in (1, 2):
        assert symmetrize(*sides, threads=threads, order="atools").text() == gold
    moses = symmetrize(*sides)
    theirs = read_links(place / "aligned.grow-diag-final-and")
    common = sum(len(set(moses.pair(s)) & set(theirs.pair(s))) for s in range(len(theirs)))
    assert common > 0.97 * max(len(moses.links), len(theirs.links))


def test_an_unknown_heuristic_and_unequal_lengths_are_refused() -> None:
    one, two = Links.of([[(0, 0)]]), Links.of([[(0, 0)], []])
    with pytest.raises(ConfigError, match=r"symmetrize: there is no 'best' .there are forward, "):
        symmetrize(one, one, "best")
    with pytest.raises(ConfigError, match=r"order: there is no 'any' .there are moses, atools"):
        symmetrize(one, one, order="any")
    with pytest.raises(ConfigError, match="1 sentences, the reverse alignment 2"):
        symmetrize(one, two)
