"""Sentences whose words are hidden: a treebank that may not show a text puts underscores in the place of its letters.

All that is known of such a sentence is how long its words are (GUM has some hundreds: "___ ____ _" for "She left .").
The core has features of their own for them (``core/parse/mask_features.cpp``). They are too few to learn from, but any
sentence can be hidden: copies of some of the others are learnt from as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.parser import Tokens

EVERY = 3
"""One of so many sentences is copied: all of them would take as long as the sentences themselves."""


def is_hidden(words: Tokens) -> bool:
    """Whether all words are made of underscores."""
    return all(word and not word.strip("_") for word in words)


def hidden(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree over words of as many underscores as they have characters."""
    if tree.word is not None:
        return ConstituencyTree(tree.label, (), "_" * len(tree.word))
    return ConstituencyTree(tree.label, tuple(map(hidden, tree.children)))


def with_hidden_copies(trees: Sequence[ConstituencyTree]) -> list[ConstituencyTree]:
    """The trees; if some of them are hidden, also copies of others, each after its original."""
    if not any(is_hidden(tree.words()) for tree in trees):
        return list(trees)
    return list(_with_copies(trees))


def _with_copies(trees: Sequence[ConstituencyTree]) -> Iterator[ConstituencyTree]:
    for number, tree in enumerate(trees):
        yield tree
        if number % EVERY == 0 and not is_hidden(tree.words()):
            yield hidden(tree)
