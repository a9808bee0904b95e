"""Random forests of any arity, and all their derivations."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
from hypothesis import strategies as st

from dragoman._core import Forest as NativeForest
from dragoman.forest import Forest

NAMES = ("one", "two")
seeds = st.integers(0, 10**6)
MOST = 2000
"""Derivations that an edge may have, so that all can be enumerated."""


def random_edges(seed: int):
    """Edges (head, tails, target symbols, features, score) of a small random forest."""
    rng = random.Random(seed)
    edges = []
    derivations: list[int] = []
    for head in range(rng.randint(1, 5)):
        derivations.append(0)
        for _ in range(rng.randint(1, 3)):
            tails = [rng.randrange(head) for _ in range(rng.randint(0, min(3, head)))]
            while math.prod(derivations[t] for t in tails) > MOST:
                tails.pop()
            arity = len(tails)
            derivations[head] += math.prod(derivations[t] for t in tails)
            symbols = [-2 - t for t in range(arity)] + [rng.randrange(3) for _ in range(2)]
            rng.shuffle(symbols)
            features = [rng.randint(-3, 3), rng.randint(-3, 3)]
            edges.append((head, tails, symbols, features, 0.5 * features[0] + 0.25 * features[1]))
    return edges


def make(edges) -> Forest:
    return Forest(NativeForest.build(["a", "b", "c"], 2, edges), NAMES, ())


def enumerate_all(edges):
    """Every derivation of the last node as (score, text, features, number of edges)."""
    by_head: dict[int, list] = {}
    for edge in edges:
        by_head.setdefault(edge[0], []).append(edge)

    def of(node):
        for _, tails, symbols, features, score in by_head[node]:
            for parts in itertools.product(*(list(of(t)) for t in tails)):
                text = tuple(
                    itertools.chain.from_iterable(
                        ("abc"[s],) if s >= 0 else parts[-2 - s][1] for s in symbols
                    )
                )
                total = np.array(features, dtype=float) + sum(p[2] for p in parts)
                yield score + sum(p[0] for p in parts), text, total, 1 + sum(p[3] for p in parts)

    return list(of(max(by_head)))
