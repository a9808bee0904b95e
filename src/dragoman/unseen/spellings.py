"""Other spellings of known words: with other letter case, accents or hyphens, or with ss for ß.

    spellings = Spellings.train(["daß", "Café", "kaffee"])
    spellings.known("dass", known)     # ["daß"]
    spellings.known("cafe", known)     # ["Café"]

Two spellings are of one word if they are equal once case, accents and hyphens are taken away. Only words that this
changes need to be remembered: a word that is its own simple form is known or not.
"""

from __future__ import annotations

import os
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dragoman.io.files import open_output
from dragoman.io.tables import read_cells

_HYPHENS = "-‐‑\u00ad"
LEAST_LETTERS = 4
"""Shorter words have too many neighbours."""


def simple(word: str) -> str:
    """Return a word without case, accents and hyphens.

    Args:
        word: The word.
    """
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(x for x in apart if x not in _HYPHENS and not unicodedata.combining(x))


@dataclass(frozen=True)
class Spellings:
    """Known words by their simple form, where that is another one."""

    words: dict[str, tuple[str, ...]]

    @classmethod
    def train(cls, words: Iterable[str]) -> Spellings:
        """Remember the words of a vocabulary that have a simple form.

        Args:
            words: The words.
        """
        found: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(set(words)):
            form = simple(word)
            if form != word and len(form) >= LEAST_LETTERS and any(map(str.isalpha, form)):
                found[form].append(word)
        return cls({form: tuple(found[form]) for form in sorted(found)})

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Spellings:
        """Return what was written before.

        Args:
            path: Where it was saved.
        """
        words = {}
        for form, *found in read_cells(
            path, "a simple form and words", lambda cells: len(cells) > 1 and bool(cells[0])
        ):
            words[form] = tuple(found)
        return cls(words)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it as a table.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        with open_output(path) as out:
            for form, found in self.words.items():
                out.write("\t".join([form, *found]) + "\n")

    def known(self, word: str, known: Callable[[str], bool]) -> list[str]:
        """Return known words that are other spellings of this one.

        Args:
            word: A word that was never seen.
            known: Whether a word is known.
        """
        form = simple(word)
        if len(form) < LEAST_LETTERS:
            return []
        found = [*self.words.get(form, ()), *([form] if form != word else [])]
        return [one for one in found if one != word and known(one)]
