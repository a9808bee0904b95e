"""Part-of-speech tags as numbers.

A tag is a pair: a universal tag and a language-specific one ("VERB", "VBZ"). One of them may be missing. A tagger
chooses among the pairs that occur in its treebank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from dragoman.common.errors import ModelError
from dragoman.corpus.conllu import EMPTY
from dragoman.corpus.dependency import DependencyTree
from dragoman.parse.linear_model import Numbers

MOST_TAGS = 500
"""Treebanks with more different pairs have tags for every inflection: their specific tags are left out."""


class Tag(NamedTuple):
    """The tag of a word; what is not known is empty."""

    upos: str
    xpos: str = ""


def tags_of(tree: DependencyTree) -> list[Tag]:
    """The tags of a tree's words."""
    empty = ("",) * len(tree)
    columns = zip(tree.tags or empty, tree.xpos or empty, strict=True)
    return [Tag(_known(upos), _known(xpos)) for upos, xpos in columns]


def _known(name: str) -> str:
    return "" if name == EMPTY else name


class TagSet:
    """The tags of a treebank, numbered."""

    def __init__(self, tags: Sequence[Tag]) -> None:
        self.tags = tuple(tags)
        self._numbers = {tag: number for number, tag in enumerate(self.tags)}
        if not self.tags or len(self._numbers) != len(self.tags):
            raise ModelError("the tags of the model are not sound")
        coarse = {name: n for n, name in enumerate(dict.fromkeys(t.upos for t in self.tags))}
        self.coarse: Numbers = np.array([coarse[tag.upos] for tag in self.tags], np.uint16)
        """The number of each tag's universal part."""
        self.has_upos = any(tag.upos for tag in self.tags)
        self.has_xpos = any(tag.xpos for tag in self.tags)

    @classmethod
    def of(cls, sentences: Iterable[Sequence[Tag]]) -> TagSet:
        """The tags that occur, in alphabetical order."""
        found = {tag for sentence in sentences for tag in sentence}
        if len(found) > MOST_TAGS and any(tag.upos for tag in found):
            found = {Tag(tag.upos) for tag in found}
        return cls(sorted(found))

    def __len__(self) -> int:
        return len(self.tags)

    def encode(self, sentences: Iterable[Sequence[Tag]]) -> Numbers:
        """The numbers of all words' tags, end to end; all of them must be in the set."""
        known = self._numbers
        if not self.has_xpos:
            return np.array([known[Tag(tag.upos)] for s in sentences for tag in s], np.uint16)
        return np.array([known[tag] for s in sentences for tag in s], np.uint16)


def tag_names(tags: TagSet) -> list[str]:
    """What each tag is called in a bracketed tree: its specific name if it has one."""
    return [tag.xpos or tag.upos for tag in tags.tags]
