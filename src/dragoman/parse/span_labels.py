"""What a treebank says about labels and tags: where a label occurs, where its head is, what is punctuation."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.parser import Tokens
from dragoman.parse.span_actions import Step
from dragoman.parse.tags import Tag, TagSet

WHOLE, INSIDE, HEAD_LAST = 1, 2, 4
"""Uses of a label (``core/parse/span_system.hpp``): over a whole sentence, inside one, with its head word last."""
_WORDS_IN_PUNCTUATION = 0.1


def label_uses(
    names: Sequence[str], trees: Iterable[ConstituencyTree], steps: Iterable[Sequence[Step]]
) -> NDArray[np.uint8]:
    """For each label the sum of its uses."""
    places = {name: number for number, name in enumerate(names)}
    uses = np.zeros(len(names), np.uint8)
    for actions in steps:
        for step in actions[:-1]:
            if isinstance(step, str):
                uses[places[step]] |= INSIDE
        if isinstance(actions[-1], str):
            uses[places[actions[-1]]] |= WHOLE
    last = heads_last(trees)
    for name, number in places.items():
        if name.split(" ")[-1] in last:
            uses[number] |= HEAD_LAST
    return uses


def heads_last(trees: Iterable[ConstituencyTree]) -> set[str]:
    """The labels whose head is most often the last child: that child is more predictable than the first.

    Two kinds of children are not counted: punctuation, and children with the same label, which are always heads.
    """
    first: dict[str, Counter[str]] = defaultdict(Counter)
    last: dict[str, Counter[str]] = defaultdict(Counter)
    stack = list(trees)
    while stack:
        node = stack.pop()
        stack += node.children
        children = [child.label for child in node.children if not _is_punctuation(child)]
        if len(children) > 1 and node.label not in (children[0], children[-1]):
            first[node.label][children[0]] += 1
            last[node.label][children[-1]] += 1
    return {label for label in first if _entropy(last[label]) < _entropy(first[label])}


def _is_punctuation(node: ConstituencyTree) -> bool:
    return node.word is not None and not any(map(str.isalnum, node.word))


def _entropy(counts: Counter[str]) -> float:
    total = counts.total()
    return -sum(count / total * math.log(count / total) for count in counts.values())


def punctuation_tags(
    tags: TagSet, tagged: Iterable[Sequence[Tag]], sentences: Iterable[Tokens]
) -> NDArray[np.uint8]:
    """For each tag 1 if hardly any of its words has letters or digits, else 0."""
    all_words: Counter[Tag] = Counter()
    real_words: Counter[Tag] = Counter()
    for names, words in zip(tagged, sentences, strict=True):
        for tag, word in zip(names, words, strict=True):
            all_words[tag] += 1
            real_words[tag] += any(map(str.isalnum, word))
    rare = [real_words[tag] < _WORDS_IN_PUNCTUATION * all_words[tag] for tag in tags.tags]
    return np.array(rare, np.uint8)
