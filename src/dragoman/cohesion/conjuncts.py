"""Trees in which conjuncts are siblings, as Cherry (2008, section 5) proposes.

Most treebanks hang the second conjunct, and the conjunction, below the first one. The subtree of the first conjunct
then holds all of them, and a translation that moves the first one alone is not cohesive. Coordination is the one
construction that often forces such a translation.
"""

from __future__ import annotations

from dataclasses import replace

from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree

CONJUNCTION = ("conj", "cc")
"""Labels of conjuncts and of conjunctions (Stanford's, CLEAR's and Universal Dependencies)."""


def is_conjoined(tree: DependencyTree, word: int) -> bool:
    """Return whether a word is a conjunct after the first one, or a conjunction.

    Args:
        tree: A tree with labels.
        word: The word's place.
    """
    return tree.labels[word].split(":")[0] in CONJUNCTION


def conjuncts_as_siblings(tree: DependencyTree) -> DependencyTree:
    """Return the tree with conjuncts and conjunctions below the head of the first conjunct.

    Args:
        tree: A tree with labels.
    """
    if not tree.labels and len(tree):
        raise ConfigError(
            "conjuncts_as_siblings: the trees have no labels, so conjuncts are not known"
        )
    return replace(tree, heads=tuple(tree.heads[_first(tree, word)] for word in range(len(tree))))


def _first(tree: DependencyTree, word: int) -> int:
    """The first conjunct of what a word belongs to; any other word is its own."""
    while is_conjoined(tree, word) and tree.heads[word] >= 0:
        word = tree.heads[word]
    return word
