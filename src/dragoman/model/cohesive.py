"""Cohesion of finished translations: the check of section 2 on derivations, and k-best filtering (Cherry 2008, 2.1)."""

from __future__ import annotations

from dragoman.cohesion.definition import is_cohesive
from dragoman.common.warning import warn
from dragoman.corpus.dependency import DependencyTree
from dragoman.forest import Derivation, Forest
from dragoman.forest.segmentation import phrases_of
from dragoman.search import DecoderOptions


def first_cohesive(forest: Forest, tree: DependencyTree, count: int) -> Derivation | None:
    """The best cohesive derivation among the ``count`` best; None if there is none."""
    for derivation in forest.kbest(count):
        if is_cohesive(tree, [phrase.source for phrase in phrases_of(derivation)]):
            return derivation
    return None


def warn_without_trees(options: DecoderOptions, trees: object) -> None:
    """Warn if a model looks at trees and nothing gives any; ``trees`` is true if a file or a parser does."""
    if options.needs_trees and not trees:
        warn(
            "the model looks at cohesion, but there are no trees (--conllu, conllu) and no parser that makes them "
            "(--parser): it has no effect"
        )
