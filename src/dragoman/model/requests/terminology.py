"""Terminology (``--terms``): translations that are prescribed wherever a source phrase stands.

The file has lines of ``source TAB target``. Several lines for one source phrase are alternatives. The source of a line
without a target is copied, but its tab must be there: it tells such a line from one with blanks instead of a tab. Both
sides are text as people write it: they are tokenised, and put into small letters for a model that knows no others, as
the model's own text is.

    terms = model.terminology({"White House": "Weißes Haus", "NATO": ""})
    model.translate_document("page.html", terms=terms)

Terms are looked for by their lengths, the longest first, with a rolling hash (Karp and Rabin 1987) over the whole
sentence: the time is that of one pass over the sentence for every length, however long terms and sentences are.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.word_parts import WordParts
from dragoman.corpus.words import split_words
from dragoman.io.files import display_name, read_lines
from dragoman.search.input import Zone

Terms = str | os.PathLike[str] | Mapping[str, str | Sequence[str]]
"""Prescribed translations: a file, or a dictionary."""

_PRIME = 2**31 - 1
_BASE = 2**20 + secrets.randbelow(2**30)
"""Nobody can write a text in which many different phrases have one hash."""

Numbers = NDArray[np.int64]


class Terminology:
    """Source phrases whose translations are prescribed, the longest first."""

    def __init__(self, terms: dict[tuple[str, ...], list[list[str]]]) -> None:
        self.terms = terms
        words = {word for term in terms for word in term}
        self._numbers = {word: number for number, word in enumerate(sorted(words), 1)}
        self._firsts = {term[0] for term in terms}
        hashes: dict[int, set[int]] = {}
        for term in terms:
            found = int(_prefix_hashes(self._encode(term))[-1])
            hashes.setdefault(len(term), set()).add(found)
        self._hashes = [
            (length, np.array(sorted(hashes[length]), np.int64))
            for length in sorted(hashes, reverse=True)
        ]

    @classmethod
    def of(cls, terms: Iterable[tuple[str, str]], text: TextPreparation) -> Terminology:
        """Pairs of phrases as people write them; a pair without a target is copied."""
        prepared: dict[tuple[str, ...], list[list[str]]] = {}
        for source, target in terms:
            copied = split_words(text.source.split(source))
            if not copied:
                raise ConfigError(f"expected a source phrase for '{target}', found none")
            translation = text.target.phrase(target) or copied
            for words in {tuple(text.source.phrase(source)), tuple(text.source.words(source))}:
                prepared.setdefault(words, []).append(translation)
        return cls(prepared)

    @classmethod
    def make(cls, terms: Terms | Terminology, text: TextPreparation) -> Terminology:
        """Read the pairs of a file or of a dictionary, in which a phrase may have several translations."""
        if isinstance(terms, Terminology):
            return terms
        if isinstance(terms, str | os.PathLike):
            return cls.read(terms, text)
        if not isinstance(terms, Mapping):
            raise TypeError(
                f"terms: expected a dictionary, a Terminology or the path of a file, got {terms!r}"
            )
        several = {k: [v] if isinstance(v, str) else v for k, v in terms.items()}
        return cls.of([(k, v) for k, found in several.items() for v in found], text)

    @classmethod
    def read(cls, path: str | os.PathLike[str], text: TextPreparation) -> Terminology:
        """The pairs of a file."""
        terms = []
        for number, line in enumerate(read_lines(path), 1):
            if not line.strip():
                continue
            sides = line.split("\t")
            if len(sides) != 2 or not text.source.phrase(sides[0]):
                found = {1: "no tab", 2: "no source"}.get(len(sides), f"{len(sides) - 1} tabs")
                raise FormatError(
                    f"expected source TAB target (without a target, the source is copied), found {found}",
                    display_name(path),
                    number,
                )
            terms.append((sides[0], sides[1]))
        return cls.of(terms, text)

    def zones(
        self, words: Sequence[str], taken: Sequence[Zone] = (), parts: WordParts | None = None
    ) -> list[Zone]:
        """Demands for every term in the sentence that does not touch a zone already there.

        Longer terms go first; of terms of one length, the first. With ``parts`` a term is whole words: a part of a
        compound is not the term.
        """
        if self._firsts.isdisjoint(words):
            return []
        free = np.ones(len(words), dtype=bool)
        for zone in taken:
            free[zone.begin : zone.end] = False
        closed = np.concatenate(([0], np.cumsum(~free)))  # zones may be shorter than a term
        bounds = np.ones(len(words) + 1, dtype=bool)
        if parts is not None:
            bounds = np.isin(np.arange(len(words) + 1), np.cumsum([0, *parts.sizes]))
        prefixes = _prefix_hashes(self._encode(words))
        powers = _powers(len(words))
        zones = []
        for length, hashes in self._hashes:
            if length > len(words):
                continue
            if not free.any():
                break
            windows = (prefixes[length:] - prefixes[:-length] * powers[length]) % _PRIME
            # Terms found before are at least as long: one that touches a window holds one of its ends.
            here = free[: len(windows)] & free[length - 1 :] & (closed[length:] == closed[:-length])
            here &= bounds[: len(windows)] & bounds[length:]
            starts = np.flatnonzero(here & np.isin(windows, hashes))
            place = 0
            while place < len(starts):
                first = int(starts[place])
                translations = self.terms.get(tuple(words[first : first + length]))
                if translations is None:  # another phrase with the same hash
                    place += 1
                    continue
                free[first : first + length] = False
                zones.append(Zone(first, first + length, translations))
                place = int(np.searchsorted(starts, first + length))
        return sorted(zones, key=lambda zone: zone.begin)

    def _encode(self, words: Iterable[str]) -> list[int]:
        return [self._numbers.get(word, 0) for word in words]


def _prefix_hashes(numbers: Sequence[int]) -> Numbers:
    """The hashes of the first 0, 1, 2, ... words."""
    hashes = np.zeros(len(numbers) + 1, np.int64)
    value = 0
    for place, number in enumerate(numbers, 1):
        value = (value * _BASE + number) % _PRIME
        hashes[place] = value
    return hashes


def _powers(count: int) -> Numbers:
    powers = np.ones(count + 1, np.int64)
    value = 1
    for place in range(1, count + 1):
        value = value * _BASE % _PRIME
        powers[place] = value
    return powers
