"""How to search. The limits are those of Moses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from dragoman._core import feature_names
from dragoman.cohesion.definition import NOUN_TAGS, VERB_TAGS, PosClasses
from dragoman.search.common_options import CommonSearchOptions
from dragoman.settings.kinds import Count, Positive, Share
from dragoman.settings.settings import Bounds, about

COHESION_FEATURES: tuple[str, ...] = tuple(feature_names("cohesion"))
GAP_FEATURES: tuple[str, ...] = tuple(feature_names("gaps"))
PAPER = ("gaps.distortion", "gaps.target_length", "gaps.crossing")
"""Features of phrases with gaps that Galley & Manning (2010) have."""
USUAL_GAP_FEATURES = (*PAPER, "gaps.source", "gaps.target")

if TYPE_CHECKING:
    CohesionFeature = str
    GapFeature = str
else:
    CohesionFeature = Literal[(*COHESION_FEATURES[:4], "coh5", *COHESION_FEATURES[4:])]
    GapFeature = Literal[("paper", *GAP_FEATURES)]
"""Features that look at a source tree (docs/cohesion.md), of which ``coh5`` stands for the four that follow it, and
features of phrases with gaps (docs/decoding.md), of which ``paper`` stands for three. The names are those of the
catalogue, ``core/search/api/catalogue.cpp``."""


class SearchOptions(CommonSearchOptions):
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
    cohesion_hard: Annotated[bool, about("Only cohesive translations.")] = False
    cohesion_fallback: Annotated[
        bool,
        about(
            "If no translation is cohesive, search without the constraint; otherwise there is no translation."
        ),
    ] = True
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
            "Features of phrases with gaps, for a model that has such phrases; paper: the first three."
        ),
    ] = USUAL_GAP_FEATURES
    gap_distortion: Annotated[
        Literal["source", "target"],
        about(
            "Order in which distortion takes the source pieces of phrases with gaps: phrase by phrase in source "
            "order, as the program of Galley & Manning (2010) does, or all in target order, as their paper says."
        ),
    ] = "source"
    verb_tags: Annotated[tuple[str, ...], about("How the tags of verbs begin, for coh5.")] = (
        VERB_TAGS
    )
    noun_tags: Annotated[tuple[str, ...], about("How the tags of nouns begin, for coh5.")] = (
        NOUN_TAGS
    )

    def __post_init__(self) -> None:
        """Sorts lists of features into their usual order, without duplicates."""
        super().__post_init__()
        whole = "coh5" in self.cohesion
        cohesion = tuple(
            name
            for name in COHESION_FEATURES
            if name in self.cohesion or (whole and name.startswith("coh5."))
        )
        wanted = {*self.gap_features, *(PAPER if "paper" in self.gap_features else ())}
        gaps = tuple(name for name in GAP_FEATURES if name in wanted)
        object.__setattr__(self, "cohesion", cohesion)
        object.__setattr__(self, "gap_features", gaps)

    @property
    def source_gaps(self) -> bool:
        """Whether phrases with gaps on the source side are used."""
        return self.gaps in ("source", "both")

    @property
    def target_gaps(self) -> bool:
        """Whether phrases with gaps on the target side are used."""
        return self.gaps in ("target", "both")

    @property
    def needs_trees(self) -> bool:
        """Whether the search looks at dependency trees."""
        return self.cohesion_hard or bool(self.cohesion)

    @property
    def needs_tags(self) -> bool:
        """Whether the search looks at the words' parts of speech."""
        return "coh5.verbs" in self.cohesion or "coh5.nouns" in self.cohesion

    @property
    def pos_classes(self) -> PosClasses:
        """The tags of verbs and nouns."""
        return PosClasses(self.verb_tags, self.noun_tags)
