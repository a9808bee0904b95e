"""How to search with treelets (Carreras & Collins 2009)."""

from __future__ import annotations

from typing import Literal

from dragoman.common.settings import option
from dragoman.search.chart_options import SpanCohesion
from dragoman.search.common_options import (
    CommonSearchOptions,
    max_work_option,
    table_limit_option,
)


class TreeletOptions(CommonSearchOptions):
    """Limits of the treelet decoder that trade accuracy for speed, and its constraint."""

    constituents: Literal["hard", "soft", "off"] = option(
        "hard",
        "Pi-constituents that are not contiguous in the source: not allowed, a cost for each, or allowed.",
    )
    beam_kind: Literal["words", "naive"] = option(
        "words", "Keep the best items for every source word (definition 4), or the best of all."
    )
    beam: int = option(
        20, "Items kept for a number of covered words (and each word); 0: all.", least=0
    )
    variants: int = option(
        2,
        "Of the items that differ in their trees alone, the beam keeps so many; 0: any number.",
        least=0,
    )
    attachments: int = option(1, "Ways in which two trees are joined, at most; 0: all.", least=0)
    max_blocks: int = option(
        2,
        "Contiguous pieces of the source that an item may cover, at most; 0: any number.",
        least=0,
    )
    max_trees: int = option(
        3,
        "Trees side by side that two items of several trees may have together, at most; 0: any number.",
        least=0,
    )
    cohesion: tuple[SpanCohesion, ...] = option(
        (), "Features of cohesion; they need the dependency trees of the source."
    )
    distortion: bool = option(
        True, "Count the source words jumped over, as the phrase decoder does; the paper does not."
    )
    table_limit: int = table_limit_option(10)
    max_words: int = option(
        64, "Longer sentences are left to the phrase decoder.", least=0, most=64
    )
    max_work: int = max_work_option(20_000_000)

    @property
    def needs_trees(self) -> bool:
        """Whether trees must be there; tags and heads also serve the dependency model where there are some."""
        return bool(self.cohesion)
