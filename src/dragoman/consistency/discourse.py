"""The frozen counts of one document (or of a cluster of documents) as values of rules.

C1, C2 and C3 are equations 1 to 4 of Ture et al. 2012. A value depends on the rule and the counts alone: where the
rules are known (those of the first pass's forests), each is computed once for a document, all of them together. A
decoder that searches again asks for one source side after the other; those of contiguous phrases are foreseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dragoman.consistency.counts import ChoiceCounts
from dragoman.consistency.damping import Values, damped
from dragoman.consistency.frequencies import DocumentFrequencies
from dragoman.consistency.options import ConsistencyOptions, Feature
from dragoman.consistency.rule_sides import Numbers, RuleSides, rules_of, sides_in
from dragoman.grammar import RuleTable
from dragoman.search import Input, Result

T = TypeVar("T")
Rules = NDArray[np.uint32]
NO_WORDS = 64
"""More than there are symbols below 0 (gaps and non-terminals) in any rule table."""


@dataclass
class DiscourseInput(Input):
    """A sentence together with what is known of its document."""

    discourse: Discourse | None = field(default=None, repr=False)
    first: Result | None = field(default=None, repr=False)
    """What the first pass made of it, with its forest, if the second pass is to choose from that."""
    edge_values: NDArray[np.float32] | None = field(default=None, repr=False)
    """The values of the forest's edges, a row each."""

    @classmethod
    def of(cls, sentence: Input, discourse: Discourse, **known: Any) -> DiscourseInput:
        """Return the sentence as part of a document.

        Args:
            sentence: The sentence.
            discourse: What was chosen in the document.
            known: Fields of the input that change.
        """
        shared = {one.name: getattr(sentence, one.name) for one in fields(Input)}
        return cls(**shared, discourse=discourse, **known)


class Discourse:
    """What was chosen before, for one rule table. It never changes; threads share it.

    Args:
        counts: What was chosen.
        table: The rules.
        frequencies: In how many documents words are.
        options: How it counts.
        sentences: Those of the document: the values of their phrases are computed together.
    """

    def __init__(
        self,
        counts: ChoiceCounts,
        table: RuleTable,
        frequencies: DocumentFrequencies,
        options: ConsistencyOptions,
        sentences: Sequence[Sequence[str]] = (),
    ) -> None:
        self.counts, self.table = counts, table
        self.frequencies, self.options = frequencies, options
        self._sentences = sentences
        self._lock = Lock()
        self._known: dict[tuple[Feature, ...], dict[tuple[int, int], Values]] = {}

    def computed(self, features: Sequence[Feature], rules: NDArray[Any]) -> Values:
        """Return the values of any rules: a row for each of the ways to count.

        Args:
            features: The ways to count.
            rules: Numbers of rules in the table.
        """
        sides = RuleSides(self.table, rules)
        return np.stack([getattr(self, f"_{feature}")(sides) for feature in features])

    def values(self, features: Sequence[Feature], rules: Rules) -> Values:
        """Return the values for a decoder, which asks for the rules of one source side after the other.

        Args:
            features: The ways to count.
            rules: Numbers of rules in the table.
        """
        if not len(rules):
            return np.zeros((len(features), 0))
        known = self._known.get(tuple(features)) or self._foreseen(tuple(features))
        key = int(rules[0]), len(rules)
        consecutive = bool((np.diff(rules) == 1).all())
        found = known.get(key) if consecutive else None
        if found is None:
            found = self.computed(features, rules)
            if consecutive:
                known[key] = found
        return found

    def _foreseen(self, features: tuple[Feature, ...]) -> dict[tuple[int, int], Values]:
        """The values of all phrases of the document, by the first rule and the number of rules."""
        with self._lock:
            if features not in self._known:
                sides = sides_in(self.table, self._sentences)
                whole = self.computed(features, rules_of(sides))
                known, place = {(-1, 0): whole}, 0
                for begin, end in sides:
                    known[begin, end - begin] = whole[:, place : place + end - begin]
                    place += end - begin
                self._known[features] = known
            return self._known[features]

    def _c1(self, sides: RuleSides) -> Values:
        """Equation 1."""
        return _looked_up(*self._rule_values, sides.rules)

    def _c2(self, sides: RuleSides) -> Values:
        """Equations 2 and 3: of the target words."""
        return self._combined(self._word_values[sides.targets], sides.target_sizes, sides.targets)

    def _c3(self, sides: RuleSides) -> Values:
        """Equation 4: of the pairs of linked words."""
        sizes, sources, targets = sides.links()
        asked = np.where(targets < 0, -1, sources * self._width + targets)
        return self._combined(_looked_up(*self._pair_values, asked), sizes, targets)

    def _combined(self, values: Values, sizes: Numbers, words: Numbers) -> Values:
        """Of every rule, the greatest of its values, or their mean over words that count; 0 if there are none."""
        if self.options.combine == "maximum":
            return _reduced(np.maximum, values, sizes)
        counted = _reduced(np.add, self._counted[words], sizes)
        return _reduced(np.add, values, sizes) / np.maximum(counted, 1)

    @cached_property
    def _width(self) -> int:
        return len(self.table.native.target_vocabulary)

    @cached_property
    def _rule_values(self) -> tuple[Numbers, Values]:
        """Rules in ascending order, and their values."""
        numbers = sorted(self.counts.rules)
        values = self._damped([self.counts.rules[number] for number in numbers])
        return np.array(numbers, dtype=np.int64), values

    @cached_property
    def _word_values(self) -> Values:
        """Of every target word. The last places are those of symbols below 0, which are no words."""
        whole = np.zeros(self._width + NO_WORDS)
        totals: Counter[str] = Counter()
        for word, count in self.counts.words.items():
            if self._counts(word):
                totals[self._stem(word)] += count
        for stem, value in self._weighted(totals):
            for symbol, rarity in self._words_with(stem):
                whole[symbol] = value * rarity
        return whole

    @cached_property
    def _pair_values(self) -> tuple[Numbers, Values]:
        """Pairs as numbers, in ascending order, and their values."""
        totals: Counter[tuple[str, str]] = Counter()
        for (source, target), count in self.counts.pairs.items():
            if self._counts(target):
                totals[source, self._stem(target)] += count
        found = {}
        for (source, stem), value in self._weighted(totals):
            left = self.table.native.source_vocabulary.find(source)
            if left is not None:
                for symbol, rarity in self._words_with(stem):
                    found[left * self._width + symbol] = value * rarity
        keys = sorted(found)
        return np.array(keys, dtype=np.int64), np.array([found[key] for key in keys])

    def _stem(self, word: str) -> str:
        """What a word counts as: itself, or the letters that words of one stem have in common."""
        return word[: self.options.stem].lower() if self.options.stem else word

    def _words_with(self, stem: str) -> Iterator[tuple[int, float]]:
        """The target words of a stem that count, and how rare they are: the second factor of equation 2."""
        vocabulary = self.table.native.target_vocabulary
        if self.options.stem:
            symbols = stems_of(self.table, self.options.stem).get(stem, [])
        else:
            own = vocabulary.find(stem)
            symbols = [] if own is None else [own]
        for symbol in symbols:
            word = vocabulary.word(symbol)
            if self._counts(word):
                yield symbol, self.frequencies.rarity(word)

    def _weighted(self, totals: Counter[T]) -> Iterator[tuple[T, float]]:
        """The first factor of equation 2: counts, damped."""
        return zip(totals, self._damped(list(totals.values())).tolist(), strict=True)

    def _damped(self, counts: list[int]) -> Values:
        raw = np.array(counts, dtype=np.float64)
        return damped(raw, self.options.damping, self.options.saturation)

    def _counts(self, word: str) -> bool:
        return self.frequencies.counted(word, self.options.common)

    @cached_property
    def _counted(self) -> Values:
        """1 for every target word of the table that counts: the mean is over those."""
        vocabulary = self.table.native.target_vocabulary
        words = [float(self._counts(vocabulary.word(i))) for i in range(len(vocabulary))]
        return np.array([*words, *[0.0] * NO_WORDS])


_STEMS: WeakKeyDictionary[RuleTable, dict[int, dict[str, list[int]]]] = WeakKeyDictionary()


def stems_of(table: RuleTable, letters: int) -> dict[str, list[int]]:
    """Return the target words of a table by the letters that they begin with.

    Args:
        table: The rules.
        letters: How many letters a stem has.
    """
    known = _STEMS.setdefault(table, {})
    if letters in known:
        return known[letters]
    vocabulary = table.native.target_vocabulary
    found: dict[str, list[int]] = {}
    for symbol in range(len(vocabulary)):
        found.setdefault(vocabulary.word(symbol)[:letters].lower(), []).append(symbol)
    known[letters] = found
    return found


def _looked_up(keys: Numbers, values: Values, asked: Numbers) -> Values:
    """The value of each key that is asked for; 0 for what was never chosen."""
    if not len(keys):
        return np.zeros(len(asked))
    places = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
    return np.where(keys[places] == asked, values[places], 0.0)


def _reduced(how: np.ufunc, values: Values, sizes: Numbers) -> Values:
    """Runs of values, each to one; an empty run to 0."""
    whole = np.zeros(len(sizes))
    filled = sizes > 0
    if filled.any():
        whole[filled] = how.reduceat(values, (np.cumsum(sizes) - sizes)[filled])
    return whole
