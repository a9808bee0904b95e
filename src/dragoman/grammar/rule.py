"""A rule as a person reads it."""

from __future__ import annotations

from dataclasses import dataclass, field

from dragoman._core import feature_names

GAP = -1
FIRST_NON_TERMINAL = -2

LOWEST_SCORE = -100.0
"""No score of a table is lower: it stands for a probability of zero."""

SCORE_COLUMNS = tuple(n for n in feature_names("columns") if not n.startswith("count."))
"""Natural logarithms of p(f|e), lex(f|e), p(e|f), lex(e|f): Moses' order of columns. Features are declared in
``core/search/api/catalogue.cpp``."""

REORDERING_COLUMNS = tuple(feature_names("reordering"))
"""Orientation with respect to the previous phrase, then to the next one: Moses' order."""

COUNT_COLUMNS = ("target", "source", "joint")
"""How often the target side, the source side and the pair were seen: Moses' order."""


def show_symbol(symbol: int) -> str:
    """How a symbol that is not a word is written for people."""
    return "…" if symbol == GAP else f"[X{FIRST_NON_TERMINAL - symbol + 1}]"


@dataclass(frozen=True, slots=True)
class Rule:
    """Source and target side, links between their symbols, and what the table says of the pair."""

    source: str
    target: str
    alignment: tuple[tuple[int, int], ...] = ()
    scores: dict[str, float] = field(default_factory=dict)
    reordering: dict[str, float] = field(default_factory=dict)
    counts: dict[str, float] = field(default_factory=dict)
    source_symbols: tuple[int, ...] = ()
    target_symbols: tuple[int, ...] = ()

    def __str__(self) -> str:
        links = " ".join(f"{i}-{j}" for i, j in self.alignment)
        scores = " ".join(f"{name}={value:.3f}" for name, value in self.scores.items())
        return f"{self.source} → {self.target}  ({links})  {scores}"
