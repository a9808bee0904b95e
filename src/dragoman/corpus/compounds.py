"""Compounds split by the frequencies of their parts in the text itself (Koehn & Knight 2003).

Of all ways to cut a word into words of the text, the one is taken whose parts have the largest geometric mean of
frequencies; the word as a whole is one of them. Letters that join parts ("Aktion-s-plan") belong to none. As in Moses'
``compound-splitter.perl``, parts have four letters at least, and a word that the text has often enough to be learned as
it is stays whole: this alone keeps "Freitag" from becoming "frei" and "Tag".

    splitter = CompoundSplitter.train(["der Aktion der Plan", "der Plan"], fillers=("s",))
    splitter.parts("Aktionsplan")     # ["Aktion", "Plan"]

Its model is a table: a line for every filler, and a line for every word: the word in small letters, its usual form, how
often the text has it in any form.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dragoman.corpus.words import split_words
from dragoman.io.files import open_output
from dragoman.io.tables import count_of, is_count, read_cells

LEAST_LETTERS = 4
"""Of a part. Shorter words are found in too many others."""
KNOWN = 5
"""A word that the text has more often stays whole."""
HYPHEN = "-"
"""It joins parts in any language; parts beside it may have fewer letters."""
LEAST_BESIDE_HYPHEN = 2
LONGEST = 60
"""A longer run of letters is no word."""
REMEMBERED = 100_000
"""Words whose parts are kept in memory."""


@dataclass(frozen=True)
class CompoundSplitter:
    """The frequencies of words, and what may stand between parts. Threads may share it."""

    words: dict[str, tuple[str, int]]
    """By the word in small letters: its usual form, its frequency."""
    fillers: tuple[str, ...] = ()
    _found: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"CompoundSplitter({len(self.words):,} words)"

    @classmethod
    def train(cls, lines: Iterable[str], fillers: Sequence[str] = ()) -> CompoundSplitter:
        """Count the words of a text; of equally frequent forms the one with fewer capitals is the usual one.

        Args:
            lines: The text, in words and in the case that the models know.
            fillers: Letters that join parts, beside a hyphen.
        """
        forms: Counter[str] = Counter()
        for line in lines:
            forms.update(split_words(line))
        totals: Counter[str] = Counter()
        usual: dict[str, tuple[int, int, str]] = {}
        for form, count in forms.items():
            if not form.replace(HYPHEN, "").isalpha() or not 1 < len(form) <= LONGEST:
                continue
            lower = form.lower()
            totals[lower] += count
            rank = (-count, sum(map(str.isupper, form)), form)
            usual[lower] = min(usual.get(lower, rank), rank)
        return cls({word: (usual[word][2], totals[word]) for word in sorted(totals)}, (*fillers,))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> CompoundSplitter:
        """Return a model that was written before.

        Args:
            path: Where it was saved.
        """
        words: dict[str, tuple[str, int]] = {}
        fillers = []
        expected = "letters that join words, or a word, its usual form and a count"
        for cells in read_cells(path, expected, _is_entry):
            if len(cells) == 1:
                fillers.append(cells[0])
            else:
                words[cells[0]] = cells[1], count_of(cells[2])
        return cls(words, tuple(fillers))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the model as a table.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        with open_output(path) as out:
            out.writelines(f"{filler}\n" for filler in self.fillers)
            for word, (form, count) in self.words.items():
                out.write(f"{word}\t{form}\t{count}\n")

    def parts(self, word: str) -> list[str]:
        """Return the parts of a word in their usual forms; the word itself if it stays whole.

        Args:
            word: A word of the text to be split.
        """
        found = self._found.get(word)
        if found is None:
            found = self._split(word)
            if len(self._found) < REMEMBERED:
                self._found[word] = found
        return list(found)

    def _split(self, word: str) -> list[str]:
        lower = word.lower()
        count = self._count(lower)
        least = LEAST_BESIDE_HYPHEN if HYPHEN in word else LEAST_LETTERS
        letters = word.replace(HYPHEN, "")
        if count > KNOWN or not letters.isalpha() or not 2 * least <= len(word) <= LONGEST:
            return [word]
        best, parts = float(count), [word]
        for mean, split in self._splits(lower):
            if mean > best:
                best, parts = mean, [self.words[part][0] for part in split]
        return parts

    def _splits(self, word: str) -> Iterator[tuple[float, list[str]]]:
        """For every number of parts, from two on, the best way to cut a word into so many, with its mean."""
        # ways[i]: by the number of parts, the largest sum of logarithms of frequencies for word[:i], and the parts.
        ways: list[dict[int, tuple[float, list[str]]]] = [{} for _ in range(len(word) + 1)]
        ways[0] = {0: (0.0, [])}
        for begin in range(len(word)):
            if not ways[begin]:
                continue
            for part, end in self._next(word, begin):
                value = math.log(self._count(part))
                for size, (total, before) in ways[begin].items():
                    known = ways[end].get(size + 1)
                    if known is None or total + value > known[0]:
                        ways[end][size + 1] = total + value, [*before, part]
        for size, (total, parts) in sorted(ways[-1].items()):
            if size > 1:
                yield math.exp(total / size), parts

    def _next(self, word: str, begin: int) -> Iterator[tuple[str, int]]:
        """The words of the text that begin here, and where the next part begins: behind the word or behind a filler."""
        after_hyphen = begin > 0 and word[begin - 1] == HYPHEN
        for end in range(begin + LEAST_BESIDE_HYPHEN, len(word) + 1):
            part = word[begin:end]
            if not self._count(part):
                continue
            rest = word[end:]
            if len(part) < LEAST_LETTERS and not (after_hyphen or rest.startswith(HYPHEN)):
                continue
            if not rest.startswith(HYPHEN):
                yield part, end
            for filler in (HYPHEN, *self.fillers):
                if rest.startswith(filler) and len(rest) > len(filler):
                    yield part, end + len(filler)

    def _count(self, lower: str) -> int:
        known = self.words.get(lower)
        return 0 if known is None else known[1]


def _is_entry(cells: list[str]) -> bool:
    return bool(cells[0]) if len(cells) == 1 else len(cells) == 3 and is_count(cells[2])
