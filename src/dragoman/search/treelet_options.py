"""How to search with treelets (Carreras & Collins 2009)."""

from __future__ import annotations

from typing import Literal

from dragoman.common.settings import Settings, option


class TreeletOptions(Settings):
    """Limits of the treelet decoder that trade accuracy for speed, and its constraint."""

    constituents: Literal["hard", "soft", "off"] = option(
        "hard",
        "Pi-constituents that are not contiguous in the source: not allowed, a cost for each, or allowed.",
    )
    beam_kind: Literal["words", "naive"] = option(
        "words", "Keep the best items for every source word (definition 4), or the best of all."
    )
    beam: int = option(
        10, "Items kept for a number of covered words (and each word); 0: all.", least=0
    )
    attachments: int = option(2, "Ways in which two trees are joined, at most; 0: all.", least=0)
    table_limit: int = option(10, "Translations kept for a source side; 0: all.", least=0)
    max_words: int = option(
        64, "Longer sentences are left to the phrase decoder.", least=0, most=64
    )
    unknown: Literal["copy", "drop", "mark"] = option(
        "copy",
        "What happens to a word that no rule translates; words with a digit are never dropped.",
    )
    max_work: int = option(
        20_000_000,
        "After this many pairs of items for a sentence the beam becomes narrower; 0: no limit.",
        least=0,
        most=2**53,
    )
    max_seconds: float = option(
        0.0,
        "The same limit in seconds; results then depend on the machine; 0: no limit.",
        least=0,
        most=1e9,
    )

    @property
    def needs_trees(self) -> bool:
        """Whether the search looks at dependency trees: it uses their tags and heads where there are some."""
        return False
