"""How to search. The defaults are those of Moses, with cube pruning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from dragoman.common.errors import ConfigError
from dragoman.syntax.cohesion import NOUN_TAGS, VERB_TAGS, PosClasses

COHESION_FEATURES = (
    "coh1",
    "coh2",
    "coh3",
    "coh4",
    "coh5.interruption",
    "coh5.count",
    "coh5.verbs",
    "coh5.nouns",
)
"""The features that look at a source tree (docs/cohesion.md)."""


GapFeature = Literal[
    "gaps.distortion",
    "gaps.target_length",
    "gaps.crossing",
    "gaps.cross_serial",
    "gaps.bonbon",
    "gaps.source",
    "gaps.target",
]
"""A feature of phrases with gaps (docs/decoding.md)."""
GAP_FEATURES: tuple[GapFeature, ...] = get_args(GapFeature)
SUMMED_CROSSINGS: tuple[GapFeature, ...] = tuple(
    name for name in GAP_FEATURES if name not in ("gaps.cross_serial", "gaps.bonbon")
)
"""All but the two counts that ``gaps.crossing`` sums."""


def cohesion_features(names: Iterable[str]) -> tuple[str, ...]:
    """The chosen cohesion features, each once, in their usual order; ``coh5`` stands for its four."""
    chosen = set(names)
    if "coh5" in chosen:
        chosen = chosen - {"coh5"} | {n for n in COHESION_FEATURES if n.startswith("coh5.")}
    if strange := sorted(chosen - set(COHESION_FEATURES)):
        known = ", ".join((*COHESION_FEATURES[:4], "coh5", *COHESION_FEATURES[4:]))
        raise ConfigError(f"there is no cohesion feature '{strange[0]}'; there are {known}")
    return tuple(name for name in COHESION_FEATURES if name in chosen)


def gap_features(names: Iterable[str]) -> tuple[str, ...]:
    """The chosen gap features, each once, in their usual order."""
    chosen = set(names)
    if strange := sorted(chosen - set(GAP_FEATURES)):
        raise ConfigError(
            f"there is no gap feature '{strange[0]}'; there are {', '.join(GAP_FEATURES)}"
        )
    return tuple(name for name in GAP_FEATURES if name in chosen)


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
    cohesion: tuple[str, ...] = ()
    """Cohesion features: any of ``coh1`` to ``coh5``; they need the source's dependency trees."""
    cohesion_hard: bool = False
    """Only cohesive translations."""
    cohesion_fallback: bool = True
    """If no translation is cohesive, search without the constraint; otherwise there is none."""
    gaps: Literal["none", "source", "target", "both"] = "both"
    """Which of the model's phrases with gaps are used: those with gaps on the named side."""
    max_pending: int = 4
    """Target pieces of phrases with gaps that may wait for their place; at most 15."""
    max_span: int = 12
    """Words from the first to the last of a source phrase with gaps; at most 64."""
    pending_cost: float = 4.0
    """What placing a piece that waits is expected to cost beyond its words by themselves, in natural logarithms of
    the language models."""
    gap_limit: int = 50
    """Options with source gaps kept for a first word, those that lose least by their estimates; 0: all."""
    gap_features: tuple[str, ...] = SUMMED_CROSSINGS
    """Features of phrases with gaps, for a model that has any: any of ``GAP_FEATURES``."""
    verb_tags: tuple[str, ...] = VERB_TAGS
    noun_tags: tuple[str, ...] = NOUN_TAGS
    """How the tags of verbs and nouns begin, for ``coh5`` (the defaults: Penn's and the universal tags)."""

    def __post_init__(self) -> None:
        for name in ("cohesion", "gap_features", "verb_tags", "noun_tags"):
            if isinstance(getattr(self, name), str):
                raise ConfigError(f"{name}: expected a list of names")
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "cohesion", cohesion_features(self.cohesion))
        object.__setattr__(self, "gap_features", gap_features(self.gap_features))

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
