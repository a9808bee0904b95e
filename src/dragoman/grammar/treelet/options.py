"""How treelets are extracted, and how the models of target trees are trained."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import Count, Positive, Size
from dragoman.settings.settings import Settings, about

DependencyKind = Literal["backoff", "loglinear"]
DEPENDENCY_KIND: DependencyKind = "backoff"
DEPENDENCY_MEMORY = 4 << 30
DependencyFeature = Literal["clause", "role"]
DEPENDENCY_FEATURES: tuple[str, ...] = get_args(DependencyFeature)
DependencyFeatures = Annotated[
    tuple[DependencyFeature, ...],
    about(
        "Treelets: what a log-linear dependency model also looks at: whether two source words are in the same clause, "
        "and their grammatical roles; needs source trees with labels."
    ),
]
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
    features: DependencyFeatures = ()

    def __post_init__(self) -> None:
        """Refuses features of a model that has none."""
        super().__post_init__()
        if self.features and self.kind != "loglinear":
            raise ConfigError(
                f"a dependency model of the kind '{self.kind}' cannot look at '{self.features[0]}': choose the kind "
                "'loglinear' (dependency_model under [grammar])"
            )
