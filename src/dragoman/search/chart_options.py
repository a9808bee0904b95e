"""How to search with hierarchical rules. The defaults are those of Hiero (Chiang 2007) and Moses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dragoman.search.cohesion_options import ConjunctOptions, SpanFeature
from dragoman.settings.kinds import Positive
from dragoman.settings.settings import Bounds, about


class ChartOptions(ConjunctOptions):
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
        tuple[SpanFeature, ...],
        about("Features of cohesion; they need the dependency trees of the source."),
    ] = ()
    lattice: Annotated[
        bool, about("The feature `lattice`: scores of the words of input lattices.")
    ] = False
