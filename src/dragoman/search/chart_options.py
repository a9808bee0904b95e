"""How to search with hierarchical rules. The defaults are those of Hiero (Chiang 2007) and Moses."""

from __future__ import annotations

from typing import Literal

from dragoman.cohesion.definition import PosClasses
from dragoman.search.common_options import ConstrainedSearchOptions
from dragoman.settings.settings import option

SpanCohesion = Literal["coh.crossing"]
"""A feature of hierarchical rules that looks at a source tree (docs/cohesion.md)."""


class ChartOptions(ConstrainedSearchOptions):
    """Limits of the chart decoder, for ``[grammar] kind = "hierarchical"``."""

    search: Literal["cube", "guided"] = option(
        "cube",
        "The algorithm: cube pruning, or cube pruning guided by a quick first pass.",
    )
    pop_limit: int = option(
        200, "Partial translations made for a span of words: more is slower and better.", least=1
    )
    guide: float = option(
        2.2,
        "Guided search: how far below the best translation (in natural logarithms of the language models) the best "
        "one through a span lies when its limit falls to 1/e of `pop_limit`.",
        above=0,
    )
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
