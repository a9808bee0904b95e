"""How treelets are extracted, and how the models of target trees are trained."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dragoman.settings.kinds import Count, Positive, Size
from dragoman.settings.settings import Settings, about

DependencyKind = Literal["backoff", "loglinear"]
DEPENDENCY_KIND: DependencyKind = "backoff"
DEPENDENCY_MEMORY = 4 << 30
Analyses = Annotated[
    Positive, about("Treelets: most frequent analyses that are kept for a phrase pair.")
]


class SPhraseOptions(Settings):
    """What to extract."""

    max_length: Annotated[
        int, Meta(ge=1, le=127), about("Words of a side of a phrase pair, as in the rule table.")
    ] = 7
    analyses: Analyses = 5


class DependencyOptions(Settings):
    """How the discriminative dependency model is trained."""

    kind: Annotated[
        DependencyKind,
        about("Relative frequencies that are backed off, or a log-linear model."),
    ] = DEPENDENCY_KIND
    max_length: Annotated[
        int, Meta(ge=1, le=127), about("Words of a side of the phrase pairs that align the words.")
    ] = 7
    sentences: Annotated[
        Count, about("Sentences to learn from, taken evenly from the whole text; 0: all.")
    ] = 0
    memory: Annotated[
        Size,
        about(
            "Memory for contexts while they are counted; those first seen when it is full are left out (backoff)."
        ),
    ] = DEPENDENCY_MEMORY
    least: Annotated[Positive, about("Contexts seen less often are dropped (backoff).")] = 2
    bits: Annotated[
        int,
        Meta(ge=10, le=28),
        about("The number of weights is 2 to the power of this (loglinear)."),
    ] = 22
    passes: Annotated[Positive, about("Passes over the examples (loglinear).")] = 2
