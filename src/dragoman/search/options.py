"""How to search. The limits are those of Moses."""

from __future__ import annotations

from typing import Literal, get_args

from dragoman.cohesion.definition import NOUN_TAGS, VERB_TAGS, PosClasses
from dragoman.search.common_options import ConstrainedSearchOptions
from dragoman.settings.settings import option

CohesionFeature = Literal[
    "coh1",
    "coh2",
    "coh3",
    "coh4",
    "coh5",
    "coh5.interruption",
    "coh5.count",
    "coh5.verbs",
    "coh5.nouns",
]
"""A feature that looks at a source tree (docs/cohesion.md); ``coh5`` stands for the four that follow it."""
COHESION_FEATURES: tuple[CohesionFeature, ...] = tuple(
    name for name in get_args(CohesionFeature) if name != "coh5"
)

GapFeature = Literal[
    "paper",
    "gaps.distortion",
    "gaps.target_length",
    "gaps.crossing",
    "gaps.cross_serial",
    "gaps.bonbon",
    "gaps.source",
    "gaps.target",
]
"""A feature of phrases with gaps (docs/decoding.md); ``paper`` stands for the three of Galley & Manning (2010)."""
GAP_FEATURES: tuple[GapFeature, ...] = tuple(
    name for name in get_args(GapFeature) if name != "paper"
)
PAPER: tuple[GapFeature, ...] = ("gaps.distortion", "gaps.target_length", "gaps.crossing")
USUAL_GAP_FEATURES: tuple[GapFeature, ...] = (*PAPER, "gaps.source", "gaps.target")


class SearchOptions(ConstrainedSearchOptions):
    """Limits that trade accuracy for speed."""

    search: Literal["stack", "cube", "oriented"] = option(
        "oriented",
        "The algorithm: stack search, cube pruning as in Moses, or cube pruning that finds more with the same limit.",
    )
    stack: int = option(
        200,
        "Hypotheses (partial translations) kept for a number of covered words: more is slower and better; 0: all.",
        least=0,
    )
    beam: float = option(
        1e-5,
        "Hypotheses are kept if their score is at least this part of the best one's; 0: all.",
        least=0,
        most=1,
    )
    pop_limit: int = option(
        1000,
        "Cube pruning: hypotheses made for a number of covered words: more is slower and better.",
        least=1,
    )
    distortion_limit: int = option(
        6, "The most words that a jump may skip; -1: any number; 0: no jumps.", least=-1
    )
    max_words: int = option(
        1000,
        "Longer lines are translated in pieces of at most this many words; 0: no limit.",
        least=0,
    )
    cohesion: tuple[CohesionFeature, ...] = option(
        (), "Features of cohesion; they need the dependency trees of the source."
    )
    cohesion_hard: bool = option(False, "Only cohesive translations.")
    cohesion_fallback: bool = option(
        True,
        "If no translation is cohesive, search without the constraint; otherwise there is no translation.",
    )
    gaps: Literal["none", "source", "target", "both"] = option(
        "both", "Which of the model's phrases with gaps are used: those with gaps on these sides."
    )
    max_pending: int = option(
        4, "The most pending target pieces of phrases with gaps.", least=0, most=15
    )
    max_span: int = option(
        12,
        "The most words from the first to the last word of a source phrase with gaps.",
        least=1,
        most=64,
    )
    pending_cost: float = option(
        4.0,
        "Expected cost of placing a pending piece, beyond the cost of its words, in natural logarithms.",
        least=0,
        most=1e6,
    )
    gap_limit: int = option(
        50, "Translations with source gaps kept for a first word; 0: all.", least=0
    )
    gap_share: float = option(
        0.15,
        "Pops of the search with gaps (cube pruning), as a share of pop_limit; fewer if stack search was done soon. "
        "The search without gaps comes first, and the better translation is taken; 0: no search without gaps.",
        least=0,
        most=1,
    )
    gap_features: tuple[GapFeature, ...] = option(
        USUAL_GAP_FEATURES,
        "Features of phrases with gaps, for a model that has such phrases; paper: the first three.",
    )
    gap_distortion: Literal["source", "target"] = option(
        "source",
        "Order in which distortion takes the source pieces of phrases with gaps: phrase by phrase in source order, as "
        "the program of Galley & Manning (2010) does, or all in target order, as their paper says.",
    )
    verb_tags: tuple[str, ...] = option(VERB_TAGS, "How the tags of verbs begin, for coh5.")
    noun_tags: tuple[str, ...] = option(NOUN_TAGS, "How the tags of nouns begin, for coh5.")

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
