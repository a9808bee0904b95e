"""How to search with hierarchical rules. The defaults are those of Hiero (Chiang 2007) and Moses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from dragoman._core import feature_names
from dragoman.cohesion.definition import PosClasses
from dragoman.search.common_options import CommonSearchOptions
from dragoman.settings.kinds import Positive
from dragoman.settings.settings import Bounds, about

if TYPE_CHECKING:
    SpanCohesion = str
else:
    SpanCohesion = Literal[tuple(feature_names("crossings"))]
"""A feature of hierarchical rules that looks at a source tree (docs/cohesion.md)."""


class ChartOptions(CommonSearchOptions):
    """Limits of the chart decoder, for ``[grammar] kind = "hierarchical"``."""

    search: Annotated[
        Literal["cube", "guided"],
        about("The algorithm: cube pruning, or cube pruning guided by a quick first pass."),
    ] = "cube"
    pop_limit: Annotated[
        Positive,
        about(
            "Partial translations made for a span of words: more is slower and better.",
            bounds=Bounds(5000, request=(1, 5000)),
        ),
    ] = 200
    guide: Annotated[
        float,
        Meta(gt=0),
        about(
            "Guided search: how far below the best translation (in natural logarithms of the language models) the best "
            "one through a span lies when its limit falls to 1/e of `pop_limit`."
        ),
    ] = 2.2
    max_span: Annotated[
        int,
        Meta(ge=1, le=10_000),
        about(
            "Words that a rule with non-terminals may extend over.",
            bounds=Bounds(50, served=30, request=(1, 30), unlimited=None),
        ),
    ] = 15
    max_unary: Annotated[
        int,
        Meta(ge=0, le=100),
        about(
            "How often rules whose source side is one non-terminal are applied one after the other.",
            bounds=Bounds(10, unlimited=None),
        ),
    ] = 2
    cohesion: Annotated[
        tuple[SpanCohesion, ...],
        about("Features of cohesion; they need the dependency trees of the source."),
    ] = ()
    lattice: Annotated[
        bool, about("The feature `lattice`: scores of the words of input lattices.")
    ] = False

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
