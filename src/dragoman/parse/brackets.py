"""Labelled bracket scores of constituency trees, as evalb with the settings of Collins computes them.

Punctuation is left out first; the gold tags tell what is punctuation. The top node and the tags of words do not count.
PRT is the same as ADVP. If the same bracket occurs several times over the same words, each one counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from dragoman.common.errors import FormatError
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.span_actions import with_top

PUNCTUATION = frozenset({",", ":", "``", "''", "."})
_SAME = {"PRT": "ADVP"}
Bracket = tuple[str, int, int]


class BracketScores(NamedTuple):
    """Counts over all sentences."""

    sentences: int
    words: int
    right_tags: int
    matched: int
    gold: int
    parsed: int
    exact: int
    """Sentences whose brackets are all right."""

    @property
    def precision(self) -> float:
        """In percent."""
        return 100 * self.matched / self.parsed if self.parsed else 0.0

    @property
    def recall(self) -> float:
        """In percent."""
        return 100 * self.matched / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """In percent."""
        total = self.parsed + self.gold
        return 200 * self.matched / total if total else 0.0


def brackets(tree: ConstituencyTree, kept: list[bool]) -> Counter[Bracket]:
    """The brackets of a tree, without its top, over the words that are kept."""
    places = [0]
    for keep in kept:
        places.append(places[-1] + keep)
    found: Counter[Bracket] = Counter()
    end = 0
    for child in with_top(tree).children:
        end = _collect(child, end, places, found)
    return found


def _collect(node: ConstituencyTree, begin: int, places: list[int], found: Counter[Bracket]) -> int:
    """Counts the brackets of a node that begins at a word; returns where it ends."""
    if node.word is not None:
        return begin + 1
    end = begin
    for child in node.children:
        end = _collect(child, end, places, found)
    if places[begin] < places[end]:
        found[_SAME.get(node.label, node.label), places[begin], places[end]] += 1
    return end


def score_brackets(
    gold: Iterable[ConstituencyTree], parsed: Iterable[ConstituencyTree]
) -> BracketScores:
    """Compares trees over the same words."""
    sentences = words = right_tags = matched = in_gold = in_parsed = exact = 0
    for number, (right, tree) in enumerate(zip(gold, parsed, strict=True), 1):
        if right.words() != tree.words():
            raise FormatError(f"sentence {number}: the trees have different words")
        tags = right.tags()
        kept = [tag not in PUNCTUATION for tag in tags]
        first, second = brackets(right, kept), brackets(tree, kept)
        sentences, words = sentences + 1, words + len(tags)
        right_tags += sum(a == b for a, b in zip(tags, tree.tags(), strict=True))
        matched += (first & second).total()
        in_gold += first.total()
        in_parsed += second.total()
        exact += first == second
    return BracketScores(sentences, words, right_tags, matched, in_gold, in_parsed, exact)
