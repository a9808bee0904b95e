"""How probable each symbol of a grammar is over each part of a sentence: the inside-outside algorithm (Baker 1979).

Spans of the same width are computed at once. A word's symbols stand over one word and all others over more, so that a
rule is used with all widths of its parts only if neither is a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.parse.length_grammar import LONGEST_WORD, Floats, LengthGrammar

_SCALE = 10.0
"""By which the probabilities of lengths are multiplied, so that those of long sentences do not vanish."""


class _Sums:
    """Sums of columns that have the same number."""

    def __init__(self, numbers: NDArray[np.int64]) -> None:
        self.order = np.argsort(numbers, kind="stable")
        ranked = numbers[self.order]
        self.starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]])
        self.targets = ranked[self.starts]

    def add(self, values: Floats, to: Floats) -> None:
        to[:, self.targets] += np.add.reduceat(values[:, self.order], self.starts, axis=1)


class _Rules:
    """The rules whose left part and whose right part are words, or not."""

    def __init__(
        self,
        parents: NDArray[np.int64],
        left: NDArray[np.int64],
        right: NDArray[np.int64],
        p: Floats,
    ) -> None:
        self.parents, self.left, self.right, self.probabilities = parents, left, right, p
        self.by_parent, self.by_left, self.by_right = map(_Sums, (parents, left, right))


class InsideOutside:
    """A grammar, made ready."""

    def __init__(self, grammar: LengthGrammar) -> None:
        words = self._words = grammar.words
        self._lengths = grammar.lengths.reshape(words, LONGEST_WORD) * _SCALE
        self._roots = grammar.roots
        self._spans = len(grammar.roots) - words
        parents, left, right = grammar.rules.reshape(-1, 3).astype(np.int64).T
        self._rules: dict[tuple[bool, bool], _Rules] = {}
        for left_word in (False, True):
            for right_word in (False, True):
                of_kind = ((left < words) == left_word) & ((right < words) == right_word)
                if of_kind.any():
                    self._rules[left_word, right_word] = _Rules(
                        parents[of_kind] - words,
                        left[of_kind] - (0 if left_word else words),
                        right[of_kind] - (0 if right_word else words),
                        grammar.probabilities[of_kind],
                    )

    def posteriors(self, lengths: Sequence[int]) -> list[Floats] | None:
        """For each width from 1, a row for each place and a column for each symbol of words or of other spans.

        None if the grammar has no tree for words of these lengths.
        """
        size = len(lengths)
        inside = self._inside(lengths)
        roots = self._roots[: self._words] if size == 1 else self._roots[self._words :]
        total = float(inside[-1][0] @ roots)
        if not total > 0:
            return None
        outside = [np.zeros_like(values) for values in inside]
        outside[-1][0] = roots / total
        for width in range(size, 1, -1):
            self._add_outside(width, inside, outside)
        return [a * b for a, b in zip(inside, outside, strict=True)]

    def _splits(self, width: int) -> Iterator[tuple[_Rules, list[int]]]:
        """The rules that can make a span, and how wide their left parts can be."""
        splits: dict[tuple[bool, bool], list[int]] = {}
        for left in range(1, width):
            splits.setdefault((left == 1, left == width - 1), []).append(left)
        return ((self._rules[kind], found) for kind, found in splits.items() if kind in self._rules)

    def _inside(self, lengths: Sequence[int]) -> list[Floats]:
        inside = [self._lengths[:, list(lengths)].T.copy()]
        for width in range(2, len(lengths) + 1):
            places = len(lengths) - width + 1
            values = np.zeros((places, self._spans))
            for rules, splits in self._splits(width):
                products = np.zeros((places, len(rules.parents)))
                for left in splits:
                    first = inside[left - 1][:places, rules.left]
                    products += first * inside[width - left - 1][left : left + places, rules.right]
                rules.by_parent.add(products * rules.probabilities, values)
            inside.append(values)
        return inside

    def _add_outside(self, width: int, inside: list[Floats], outside: list[Floats]) -> None:
        """What spans of a width give to their parts."""
        above = outside[width - 1]
        places = len(above)
        for rules, splits in self._splits(width):
            given = above[:, rules.parents] * rules.probabilities
            for left in splits:
                right = slice(left, left + places)
                first = inside[left - 1][:places, rules.left]
                second = inside[width - left - 1][right, rules.right]
                rules.by_left.add(given * second, outside[left - 1][:places])
                rules.by_right.add(given * first, outside[width - left - 1][right])
