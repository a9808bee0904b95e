"""Links of sentence pairs with words that a trained aligner has never seen (``Model.add``).

A fixed aligner has no translation for such a word: it leaves the word without a link, phrases swallow it, and a
translation loses it without a trace. So a small aligner learns from the pairs at hand. It begins with the translations
that the trained one has for the other words, which explains their part of each sentence; what is left over belongs to
the new words. Only links of new words are taken from it: the trained aligner knows the others better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from dragoman._core import Vocabulary
from dragoman.align.aligner import Aligner
from dragoman.align.links import Links
from dragoman.align.options import AlignOptions
from dragoman.align.priors import translations_of

Pair = tuple[str, str]
ALIKE = 0.05
"""What a new word and one of the other side that is spelt like it count before the text is looked at."""
LEAST_ALIKE = 0.5
OPTIONS = AlignOptions(schedule="joint-ibm1:5,joint-hmm:3", priors_weight=20.0)


def has_new_words(aligner: Aligner, pair: Pair) -> bool:
    """Return whether a side of a pair has a word that the aligner never saw.

    Args:
        aligner: The trained aligner.
        pair: Two lines, words split at blanks.
    """
    return any(_new(words, own) for words, own in zip(pair, aligner.vocabularies, strict=True))


def links_with_new_words(
    aligner: Aligner,
    source: Sequence[str],
    target: Sequence[str],
    earlier: Iterable[Pair] = (),
    *,
    threads: int = 1,
) -> Links:
    """Return the links of lines, those of words that the aligner never saw learned from the lines themselves.

    Args:
        aligner: The trained aligner, which stays as it is.
        source: The source lines.
        target: The target lines, as many.
        earlier: Further pairs to learn from; those without a word that is new in the lines are not looked at.
        threads: How many threads work; the links do not depend on it.
    """
    links = aligner.align(source, target, threads=threads)
    pairs = list(zip(source, target, strict=True))
    affected = [n for n, pair in enumerate(pairs) if has_new_words(aligner, pair)]
    if not affected:
        return links
    new = (
        {word for n in affected for word in _new(pairs[n][0], aligner.vocabularies[0])},
        {word for n in affected for word in _new(pairs[n][1], aligner.vocabularies[1])},
    )
    learned = [pairs[n] for n in affected]
    learned += [
        pair
        for pair in earlier
        if any(not known.isdisjoint(line.split()) for known, line in zip(new, pair, strict=True))
    ]
    first, second = [f for f, _ in learned], [e for _, e in learned]
    known = translations_of(aligner.lexical_tables(), _words(first), _words(second))
    known.update(_guesses(learned, new))
    small = Aligner.train(first, second, OPTIONS, priors=known, threads=threads)
    often = _in_several(first), _in_several(second)
    count = len(affected)
    found = small.align(first[:count], second[:count], threads=threads)
    mended = [links.pair(number) for number in range(len(links))]
    for place, number in enumerate(affected):
        old = mended[number]
        linked = {i for i, _ in old}, {j for _, j in old}
        unknown = tuple(
            [
                n
                for n, word in enumerate(line.split())
                if word in new[side] and (word in often[side] or n not in linked[side])
            ]
            for side, line in enumerate(pairs[number])
        )
        mended[number] = _merged(old, found.pair(place), unknown)
    return Links.of(mended)


def _guesses(pairs: Iterable[Pair], new: tuple[set[str], set[str]]) -> dict[tuple[str, str], float]:
    """Return counts for pairs of words that are spelt alike, one of them new: names often are."""
    found = {}
    for first, second in pairs:
        words = set(first.split()), set(second.split())
        for f in words[0]:
            for e in words[1] if f in new[0] else words[1] & new[1]:
                alike = likeness(f, e)
                if alike > LEAST_ALIKE:
                    found[f, e] = ALIKE * (alike - LEAST_ALIKE)
    return found


def likeness(one: str, other: str) -> float:
    """Return how alike two words are spelt, from 0 to 1: twice the letters in common by all letters."""
    if not (one[:1].isalnum() and other[:1].isalnum()) or min(len(one), len(other)) < 3:
        return float(one == other)
    return SequenceMatcher(None, one.lower(), other.lower(), autojunk=False).ratio()


def _in_several(lines: Sequence[str]) -> set[str]:
    """The words of more than one line: what is learned of others is a guess."""
    seen = Counter(word for line in lines for word in set(line.split()))
    return {word for word, count in seen.items() if count > 1}


def _words(lines: Iterable[str]) -> set[str]:
    return {word for line in lines for word in line.split()}


def _new(line: str, known: Vocabulary) -> list[str]:
    return [word for word in line.split() if word not in known]


def _merged(
    old: list[tuple[int, int]], learned: list[tuple[int, int]], unknown: tuple[Sequence[int], ...]
) -> list[tuple[int, int]]:
    """Return the learned links of unknown words, and the old ones that do not contradict them.

    An aligner without a translation for a word may have linked that word's translation to a neighbour. Such a link
    stays only if it was learned too.
    """
    taken = [(i, j) for i, j in learned if i in unknown[0] or j in unknown[1]]
    sources, targets = {i for i, _ in taken}, {j for _, j in taken}
    kept = [
        (i, j)
        for i, j in old
        if (i not in unknown[0] and j not in unknown[1])
        and ((i not in sources and j not in targets) or (i, j) in learned)
    ]
    return sorted({*taken, *kept})
