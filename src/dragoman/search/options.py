"""How to search. The limits are those of Moses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from dragoman._core import feature_names
from dragoman.search.cohesion_options import CohesionFeature, ConjunctOptions
from dragoman.settings.kinds import Count, Positive, Share
from dragoman.settings.settings import Bounds, about

GAP_FEATURES: tuple[str, ...] = tuple(feature_names("gaps"))
PAPER = ("gaps.distortion", "gaps.target_length", "gaps.crossing")
"""Features of phrases with gaps that Galley & Manning (2010) have."""
TREE_GAP_FEATURES = frozenset(("gaps.subtree", "gaps.cross_subtree"))
"""Features of phrases with gaps that look at the source's tree."""
USUAL_GAP_FEATURES = (*PAPER, "gaps.source", "gaps.target")

if TYPE_CHECKING:
    GapFeature = str
else:
    GapFeature = Literal[("paper", *GAP_FEATURES)]
"""A feature of phrases with gaps (docs/decoding.md); ``paper`` stands for three. The names are those of the catalogue,
``core/search/api/catalogue.cpp``."""


class SearchOptions(ConjunctOptions):
    """Limits that trade accuracy for speed."""

    search: Annotated[
        Literal["stack", "cube", "oriented"],
        about(
            "The algorithm: stack search, cube pruning as in Moses, or cube pruning that finds more with the "
            "same limit."
        ),
    ] = "oriented"
    stack: Annotated[
        Count,
        about(
            "Hypotheses (partial translations) kept for a number of covered words: more is slower and better; 0: all.",
            bounds=Bounds(5000, served=1000, request=(1, 1000)),
        ),
    ] = 200
    beam: Annotated[
        Share,
        about(
            "Hypotheses are kept if their score is at least this part of the best one's; 0: all."
        ),
    ] = 1e-5
    pop_limit: Annotated[
        Positive,
        about(
            "Cube pruning: hypotheses made for a number of covered words: more is slower and better.",
            bounds=Bounds(5000, request=(1, 5000)),
        ),
    ] = 1000
    distortion_limit: Annotated[
        int,
        Meta(ge=-1),
        about(
            "The most words that a jump may skip; -1: any number; 0: no jumps.",
            # Cube pruning makes a cube for every jump, whatever its work.
            bounds=Bounds(50, served=20, request=(0, 20), unlimited=-1),
        ),
    ] = 6
    max_words: Annotated[
        Count,
        about(
            "Longer lines are translated in pieces of at most this many words; 0: no limit.",
            bounds=Bounds(1000),
        ),
    ] = 1000
    cohesion: Annotated[
        tuple[CohesionFeature, ...],
        about("Features of cohesion; they need the dependency trees of the source."),
    ] = ()
    lattice: Annotated[
        bool, about("The feature `lattice`: scores of the words of input lattices.")
    ] = False
    gaps: Annotated[
        Literal["none", "source", "target", "both"],
        about("Which of the model's phrases with gaps are used: those with gaps on these sides."),
    ] = "both"
    max_pending: Annotated[
        int, Meta(ge=0, le=15), about("The most pending target pieces of phrases with gaps.")
    ] = 4
    max_span: Annotated[
        int,
        Meta(ge=1, le=64),
        about(
            "The most words from the first to the last word of a source phrase with gaps.",
            bounds=Bounds(50, served=30, request=(1, 30), unlimited=None),
        ),
    ] = 12
    pending_cost: Annotated[
        float,
        Meta(ge=0, le=1e6),
        about(
            "Expected cost of placing a pending piece, beyond the cost of its words, in natural logarithms."
        ),
    ] = 4.0
    gap_limit: Annotated[
        Count,
        about("Translations with source gaps kept for a first word; 0: all.", bounds=Bounds(1000)),
    ] = 50
    gap_share: Annotated[
        Share,
        about(
            "Pops of the search with gaps (cube pruning), as a share of pop_limit; fewer if stack search was done "
            "soon. The search without gaps comes first, and the better translation is taken; 0: no search without gaps."
        ),
    ] = 0.15
    gap_features: Annotated[
        tuple[GapFeature, ...],
        about(
            "Features of phrases with gaps, for a model that has such phrases; paper: the first three; those of "
            "subtrees need the dependency trees of the source."
        ),
    ] = USUAL_GAP_FEATURES
    gap_distortion: Annotated[
        Literal["source", "target"],
        about(
            "Order in which distortion takes the source pieces of phrases with gaps: phrase by phrase in source "
            "order, as the program of Galley & Manning (2010) does, or all in target order, as their paper says."
        ),
    ] = "source"

    def __post_init__(self) -> None:
        """Sorts the features of gaps into their usual order, without duplicates."""
        super().__post_init__()
        wanted = {*self.gap_features, *(PAPER if "paper" in self.gap_features else ())}
        gaps = tuple(name for name in GAP_FEATURES if name in wanted)
        object.__setattr__(self, "gap_features", gaps)

    @property
    def needs_trees(self) -> bool:
        """Whether the search looks at dependency trees."""
        return super().needs_trees or not TREE_GAP_FEATURES.isdisjoint(self.gap_features)

    @property
    def source_gaps(self) -> bool:
        """Whether phrases with gaps on the source side are used."""
        return self.gaps in ("source", "both")

    @property
    def target_gaps(self) -> bool:
        """Whether phrases with gaps on the target side are used."""
        return self.gaps in ("target", "both")
