"""A grammar of trees over words of which only the lengths are known.

It is read off a treebank: a probabilistic context-free grammar whose words are lengths. Symbols are

- a word's: its tag, with the labels of the constituents over it alone, if there are any;
- a constituent's: its labels, if there are several over the same words (the chains of ``span_actions.py``);
- that of a constituent's first children, when others follow: its labels, and what the last of these children is (a
  Markov grammar of order one; Collins 1999, Klein & Manning 2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.parser import Tokens
from dragoman.parse.span_actions import with_top

LONGEST_WORD = 16
"""Longer words are all alike."""
NONE = -1
"""A symbol without labels, or without a tag."""
_PRIOR = 5.0
"""How much the lengths of all words with a tag count in those of its words with certain labels."""
_UNSEEN = 0.1
_SURE = 1.000001
"""Probabilities of a symbol's rules add up to less, so that those of trees do not grow without bounds."""

Symbol = tuple[str, str, str]
"""Labels, a tag (of words only), the last child so far (of first children only)."""
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class LengthGrammar(NamedTuple):
    """Symbols are numbers, those of words first. Probabilities of rules and lengths are those given the symbol."""

    lengths: Floats
    """For each symbol of a word, the probability of each length; ``LONGEST_WORD`` in a row."""
    rules: Ints
    """Parent, left and right part of each rule, one after the other, in the order of the parents."""
    probabilities: Floats
    """Of the rules."""
    roots: Floats
    """For each symbol, the probability that it stands over a sentence."""
    labels: Ints
    """For each symbol the number of its chain of labels; ``NONE`` for tags and for first children."""
    tags: Ints
    """For each symbol of a word the number of its tag, for others ``NONE``."""

    @property
    def words(self) -> int:
        """How many symbols of words there are."""
        return len(self.lengths) // LONGEST_WORD

    def write(self, out: ArtifactWriter) -> None:
        """Stores it as arrays."""
        for name, values in self._asdict().items():
            out.array(f"lengths.{name}", values)

    @classmethod
    def read(cls, artifact: Artifact, labels: int, tags: int) -> LengthGrammar:
        """The stored grammar, for so many chains of labels and tags."""
        grammar = cls(
            lengths=_probabilities(artifact, "lengths"),
            rules=artifact.array("lengths.rules", np.int32),
            probabilities=_probabilities(artifact, "probabilities"),
            roots=_probabilities(artifact, "roots"),
            labels=artifact.array("lengths.labels", np.int32),
            tags=artifact.array("lengths.tags", np.int32),
        )
        size, words = len(grammar.roots), grammar.words
        parents, parts = grammar.rules[::3], np.delete(grammar.rules, slice(None, None, 3))
        sound = (
            len(grammar.lengths) == words * LONGEST_WORD
            and len(grammar.labels) == len(grammar.tags) == size >= words
            and len(grammar.rules) == 3 * len(grammar.probabilities)
            and _within(parents, words, size)
            and _within(parts, 0, size)
            and bool((np.diff(parents) >= 0).all())
            and bool((np.bincount(parents, grammar.probabilities) < _SURE).all())
            and _within(grammar.labels, NONE, labels)
            and _within(grammar.tags[:words], 0, tags)
            and bool((grammar.tags[words:] == NONE).all())
        )
        if not sound:
            raise ModelError("the grammar of lengths is not sound")
        return grammar


def _probabilities(artifact: Artifact, name: str) -> Floats:
    values: Floats = artifact.array(f"lengths.{name}", np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        raise ModelError("a probability of the grammar of lengths is not sound")
    return values


def _within(values: Ints, least: int, end: int) -> bool:
    return not len(values) or bool(values.min() >= least and values.max() < end)


def length_of(word: str) -> int:
    """A word's length as the grammar sees it, from 0."""
    return min(len(word), LONGEST_WORD) - 1


class _Counts:
    """What occurs in trees."""

    def __init__(self) -> None:
        self.rules: Counter[tuple[Symbol, Symbol, Symbol]] = Counter()
        self.words: Counter[tuple[Symbol, int]] = Counter()
        self.roots: Counter[Symbol] = Counter()

    def add(self, tree: ConstituencyTree, times: int) -> None:
        self.roots[self._symbol(with_top(tree), times)] += times

    def _symbol(self, node: ConstituencyTree, times: int) -> Symbol:
        """Counts what is below a node; returns the symbol of the chain that begins with it."""
        names = []
        while node.word is None and len(node.children) == 1:
            names.append(node.label)
            node = node.children[0]
        if node.word is not None:
            symbol = " ".join(names), node.label, ""
            self.words[symbol, length_of(node.word)] += times
            return symbol
        labels = " ".join([*names, node.label])
        children = [self._symbol(child, times) for child in node.children]
        part = children[0]
        for number, child in enumerate(children[1:], 2):
            last = number == len(children)
            parent = (labels, "", "" if last else _kind(child))
            self.rules[parent, part, child] += times
            part = parent
        return part


def _kind(symbol: Symbol) -> str:
    """The topmost label of a child, or its tag."""
    labels, tag, _ = symbol
    return labels.split(" ")[0] if labels else tag


def count_grammar(
    trees: Iterable[tuple[ConstituencyTree, int]], labels: Sequence[str], tags: Mapping[str, int]
) -> LengthGrammar:
    """The grammar of trees, each of which counts so many times; ``labels`` are the chains that occur."""
    counts = _Counts()
    for tree, times in trees:
        counts.add(tree, times)
    words = sorted({symbol for symbol, _ in counts.words})
    symbols = [*words, *sorted({parent for parent, _, _ in counts.rules})]
    numbers = {symbol: number for number, symbol in enumerate(symbols)}
    rules = sorted(
        (numbers[parent], numbers[left], numbers[right], count)
        for (parent, left, right), count in counts.rules.items()
    )
    uses: Counter[int] = Counter()
    for parent, _, _, count in rules:
        uses[parent] += count
    places = {name: place for place, name in enumerate(labels)}
    return LengthGrammar(
        lengths=np.array(list(chain.from_iterable(_lengths(words, counts.words)))),
        rules=np.array([number for rule in rules for number in rule[:3]], np.int32),
        probabilities=np.array([count / uses[parent] for parent, _, _, count in rules]),
        roots=np.array([counts.roots[symbol] / counts.roots.total() for symbol in symbols]),
        labels=np.array(
            [NONE if last else places.get(name, NONE) for name, _, last in symbols], np.int32
        ),
        tags=np.array([tags.get(tag, NONE) for _, tag, _ in symbols], np.int32),
    )


def _lengths(words: Iterable[Symbol], counts: Counter[tuple[Symbol, int]]) -> Iterator[list[float]]:
    """The probabilities of the lengths of each symbol, those of rare ones near those of their tags."""
    of_tags: Counter[tuple[str, int]] = Counter()
    for ((_, tag, _), length), count in counts.items():
        of_tags[tag, length] += count
    for symbol in words:
        tagged = [of_tags[symbol[1], length] + _UNSEEN for length in range(LONGEST_WORD)]
        own = [counts[symbol, length] for length in range(LONGEST_WORD)]
        total = sum(own) + _PRIOR
        yield [(n + _PRIOR * t / sum(tagged)) / total for n, t in zip(own, tagged, strict=True)]


def lengths_of(words: Tokens) -> list[int]:
    """The lengths of a sentence's words as the grammar sees them."""
    return list(map(length_of, words))
