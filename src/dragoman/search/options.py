"""How to search. The defaults are those of Moses, with cube pruning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class SearchOptions:
    """Limits that trade accuracy for speed (``core/search/settings.hpp``)."""

    search: Literal["stack", "cube"] = "cube"
    stack: int = 200
    """Hypotheses kept for a number of covered words; 0: all."""
    beam: float = 1e-5
    """Hypotheses are kept if they are at least this part of the best; 0: all."""
    pop_limit: int = 1000
    """Cube pruning: hypotheses made for a number of covered words."""
    distortion_limit: int = 6
    """Words jumped over at most; -1: any number; 0: monotone."""
    table_limit: int = 20
    """Translations kept for a source phrase; 0: all."""
    unknown: Literal["copy", "drop", "mark"] = "copy"
    """What becomes of a word that no rule translates (dropping spares words with a digit)."""
    punctuation_walls: bool = False
    """No reordering over punctuation."""
    max_words: int = 1000
    """Longer lines are translated in pieces of at most this many words; 0: never."""
    max_work: int = 200_000_000
    """Expansions for a sentence after which the beam narrows; 0: no bound."""
    max_seconds: float = 0.0
    """The same in seconds, at the price of repeatability; 0: no bound."""
