"""The cells of a forest: for every span of the source, the rules that were applied there and how probable each is.

The probability of a rule is the share of all derivations, each weighted by exp(scale * score), that apply it there. So
the cells show what the search considered beside the translation that it chose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dragoman.forest.forest import Forest

GAP = "…"
"""Stands for a part of a rule that another rule fills."""
MOST_EDGES = 50_000
"""A larger forest is pruned: its cells would take seconds."""

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CellRule:
    """A rule in a cell."""

    source: str
    """Its source words; gaps are dots."""
    target: str
    """Its target side; parts that other rules fill are dots."""
    probability: float
    score: float
    """The best score of the rule by itself, in its neighbourhood."""


@dataclass(frozen=True)
class Cell:
    """The source words [begin, end)."""

    begin: int
    end: int
    rules: tuple[CellRule, ...]
    """The most probable first."""
    total: int
    """How many rules there are, with those that are left out here."""
    probability: float
    """That some rule is applied to exactly this span."""


def forest_cells(forest: Forest, scale: float = 1.0, most: int = 5) -> list[Cell]:
    """All cells, the most probable ``most`` rules of each."""
    if forest.edges > MOST_EDGES:
        forest = forest.pruned(MOST_EDGES)
    if not forest.edges:
        return []
    native = forest.native
    posteriors, scores = forest.posteriors(scale), forest.scores
    symbols = np.asarray(native.symbols).tolist()
    symbol_first = np.asarray(native.symbol_first).tolist()
    spans = np.asarray(native.spans, dtype=np.int64).reshape(-1, 2).tolist()
    span_first = np.asarray(native.span_first).tolist()
    found: dict[tuple[int, int], dict[tuple[Spans, str], list[float]]] = {}
    for edge in range(forest.edges):
        own = tuple((a, b) for a, b in spans[span_first[edge] : span_first[edge + 1]])
        text = symbols[symbol_first[edge] : symbol_first[edge + 1]]
        # What a step of a phrase-based search goes on from is no part of its rule.
        text = text[1:] if forest.left_to_right and text and text[0] < 0 else text
        if not own or not any(symbol >= 0 for symbol in text):
            continue
        target = " ".join(forest.words[symbol] if symbol >= 0 else GAP for symbol in text)
        rules = found.setdefault((own[0][0], own[-1][1]), {})
        sums = rules.setdefault((own, target), [0.0, -np.inf])
        sums[0] += float(posteriors[edge])
        sums[1] = max(sums[1], float(scores[edge]))
    return [_cell(forest, place, rules, most) for place, rules in sorted(found.items())]


def _cell(
    forest: Forest,
    place: tuple[int, int],
    rules: dict[tuple[Spans, str], list[float]],
    most: int,
) -> Cell:
    ranked = sorted(rules.items(), key=lambda item: (-item[1][0], item[0]))
    kept = []
    for (spans, target), (share, score) in ranked[:most]:
        source = f" {GAP} ".join(" ".join(forest.source[a:b]) for a, b in spans)
        kept.append(CellRule(source, target, min(1.0, share), score))
    whole = min(1.0, sum(share for share, _ in rules.values()))
    return Cell(*place, tuple(kept), len(rules), whole)
