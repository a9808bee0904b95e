"""How to search with hierarchical rules. The defaults are those of Hiero (Chiang 2007) and Moses."""

from __future__ import annotations

from typing import Literal

from dragoman.common.settings import Settings, option
from dragoman.syntax.cohesion import PosClasses

SpanCohesion = Literal["coh.crossing"]
"""A feature of hierarchical rules that looks at a source tree (docs/cohesion.md)."""


class ChartOptions(Settings):
    """Limits of the chart decoder that trade accuracy for speed."""

    search: Literal["cube", "grouped"] = option(
        "cube", "The algorithm: cube pruning, or search by groups of boundary words."
    )
    pop_limit: int = option(200, "Edges made for a span.", least=1)
    table_limit: int = option(20, "Translations kept for a source side; 0: all.", least=0)
    max_span: int = option(
        15, "Words that a rule with non-terminals may extend over.", least=1, most=10_000
    )
    max_unary: int = option(
        2,
        "How often rules whose source side is one non-terminal are applied one after the other.",
        least=0,
        most=100,
    )
    cohesion: tuple[SpanCohesion, ...] = option(
        (), "Features of cohesion; they need the dependency trees of the source."
    )
    lattice: bool = option(False, "The feature `lattice`: scores of the words of input lattices.")
    unknown: Literal["copy", "drop", "mark"] = option(
        "copy",
        "What becomes of a word that no rule translates; words with a digit are never dropped.",
    )
    punctuation_walls: bool = option(False, "No rule extends over punctuation.")
    force_relaxed: bool = option(
        False,
        "Forced decoding: where no derivation yields the reference, insert words, leave words out or pair words.",
    )
    max_work: int = option(
        200_000_000,
        "Edges made for a sentence, after which the pop limit becomes smaller; 0: no bound.",
        least=0,
        most=2**53,
    )
    max_seconds: float = option(
        0.0,
        "The same in seconds; results then depend on the machine; 0: no bound.",
        least=0,
        most=1e9,
    )

    @property
    def needs_trees(self) -> bool:
        """Whether the search looks at dependency trees."""
        return bool(self.cohesion)

    @property
    def needs_tags(self) -> bool:
        """Whether the search looks at the words' parts of speech."""
        return False

    @property
    def pos_classes(self) -> PosClasses:
        """The tags of verbs and nouns, which no feature looks at."""
        return PosClasses((), ())
