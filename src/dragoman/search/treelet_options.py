"""How to search with treelets (Carreras & Collins 2009)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from msgspec import Meta

from dragoman.search.cohesion_options import CohesiveSearchOptions, SpanFeature
from dragoman.search.common_options import MaxWork, TableLimit
from dragoman.settings.kinds import Count
from dragoman.settings.settings import Bounds, about

SEARCHES: dict[str, dict[str, Any]] = {
    "fast": {
        "estimate": "trees",
        "narrow_rows": True,
        "variants": 2,
        "attachments": 1,
        "max_blocks": 2,
        "max_trees": 3,
        "distortion": True,
    },
    "paper": {
        "estimate": "phrases",
        "narrow_rows": False,
        "variants": 0,
        "attachments": 0,
        "max_blocks": 0,
        "max_trees": 0,
        "distortion": False,
    },
}
"""What the settings are that are not given, by ``TreeletOptions.search``."""


def _either(setting: str, fast: object, paper: object) -> str:
    return f'{setting} Unless given: {fast}, with search = "paper" {paper}.'


class TreeletOptions(CohesiveSearchOptions):
    """Limits of the treelet decoder that trade accuracy for speed, and its constraint.

    ``search`` chooses all settings of ``SEARCHES`` that are not given. The paper's search has none of these limits, so
    what is given beside it is the one thing that differs from the paper.
    """

    search: Annotated[
        Literal["fast", "paper"],
        about(
            "Limits that make the search fast and a feature that counts jumps, or the paper's search: definition "
            "4 alone."
        ),
    ] = "fast"
    constituents: Annotated[
        Literal["hard", "soft", "off"],
        about(
            "Pi-constituents that are not contiguous in the source: not allowed, a cost for each, or allowed."
        ),
    ] = "hard"
    beam_kind: Annotated[
        Literal["words", "naive"],
        about("Keep the best items for every source word (definition 4), or the best of all."),
    ] = "words"
    beam: Annotated[
        Count,
        about(
            "Items kept for a number of covered words (and each word); 0: all.", bounds=Bounds(200)
        ),
    ] = 20
    estimate: Annotated[
        Literal["trees", "phrases"] | None,
        about(
            _either(
                "What the rest of the sentence will cost: as the phrase decoder estimates it, or with the trees.",
                "trees",
                "phrases",
            )
        ),
    ] = None
    narrow_rows: Annotated[
        bool | None,
        about(
            _either(
                "Items of several trees have a narrower beam: a quarter for two, a seventh for three.",
                "true",
                "false",
            )
        ),
    ] = None
    variants: Annotated[
        Count | None,
        about(
            _either(
                "Of the items that differ in their trees alone, the beam keeps so many; 0: any number.",
                2,
                0,
            )
        ),
    ] = None
    attachments: Annotated[
        Count | None, about(_either("Ways in which two trees are joined, at most; 0: all.", 1, 0))
    ] = None
    max_blocks: Annotated[
        Count | None,
        about(
            _either(
                "Contiguous pieces of the source that an item may cover, at most; 0: any number.",
                2,
                0,
            )
        ),
    ] = None
    max_trees: Annotated[
        Count | None,
        about(
            _either(
                "Trees side by side that two items of several trees may have together, at most; 0: any number.",
                3,
                0,
            )
        ),
    ] = None
    cohesion: Annotated[
        tuple[SpanFeature, ...],
        about("Features of cohesion; they need the dependency trees of the source."),
    ] = ()
    distortion: Annotated[
        bool | None,
        about(
            _either(
                "Count the source words jumped over, as the phrase decoder does; the paper does not.",
                "true",
                "false",
            )
        ),
    ] = None
    table_limit: TableLimit = 10
    max_words: Annotated[
        int, Meta(ge=0, le=64), about("Longer sentences are left to the phrase decoder.")
    ] = 64
    max_work: MaxWork = 20_000_000

    def resolved(self) -> Self:
        """Return the same settings, those that were not given as ``search`` says."""
        chosen = SEARCHES[self.search].items()
        return replace(self, **{n: v for n, v in chosen if getattr(self, n) is None})
