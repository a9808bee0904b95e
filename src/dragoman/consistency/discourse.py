"""The frozen counts of one document (or of a cluster of documents) as values of rules.

C1, C2 and C3 are equations 1 to 4 of Ture et al. 2012. Values of many rules are computed at once, and those of a source
phrase once for all sentences of the document.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dragoman.consistency.counts import ChoiceCounts
from dragoman.consistency.damping import Values, damped
from dragoman.consistency.frequencies import DocumentFrequencies
from dragoman.consistency.options import ConsistencyOptions, Feature
from dragoman.consistency.rule_sides import Numbers, linked_words, target_words
from dragoman.grammar import RuleTable
from dragoman.search import Input

Rules = NDArray[np.uint32]


@dataclass
class DiscourseInput(Input):
    """A sentence together with what is known of its document."""

    discourse: Discourse | None = field(default=None, repr=False)

    @classmethod
    def of(cls, sentence: Input, discourse: Discourse) -> DiscourseInput:
        """The sentence as part of a document."""
        return cls(
            **{one.name: getattr(sentence, one.name) for one in fields(Input)},
            discourse=discourse,
        )


class Discourse:
    """What was chosen before, for one rule table. It never changes; threads share it."""

    def __init__(
        self,
        counts: ChoiceCounts,
        table: RuleTable,
        frequencies: DocumentFrequencies,
        options: ConsistencyOptions,
    ) -> None:
        self.counts, self.table = counts, table
        self.frequencies, self.options = frequencies, options
        self._known: dict[tuple[Feature, bytes], Values] = {}

    def values(self, feature: Feature, rules: Rules) -> Values:
        """The values of some rules, in one of the three ways to count."""
        key = feature, rules.tobytes()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = getattr(self, f"_{feature}")(rules)
        return found

    def _c1(self, rules: Rules) -> Values:
        """Equation 1."""
        numbers, values = self._rule_values
        return _looked_up(numbers, values, rules)

    def _c2(self, rules: Rules) -> Values:
        """Equations 2 and 3: of the target words."""
        words = target_words(self.table, rules)
        symbols, values = self._word_values
        return self._combined(
            words.owner, words.symbols, symbols, values, words.symbols, len(rules)
        )

    def _c3(self, rules: Rules) -> Values:
        """Equation 4: of the pairs of linked words."""
        links = linked_words(self.table, rules)
        keys, values = self._pair_values
        asked = links.source * self._width + links.target
        return self._combined(links.owner, asked, keys, values, links.target, len(rules))

    def _combined(
        self,
        owner: Numbers,
        asked: Numbers,
        keys: Numbers,
        values: Values,
        words: Numbers,
        count: int,
    ) -> Values:
        """The greatest value among those of a rule, or their mean; 0 for a rule without words that count."""
        found = _looked_up(keys, values, asked)
        whole = np.zeros(count)
        if self.options.combine == "maximum":
            chosen = found > 0
            np.maximum.at(whole, owner[chosen], found[chosen])
            return whole
        counted = self._counted[words]
        np.add.at(whole, owner, found)
        return whole / np.maximum(np.bincount(owner[counted], minlength=count), 1)

    @cached_property
    def _width(self) -> int:
        return len(self.table.native.target_vocabulary)

    @cached_property
    def _rule_values(self) -> tuple[Numbers, Values]:
        return self._ordered(dict(self.counts.rules), {})

    @cached_property
    def _word_values(self) -> tuple[Numbers, Values]:
        find = self.table.native.target_vocabulary.find
        counts, rarities = {}, {}
        for word, count in self.counts.words.items():
            symbol = find(word)
            if symbol is not None and self._counts(word):
                counts[symbol] = count
                rarities[symbol] = self.frequencies.rarity(word)
        return self._ordered(counts, rarities)

    @cached_property
    def _pair_values(self) -> tuple[Numbers, Values]:
        native = self.table.native
        counts, rarities = {}, {}
        for (source, target), count in self.counts.pairs.items():
            left, right = (
                native.source_vocabulary.find(source),
                native.target_vocabulary.find(target),
            )
            if left is not None and right is not None and self._counts(target):
                key = left * self._width + right
                counts[key] = count
                rarities[key] = self.frequencies.rarity(target)
        return self._ordered(counts, rarities)

    def _ordered(
        self, counts: dict[int, int], rarities: dict[int, float]
    ) -> tuple[Numbers, Values]:
        """Keys in ascending order and their damped counts, times rarity."""
        keys = np.array(sorted(counts), dtype=np.int64)
        raw = np.array([counts[key] for key in keys.tolist()], dtype=np.float64)
        values = damped(raw, self.options.damping, self.options.saturation)
        return keys, values * np.array([rarities.get(key, 1.0) for key in keys.tolist()])

    def _counts(self, word: str) -> bool:
        return self.frequencies.counted(word, self.options.common)

    @cached_property
    def _counted(self) -> NDArray[np.bool_]:
        """Of every target word of the table, whether it counts: the mean is over those that do."""
        vocabulary = self.table.native.target_vocabulary
        return np.array([self._counts(vocabulary.word(i)) for i in range(len(vocabulary))])


def _looked_up(keys: Numbers, values: Values, asked: NDArray[np.integer]) -> Values:
    """The value of each key that is asked for; 0 for what was never chosen."""
    if not len(keys) or not len(asked):
        return np.zeros(len(asked))
    places = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
    return np.where(keys[places] == asked, values[places], 0.0)
