"""What the gold annotation of a sentence pair shows, computed from alignment and tree alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from dragoman.corpus.dependency import DependencyTree

Link = tuple[int, int]
Unit = tuple[frozenset[int], frozenset[int]]


def units_of(links: Iterable[Link]) -> list[Unit]:
    """The connected components of an alignment, positions renumbered so that no word is unaligned."""
    links = list(links)
    rows = {i: k for k, i in enumerate(sorted({i for i, _ in links}))}
    columns = {j: k for k, j in enumerate(sorted({j for _, j in links}))}
    units: list[tuple[set[int], set[int]]] = []
    for i, j in links:
        here, there = {rows[i]}, {columns[j]}
        for unit in [u for u in units if rows[i] in u[0] or columns[j] in u[1]]:
            here |= unit[0]
            there |= unit[1]
            units.remove(unit)
        units.append((here, there))
    return [(frozenset(here), frozenset(there)) for here, there in units]


def is_binarisable(links: Iterable[Link]) -> bool:
    """Whether a synchronous grammar with at most two non-terminals a rule, and the words of one unit a rule,
    derives the pair: reduce until nothing changes, and see whether one block is left."""
    waiting = units_of(links)
    blocks: list[Unit] = []
    while waiting or len(blocks) > 1:
        for unit in waiting:
            parts = _fill(unit, blocks)
            if parts is not None:
                waiting.remove(unit)
                break
        else:
            parts = next((list(p) for p in combinations(blocks, 2) if _is_block(_union(p))), None)
            if parts is None:
                return False
            unit = (frozenset(), frozenset())
        blocks = [b for b in blocks if b not in parts]
        blocks.append(_union([unit, *parts]))
    return True


def _fill(unit: Unit, blocks: list[Unit]) -> list[Unit] | None:
    """The blocks, two at most, that make a unit contiguous on both sides."""
    for size in (0, 1, 2):
        for parts in combinations(blocks, size):
            if _is_block(_union([unit, *parts])):
                return list(parts)
    return None


def _union(parts: Sequence[Unit]) -> Unit:
    return frozenset().union(*(p[0] for p in parts)), frozenset().union(*(p[1] for p in parts))


def _is_block(unit: Unit) -> bool:
    return all(max(side) - min(side) < len(side) for side in unit)


def violations(tree: DependencyTree, links: Iterable[Link]) -> int:
    """How many pairs of spans in local trees innersect (Cherry 2008, section 2), each target word a phrase."""
    linked: dict[int, list[int]] = {}
    for i, j in links:
        linked.setdefault(i, []).append(j)
    spans = {}
    for word in range(len(tree)):
        places = [j for i in tree.subtree(word) for j in linked.get(i, ())]
        spans[word] = (min(places), max(places)) if places else None
    count = 0
    for head, children in enumerate(tree.children()):
        local = [spans[child] for child in children]
        if head in linked:
            local.append((min(linked[head]), max(linked[head])))
        for a, b in combinations(sorted(s for s in local if s is not None), 2):
            count += b[0] < a[1]
    return count


def gap_lengths(positions: Iterable[int]) -> list[int]:
    """The lengths of the gaps between positions."""
    row = sorted(positions)
    return [b - a - 1 for a, b in pairwise(row) if b - a > 1]
