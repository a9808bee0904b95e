"""The training text as a translation memory: what matches a sentence is kept, and the rest is translated.

    memory = TranslationMemory(rules.indexed(), least=0.7)
    memory.zones("das neue haus ist klein".split())

As in Koehn & Senellart (2010), the best fuzzy match lends the translations of the words that match, as far as its links
say which these are: each kept part is a phrase pair in the sense of phrase extraction, of any length, and is prescribed
like a term. An equal sentence lends its whole translation. Several equal sentences with different translations are
alternatives for the language model, as many as occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dragoman.grammar.occurrences import IndexedBitext
from dragoman.grammar.text_pair import TextPair
from dragoman.model.memory.fuzzy_match import FuzzyMatch, match
from dragoman.search import Zone

ORIGIN = "memory"
NGRAM = 3
PLACES = 50
"""Places of an n-gram that are looked at."""
CANDIDATES = 20
"""Sentences that are compared word by word, those that share most n-grams."""
LEAST_WORDS = 3
"""Of a part that is kept of a sentence that is not equal; shorter ones are left to the rules."""
ALTERNATIVES = 3


class TranslationMemory:
    """Looks sentences up in an indexed text.

    Args:
        texts: The parts of the text.
        least: How much a sentence must match.
    """

    def __init__(self, texts: Sequence[IndexedBitext], least: float) -> None:
        self._texts, self._least = texts, least

    def zones(self, words: Sequence[str]) -> list[Zone]:
        """Return what the best match prescribes for a sentence; nothing without one.

        Args:
            words: The sentence.
        """
        found = self._best(words)
        if not found:
            return []
        score = found[0][0].score
        if score == 1.0:
            targets = Counter(pair.target for _, pair in found)
            chosen = [list(target) for target, _ in targets.most_common(ALTERNATIVES)]
            return [Zone(0, len(words), chosen, True, ORIGIN)]
        matched, pair = found[0]
        return [
            Zone(begin, end, [target], True, ORIGIN, score)
            for begin, end, target in kept_parts(matched, pair)
        ]

    def _best(self, words: Sequence[str]) -> list[tuple[FuzzyMatch, TextPair]]:
        """The sentences that match best, all with the same score."""
        if not words:
            return []
        best: list[tuple[FuzzyMatch, TextPair]] = []
        for text, line in self._candidates(words):
            pair = self._texts[text].pair(line)
            longer = max(len(words), len(pair.source))
            if not pair.target or min(len(words), len(pair.source)) < self._least * longer:
                continue
            matched = match(words, pair.source)
            if matched.score < self._least or (best and matched.score < best[0][0].score):
                continue
            if best and matched.score > best[0][0].score:
                best = []
            best.append((matched, pair))
        return best

    def _candidates(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Equal lines, then those that share most n-grams with a sentence, the newest, which are the last, first.

        An equal line need not be among the places of its n-grams that are looked at.
        """
        equal = [
            (number, line)
            for number, text in enumerate(self._texts)
            for line in text.lines_with(words)
        ]
        size = min(NGRAM, len(words))
        votes: Counter[tuple[int, int]] = Counter()
        for number, text in enumerate(self._texts):
            for ngram in dict.fromkeys(
                tuple(words[i : i + size]) for i in range(len(words) - size + 1)
            ):
                _, places = text.places([ngram], PLACES)
                votes.update({(number, ways[0].line) for ways in places})
        ranked = sorted(votes, key=lambda one: (-votes[one], -one[0], -one[1]))
        return list(dict.fromkeys([*equal[: -PLACES - 1 : -1], *ranked[:CANDIDATES]]))


def kept_parts(matched: FuzzyMatch, pair: TextPair) -> Iterator[tuple[int, int, list[str]]]:
    """Yield runs of matching words that are a side of a phrase pair: the first word, the one after the last, target.

    Args:
        matched: How a sentence matches the source side of the pair.
        pair: A sentence pair with links.
    """
    links = [(int(i), int(j)) for i, j in (one.split("-") for one in pair.links.split())]
    for begin, other, size in matched.blocks:
        for first, last, target in _phrases(pair, links, other, other + size):
            yield begin + first - other, begin + last - other, target


def _phrases(
    pair: TextPair, links: Sequence[tuple[int, int]], begin: int, end: int
) -> Iterator[tuple[int, int, list[str]]]:
    """The longest source side within [begin, end) that belongs to a phrase pair, and those beside it."""
    for size in range(end - begin, LEAST_WORDS - 1, -1):
        for first in range(begin, end - size + 1):
            span = _target_of(pair, links, first, first + size)
            if span is not None:
                yield from _phrases(pair, links, begin, first)
                yield first, first + size, list(pair.target[span[0] : span[1]])
                yield from _phrases(pair, links, first + size, end)
                return


def _target_of(
    pair: TextPair, links: Sequence[tuple[int, int]], begin: int, end: int
) -> tuple[int, int] | None:
    """The target span of the source words [begin, end), if both are linked only to each other.

    Words without links at either end of the sentence belong to what begins or ends the source sentence.
    """
    inside = [j for i, j in links if begin <= i < end]
    if not inside:
        return None
    first, last = min(inside), max(inside) + 1
    if any(first <= j < last and not begin <= i < end for i, j in links):
        return None
    if begin == 0 and all(j >= first for _, j in links):
        first = 0
    if end == len(pair.source) and all(j < last for _, j in links):
        last = len(pair.target)
    return first, last
