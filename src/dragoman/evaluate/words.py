"""Which words systems get right: frequent and rare ones, and n-grams that the training text has or not.

And which n-grams tell two systems apart, as compare-mt shows them (Neubig et al. 2019).

A word or n-gram of a translation is right if the reference has it, as often at most as the reference has it. Of several
references the first one counts, so that what is found and what is there can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

ORDER = 4
"""The longest n-grams."""
FREQUENCIES = (1, 2, 5, 10, 100, 1000)
"""Counts in the training text at which a new group of words begins, after those that it does not have."""

Ngram = tuple[str, ...]
Words = Sequence[str]


@dataclass(frozen=True)
class WordGroup:
    """Words or n-grams of one kind."""

    name: str
    count: int
    """How many the reference has."""
    scores: list[float]
    """F1 of every system, in percent."""


@dataclass(frozen=True)
class TellingNgram:
    """An n-gram that one system gets right more often than the other."""

    ngram: str
    baseline: int
    """How often the baseline has it right."""
    system: int
    """How often the other one has."""


@dataclass(frozen=True)
class Telling:
    """The n-grams that tell a system from the baseline."""

    gained: list[TellingNgram]
    lost: list[TellingNgram]


class WordCounts:
    """Right, given and wanted n-grams of some systems.

    Args:
        systems: The words of every translation of every system.
        reference: The words of every reference.
    """

    def __init__(self, systems: Sequence[Sequence[Words]], reference: Sequence[Words]) -> None:
        self.wanted = _counted(reference)
        self.given = [_counted(system) for system in systems]
        self.right: list[Counter[Ngram]] = []
        for system in systems:
            found: Counter[Ngram] = Counter()
            for own, wanted in zip(system, reference, strict=True):
                found.update(_ngrams(own) & _ngrams(wanted))
            self.right.append(found)

    def all(self) -> set[Ngram]:
        """Return all n-grams of translations and references."""
        return set(self.wanted).union(*self.given)

    def groups(self, names: Sequence[str], group: Callable[[Ngram], str]) -> list[WordGroup]:
        """Return F1 by group.

        Args:
            names: The groups, in the order in which they are shown.
            group: The group of an n-gram; one that is no name leaves it out.
        """
        wanted = _summed(self.wanted, group)
        given = [_summed(own, group) for own in self.given]
        right = [_summed(own, group) for own in self.right]
        return [
            WordGroup(
                name,
                wanted[name],
                [_f1(r[name], g[name], wanted[name]) for r, g in zip(right, given, strict=True)],
            )
            for name in names
            if wanted[name] or any(own[name] for own in given)
        ]

    def telling(self, system: int, most: int = 10) -> Telling:
        """Return the n-grams that tell a system from the first one.

        They are sorted by (b + 1) / (a + b + 2), where a and b count how often the two have them right.

        Args:
            system: The number of the system.
            most: How many are listed in each direction.
        """
        a, b = self.right[0], self.right[system]
        differing = [ngram for ngram in a.keys() | b.keys() if a[ngram] != b[ngram]]

        def rank(first: Counter[Ngram], second: Counter[Ngram]) -> list[TellingNgram]:
            better = [ngram for ngram in differing if second[ngram] > first[ngram]]
            better.sort(
                key=lambda n: (-(second[n] + 1) / (first[n] + second[n] + 2), -second[n], len(n), n)
            )
            return [TellingNgram(" ".join(n), a[n], b[n]) for n in better[:most]]

        return Telling(rank(a, b), rank(b, a))


@dataclass(frozen=True)
class TrainingCounts:
    """What the training text has of some n-grams."""

    words: Counter[str]
    seen: frozenset[Ngram]

    @classmethod
    def of(cls, text: Iterable[Words], wanted: set[Ngram]) -> TrainingCounts:
        """Count words and look for n-grams.

        Args:
            text: The words of every line.
            wanted: The n-grams.
        """
        words: Counter[str] = Counter()
        seen: set[Ngram] = set()
        for line in text:
            words.update(line)
            seen.update(ngram for ngram in _all(line) if ngram in wanted)
        return cls(words, frozenset(seen))

    def frequencies(self, counts: WordCounts) -> list[WordGroup]:
        """Return the scores of words by how often the text has them.

        Args:
            counts: The words of the systems.
        """
        names = ["0", *map(_range, FREQUENCIES, (*FREQUENCIES[1:], None))]

        def group(ngram: Ngram) -> str:
            if len(ngram) > 1:
                return ""
            count = self.words[ngram[0]]
            return names[sum(count >= first for first in FREQUENCIES)]

        return counts.groups(names, group)

    def ngrams(self, counts: WordCounts) -> list[WordGroup]:
        """Return the scores of n-grams that the text has, and of those that it has not.

        Args:
            counts: The n-grams of the systems.
        """
        kinds = "seen", "not seen"
        names = [f"{n}-grams {kind}" for n in range(1, ORDER + 1) for kind in kinds]
        return counts.groups(names, lambda n: f"{len(n)}-grams {kinds[n not in self.seen]}")


def _range(first: int, after: int | None) -> str:
    if after is None:
        return f"{first}+"
    return str(first) if after == first + 1 else f"{first}-{after - 1}"


def _all(words: Words) -> Iterable[Ngram]:
    return (tuple(words[i : i + n]) for n in range(1, ORDER + 1) for i in range(len(words) - n + 1))


def _ngrams(words: Words) -> Counter[Ngram]:
    return Counter(_all(words))


def _counted(lines: Sequence[Words]) -> Counter[Ngram]:
    found: Counter[Ngram] = Counter()
    for line in lines:
        found.update(_all(line))
    return found


def _summed(counts: Counter[Ngram], group: Callable[[Ngram], str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for ngram, count in counts.items():
        found[group(ngram)] += count
    return found


def _f1(right: int, given: int, wanted: int) -> float:
    return 200 * right / (given + wanted) if given + wanted else 0.0
