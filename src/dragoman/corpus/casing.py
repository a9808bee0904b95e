"""Letter case: lowercasing, truecasing with a trained model, and putting capitals back.

A truecaser knows the most frequent form of each word. It counts only where the case says something about the word, that
is, not at the start of a sentence or after a colon or quotation mark. Words in those places get their most frequent
form. Its model is a table: word in small letters, usual form, count of that form, count of the word.

    model = Truecaser.train(read_lines("train.tok.en"))
    model("The committee met .")      # "the committee met ."
    recase("the committee met .")     # "The committee met ."
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dragoman.corpus.words import split_words
from dragoman.io.files import open_output
from dragoman.io.tables import count_of, is_count, read_cells

ENDS = frozenset((".", "!", "?", "...", "…", "。", "！", "？"))
"""A new sentence starts after these."""
OPENERS = frozenset(
    (":", '"', "'", "“", "„", "«", "»", "‘", "(", "[", "-", "–", "—", "•", "¿", "¡")
)
"""After these a capital says nothing about the word."""


def _starts(tokens: list[str]) -> Iterator[int]:
    """The positions of words that may have a capital only because of their place."""
    fresh = True
    for i, token in enumerate(tokens):
        if token in ENDS or token in OPENERS:
            fresh = True
        elif fresh and any(map(str.isalnum, token)):
            fresh = False
            yield i


@dataclass(frozen=True, slots=True)
class Truecaser:
    """The usual form of every word, by the word in small letters."""

    forms: dict[str, tuple[str, int, int]]
    """(form, count of the form, count of the word in any form)."""

    def __repr__(self) -> str:
        return f"Truecaser({len(self.forms):,} words)"

    @classmethod
    def train(cls, lines: Iterable[str]) -> Truecaser:
        """Learn from tokenised text; of equally frequent forms the one with fewer capitals wins.

        Args:
            lines: Tokens, separated by blanks.
        """
        counts: Counter[str] = Counter()
        for line in lines:
            tokens = split_words(line)
            counts.update(tokens)
            counts.subtract([tokens[i] for i in _starts(tokens)])
        totals: Counter[str] = Counter()
        best: dict[str, tuple[int, int, str]] = {}
        for form, count in counts.items():
            if count <= 0 or not any(map(str.isalpha, form)):
                continue
            lower = form.lower()
            totals[lower] += count
            rank = (-count, sum(map(str.isupper, form)), form)
            best[lower] = min(best.get(lower, rank), rank)
        return cls({word: (best[word][2], -best[word][0], totals[word]) for word in sorted(best)})

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Truecaser:
        """Return a model that was written before.

        Args:
            path: Where it was saved.
        """
        forms = {}
        for word, form, *counts in read_cells(
            path,
            "a word, its usual form and two counts",
            lambda cells: len(cells) == 4 and all(map(is_count, cells[2:])),
        ):
            forms[word] = form, count_of(counts[0]), count_of(counts[1])
        return cls(forms)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the model as a table.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        with open_output(path) as out:
            for word, (form, count, total) in self.forms.items():
                out.write(f"{word}\t{form}\t{count}\t{total}\n")

    def __call__(self, line: str) -> str:
        """The line with the usual forms of words at starts; unknown words stay as they are."""
        tokens = split_words(line)
        for i in _starts(tokens):
            known = self.forms.get(tokens[i].lower())
            if known is not None:
                tokens[i] = known[0]
        return " ".join(tokens)


def recase(line: str) -> str:
    """Return the line with a capital for its first word and for that of every sentence in it.

    Args:
        line: A sentence.
    """
    return " ".join(recase_words(split_words(line)))


def recase_words(tokens: Sequence[str]) -> list[str]:
    """The same for a list of words."""
    result = list(tokens)
    fresh = True
    for i, token in enumerate(tokens):
        if token in ENDS:
            fresh = True
        elif fresh and any(map(str.isalnum, token)):
            fresh = False
            if token[0].islower():
                result[i] = token[0].title() + token[1:]
    return result
