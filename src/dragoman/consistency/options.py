"""Which consistency features there are, and how they are computed. The defaults are the paper's."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import Count, Positive, Share
from dragoman.settings.settings import Settings, about

Feature = Literal["c1", "c2", "c3"]
Damping = Literal["bm25", "log", "root", "exponential"]


class ConsistencyOptions(Settings):
    """Features that prefer what was chosen before in the same document."""

    features: Annotated[
        tuple[Feature, ...],
        about(
            "What the first pass counts: rules (c1), target words (c2), pairs of linked words (c3)."
        ),
    ] = ()
    damping: Annotated[
        Damping,
        about(
            "How a count n grows into a value: (k+1)n/(k+n), log(1+n), the square root of n, or 1-exp(-n)."
        ),
    ] = "bm25"
    saturation: Annotated[float, Meta(gt=0), about("The k of bm25.")] = 1.2
    combine: Annotated[
        Literal["maximum", "mean"], about("What c2 and c3 make of the values of a rule's words.")
    ] = "maximum"
    common: Annotated[
        Share, about("Words in more than this share of all documents do not count for c2 and c3.")
    ] = 0.5
    passes: Annotated[
        int,
        Meta(ge=2),
        about(
            "Passes over a document, at most: it is translated again with new counts until they stay the same."
        ),
    ] = 2
    second_pass: Annotated[
        Literal["forest", "search"],
        about(
            "What the second pass looks at: what the first one found and kept, or everything anew (twice the time)."
        ),
    ] = "forest"
    forest_edges: Annotated[
        Positive,
        about(
            "Steps of the first pass's best translations that are kept for a source word, about, for the second pass."
        ),
    ] = 25
    similarity: Annotated[
        Share,
        about(
            "Documents whose words are at least so similar (cosine, rare words weigh more) share their counts; "
            "0: each document counts for itself."
        ),
    ] = 0.0
    unit: Annotated[
        Count,
        about(
            "Sentences that share their counts, at most: longer documents are divided into equal parts; 0: whole "
            "documents."
        ),
    ] = 0
    stem: Annotated[
        Count,
        about(
            "For c2 and c3, target words that begin with the same so many letters count as one word, such as house and "
            "houses at 5; 0: words as they are."
        ),
    ] = 0
    glossary_count: Annotated[
        Count,
        about("How often an entry of the glossary counts as chosen before a document begins."),
    ] = 3

    def __post_init__(self) -> None:
        """Also check what does not go together."""
        super().__post_init__()
        if self.unit and self.similarity:
            raise ConfigError(
                "unit and similarity: parts of documents, or several documents, share counts, not both"
            )
