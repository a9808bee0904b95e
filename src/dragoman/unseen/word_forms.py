"""Other forms of unseen words, by suffixes that alternate in the text.

Two suffixes alternate if many stems of the text have both: -en and -t of "arbeiten, arbeitet, zeigen, zeigt". A form
that was never seen is taken for one of a known word whose suffix alternates with its own, where such a word is there;
so a word backs off to its stem without a list of the language's suffixes (after Yang & Kirchhoff 2006, who back off to
stems in phrase tables).

    forms = WordForms.train(["arbeiten", "arbeitet", "zeichnen", "zeichnet", "warten", "wartet", "redet"])
    forms.known_forms("reden", lambda word: word == "redet")     # ["redet"]: -n alternates with -t
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from dragoman.io.files import open_output
from dragoman.io.tables import count_of, is_count, read_cells

LEAST_STEM = 4
LONGEST_SUFFIX = 4
LEAST_STEMS = 3
"""Suffixes alternate if so many stems have both."""


@dataclass(frozen=True)
class WordForms:
    """How many stems have two suffixes."""

    stems: dict[tuple[str, str], int]

    @classmethod
    def train(cls, words: Iterable[str]) -> WordForms:
        """Find the suffixes that alternate in a vocabulary.

        Args:
            words: The words.
        """
        suffixes: defaultdict[str, list[str]] = defaultdict(list)
        for word in dict.fromkeys(words):
            if not word.isalpha():
                continue
            for end in range(max(LEAST_STEM, len(word) - LONGEST_SUFFIX), len(word) + 1):
                suffixes[word[:end]].append(word[end:])
        counts: Counter[tuple[str, str]] = Counter()
        for found in suffixes.values():
            for one in found:
                for other in found:
                    # Of "arbeite" and "arbeitet" the suffixes are "" and "t", and not "e" and "et" too.
                    if one != other and not (one[:1] and one[:1] == other[:1]):
                        counts[one, other] += 1
        kept = sorted(pair for pair, count in counts.items() if count >= LEAST_STEMS)
        return cls({pair: counts[pair] for pair in kept})

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> WordForms:
        """Return what was written before.

        Args:
            path: Where it was saved.
        """
        stems = {}
        for one, other, stem_count in read_cells(
            path,
            "two suffixes and a count",
            lambda cells: len(cells) == 3 and is_count(cells[2]),
        ):
            stems[one, other] = count_of(stem_count)
        return cls(stems)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it as a table.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        with open_output(path) as out:
            for (one, other), count in self.stems.items():
                out.write(f"{one}\t{other}\t{count}\n")

    @cached_property
    def _others(self) -> dict[str, list[tuple[str, int]]]:
        found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for (one, other), count in self.stems.items():
            found[one].append((other, count))
        return found

    def known_forms(self, word: str, known: Callable[[str], bool]) -> list[str]:
        """Return known words that are probably other forms of this one: those of the longest stem, best first.

        Args:
            word: A word that was never seen.
            known: Whether a word is known.
        """
        if not word.isalpha():
            return []
        for end in range(len(word), max(LEAST_STEM, len(word) - LONGEST_SUFFIX) - 1, -1):
            stem, suffix = word[:end], word[end:]
            found = [
                (-count, stem + other)
                for other, count in self._others.get(suffix, ())
                if known(stem + other)
            ]
            if found:
                return [form for _, form in sorted(found)]
        return []
