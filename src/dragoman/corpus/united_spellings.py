"""Words that differ only in letters that stand for each other, as ss and ß in German, become one word.

A reform of spelling, or another country, can change a common word of every fourth sentence (``daß``, ``dass``), and
what was learned with the one spelling is lost for the other. A language says which letters they are.

    united = UnitedSpellings.train(["daß er weiß"], [("ß", "ss")])
    united.of("dass"), united.of("daß")      # "dass", "dass"
    united.of("Weiß")                        # "Weiß": a word that the text has in no spelling stays as it is written

Its model is a table: a line for each pair of letters, and one for every word of the text that has such letters.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dragoman.corpus.words import split_words
from dragoman.io.files import open_output
from dragoman.io.tables import read_cells


@dataclass(frozen=True)
class UnitedSpellings:
    """The letters, and the words of a text that have them. Threads may share it."""

    letters: tuple[tuple[str, str], ...]
    """The second of each pair replaces the first, one pair after the other."""
    words: frozenset[str]
    """Words of the text, after this, in which the second of a pair stands."""

    @classmethod
    def train(cls, lines: Iterable[str], letters: Iterable[Sequence[str]]) -> UnitedSpellings:
        """Remember the words of a text.

        Args:
            lines: The text, in words and in the case that the models know.
            letters: Pairs of letters, or of runs of letters, that stand for each other.
        """
        empty = cls(tuple((one, other) for one, other in letters), frozenset())
        seen = {word for line in lines for word in split_words(line)}
        return cls(empty.letters, frozenset(filter(empty._concerns, map(empty.plain, seen))))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> UnitedSpellings:
        """Return a model that was written before.

        Args:
            path: Where it was saved.
        """
        letters: list[tuple[str, str]] = []
        words: set[str] = set()
        expected = "a word, or letters that stand for each other"
        for cells in read_cells(path, expected, lambda one: len(one) <= 2 and all(one)):
            if len(cells) == 2:
                letters.append((cells[0], cells[1]))
            else:
                words.add(cells[0])
        return cls(tuple(letters), frozenset(words))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the model as a table.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        with open_output(path) as out:
            out.writelines(f"{one}\t{other}\n" for one, other in self.letters)
            out.writelines(f"{word}\n" for word in sorted(self.words))

    def plain(self, word: str) -> str:
        """Return the word with these letters replaced.

        Args:
            word: A word in the case that the models know.
        """
        for one, other in self.letters:
            word = word.replace(one, other)
        return word

    def of(self, word: str) -> str:
        """Return the one spelling of a word; a word that the text has in no spelling stays as it is.

        Args:
            word: A word in the case that the models know.
        """
        plain = self.plain(word)
        return plain if plain in self.words else word

    def _concerns(self, plain: str) -> bool:
        return any(other in plain for _, other in self.letters)
