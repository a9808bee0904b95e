"""Settings of cohesion, which mean the same for every decoder (docs/cohesion.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from dragoman._core import feature_names
from dragoman.cohesion.conjuncts import conjuncts_as_siblings
from dragoman.cohesion.definition import NOUN_TAGS, VERB_TAGS, PosClasses
from dragoman.corpus.dependency import DependencyTree
from dragoman.search.common_options import CommonSearchOptions
from dragoman.settings.settings import about

COHESION_FEATURES: tuple[str, ...] = tuple(feature_names("cohesion"))
CROSSINGS: tuple[str, ...] = tuple(feature_names("crossings"))

if TYPE_CHECKING:
    CohesionFeature = str
    SpanFeature = str
else:
    CohesionFeature = Literal[(*COHESION_FEATURES[:4], "coh5", *COHESION_FEATURES[4:])]
    SpanFeature = Literal[(CohesionFeature, *CROSSINGS)]
"""Features of the phrases in target order, of which ``coh5`` stands for the four that follow it, and the same with the
feature of derivations that join spans. The names are those of the catalogue, ``core/search/api/catalogue.cpp``."""


class CohesiveSearchOptions(CommonSearchOptions):
    """The constraint and the features of cohesion; each decoder says which features it has."""

    if TYPE_CHECKING:
        cohesion: tuple[SpanFeature, ...] = ()
    cohesion_hard: Annotated[bool, about("Only cohesive translations.")] = False
    cohesion_fallback: Annotated[
        bool,
        about(
            "If no translation is cohesive, search without the constraint; otherwise there is no translation."
        ),
    ] = True
    verb_tags: Annotated[tuple[str, ...], about("How the tags of verbs begin, for coh5.")] = (
        VERB_TAGS
    )
    noun_tags: Annotated[tuple[str, ...], about("How the tags of nouns begin, for coh5.")] = (
        NOUN_TAGS
    )

    def __post_init__(self) -> None:
        """Sorts the features of cohesion into their usual order, without duplicates."""
        super().__post_init__()
        whole = "coh5" in self.cohesion
        chosen = tuple(
            name
            for name in (*COHESION_FEATURES, *CROSSINGS)
            if name in self.cohesion or (whole and name.startswith("coh5."))
        )
        object.__setattr__(self, "cohesion", chosen)

    def tree_of(self, tree: DependencyTree) -> DependencyTree:
        """Return the tree that the search looks at.

        Args:
            tree: The sentence's.
        """
        return tree

    @property
    def cohesion_counts(self) -> tuple[str, ...]:
        """The features that look at the phrases in target order."""
        return tuple(name for name in self.cohesion if name not in CROSSINGS)

    @property
    def crossings(self) -> bool:
        """Whether there is the feature of derivations that join spans."""
        return any(name in CROSSINGS for name in self.cohesion)

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


class ConjunctOptions(CohesiveSearchOptions):
    """How conjuncts hang in source trees; the treelet decoder takes trees as they are, as its models learned them."""

    conjuncts_as_siblings: Annotated[
        bool,
        about(
            "In the trees that cohesion looks at, conjuncts and conjunctions hang below the head of the first conjunct."
        ),
    ] = False

    def tree_of(self, tree: DependencyTree) -> DependencyTree:
        """Return the tree that the search looks at.

        Args:
            tree: The sentence's.
        """
        return conjuncts_as_siblings(tree) if self.conjuncts_as_siblings else tree
