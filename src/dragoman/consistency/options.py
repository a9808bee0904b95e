"""Which consistency features there are, and how they are computed. The defaults are the paper's."""

from __future__ import annotations

from typing import Literal

from dragoman.settings.settings import Settings, option

Feature = Literal["c1", "c2", "c3"]
Damping = Literal["bm25", "log", "root", "exponential"]


class ConsistencyOptions(Settings):
    """Features that prefer what was chosen before in the same document."""

    features: tuple[Feature, ...] = option(
        (),
        "What the first pass counts: rules (c1), target words (c2), pairs of linked words (c3).",
    )
    damping: Damping = option(
        "bm25",
        "How a count n grows into a value: (k+1)n/(k+n), log(1+n), the square root of n, or 1-exp(-n).",
    )
    saturation: float = option(1.2, "The k of bm25.", above=0)
    combine: Literal["maximum", "mean"] = option(
        "maximum", "What c2 and c3 make of the values of a rule's words."
    )
    common: float = option(
        0.5,
        "Words in more than this share of all documents do not count for c2 and c3.",
        least=0,
        most=1,
    )
    passes: int = option(
        2,
        "Passes over a document, at most: it is translated again with new counts until they stay the same.",
        least=2,
    )
    second_pass: Literal["forest", "search"] = option(
        "forest",
        "What the second pass looks at: what the first one found and kept, or everything anew (twice the time).",
    )
    forest_edges: int = option(
        25,
        "Steps of the first pass's best translations that are kept for a source word, about, for the second pass.",
        least=1,
    )
    similarity: float = option(
        0.0,
        "Documents whose words are at least so similar (cosine, rare words weigh more) share their counts; "
        "0: each document counts for itself.",
        least=0,
        most=1,
    )
    glossary_count: int = option(
        3, "How often an entry of the glossary counts as chosen before a document begins.", least=0
    )
