"""Random word lattices, their paths, and the derivations of a phrase model on them, from the definitions.

Nothing here knows of coverages or tables of distances: every path is a sentence, and every order of every segmentation
of it is tried. Where phrases stand is said in nodes; a jump counts the words of a shortest path, found by trying all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from math import exp

from dragoman.corpus.lattice import Lattice
from support.search import tiny

Path = tuple[int, ...]
"""The numbers of words that follow one another."""


def draw(rng: random.Random, most: int = 4) -> Lattice:
    """A small lattice, with one path at least; some words are beside the same ones, and some lead nowhere."""
    size = rng.randint(1, most)
    nodes = sorted({0, size, *(n for n in range(1, size) if rng.random() < 0.8)})
    arcs = [(begin, end, rng.choice("xyzu")) for begin, end in pairwise(nodes)]
    for _ in range(rng.randint(0, 3)):
        begin = rng.randrange(size)
        arcs.append((begin, rng.randint(begin + 1, size), rng.choice("xyzu")))
    arcs.sort(key=lambda one: one[0])
    return Lattice(
        tuple(word for *_, word in arcs),
        tuple((begin, end, -rng.random()) for begin, end, _ in arcs),
    )


def chain(words: list[str], score: float = 0.0) -> Lattice:
    """A lattice with one path."""
    return Lattice(tuple(words), tuple((i, i + 1, score) for i in range(len(words))))


def last_node(lattice: Lattice) -> int:
    return max(end for _, end, _ in lattice.arcs)


def paths(lattice: Lattice, node: int = 0, to: int | None = None) -> Iterator[Path]:
    """Every path from a node to another, or to the last one."""
    to = last_node(lattice) if to is None else to
    if node == to:
        yield ()
    for number, (begin, end, _) in enumerate(lattice.arcs):
        if begin == node:
            for rest in paths(lattice, end, to):
                yield (number, *rest)


def distance(lattice: Lattice, one: int, other: int) -> int:
    """The words of the shortest path between two nodes, in either direction."""
    return min(len(path) for path in paths(lattice, min(one, other), max(one, other)))


def value(lattice: Lattice, path: Path) -> float:
    return sum(lattice.arcs[number][2] for number in path)


def derivations(model: tiny.TinyModel, lattice: Lattice, limit: int):
    """Every derivation as (words, features, score, path, source words of each step)."""
    known: dict[tuple[int, int], int] = {}

    def jump(one: int, other: int) -> int:
        if (one, other) not in known:
            known[one, other] = distance(lattice, one, other)
        return known[one, other]

    for path in paths(lattice):
        nodes = [0, *(lattice.arcs[number][1] for number in path)]
        words = [lattice.words[number] for number in path]

        def allowed(last: int, gap: int, begin: int, end: int, nodes: list[int] = nodes) -> bool:
            way = jump(nodes[last], nodes[begin]), jump(nodes[gap], nodes[end])
            return limit < 0 or begin == gap or max(way) <= limit

        for steps in tiny.all_steps(model, words, allowed):
            placed = [(nodes[begin], nodes[end], option) for begin, end, option in steps]
            tokens, features, _, _ = tiny.describe(model, placed, jump)
            if "lattice" in model.weights:
                features["lattice"] = value(lattice, path)
            score = sum(model.weights[name] * number for name, number in features.items())
            yield tokens, features, score, path, [path[begin:end] for begin, end, _ in steps]


def plf(lattice: Lattice) -> str:
    """The lattice as a line of Moses' format."""
    nodes: list[list[tuple[str, float, int]]] = [[] for _ in range(last_node(lattice))]
    for word, (begin, end, score) in zip(lattice.words, lattice.arcs, strict=True):
        nodes[begin].append((word, exp(score), end - begin))
    return repr(tuple(map(tuple, nodes)))
