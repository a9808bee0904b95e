"""In how many documents of a collection a target word occurs: what is common says little about a document.

frequencies = DocumentFrequencies.of([["a", "house"], ["a", "tree"]])
frequencies.rarity("tree")       # log((D + 1) / (DF + 0.5)), equation 2
"""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dragoman.common.errors import FormatError
from dragoman.io.files import open_output, read_lines

_COUNT = re.compile(r"[0-9]{1,12}")
_ENTITY = re.compile(r"&(?:[a-z]+|#[0-9]+);")


def is_punctuation(word: str) -> bool:
    """Whether a word has neither letters nor digits; entities such as ``&quot;`` are punctuation."""
    return not any(map(str.isalnum, _ENTITY.sub("", word)))


@dataclass(frozen=True)
class DocumentFrequencies:
    """D, the number of documents, and DF, the number of them that a word occurs in."""

    documents: int = 0
    counts: Mapping[str, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, documents: Iterable[Iterable[str]]) -> DocumentFrequencies:
        """Return the frequencies of a collection.

        Args:
            documents: The words of every document (of all its references, if there are several).
        """
        counts: Counter[str] = Counter()
        number = 0
        for words in documents:
            counts.update(set(words))
            number += 1
        return cls(number, dict(counts))

    def counted(self, word: str, common: float) -> bool:
        """Return whether a word says anything: no punctuation, and not in most documents.

        Args:
            word: The word.
            common: The share of all documents that it may be in.
        """
        return self.counts.get(word, 0) <= common * self.documents and not is_punctuation(word)

    def rarity(self, word: str) -> float:
        """Return the second factor of equation 2.

        Args:
            word: The word.
        """
        return math.log((self.documents + 1) / (self.counts.get(word, 0) + 0.5))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the number of documents, then a word and its frequency a line.

        Args:
            path: The file.
        """
        with open_output(path) as out:
            out.write(f"{self.documents}\n")
            out.writelines(f"{word}\t{count}\n" for word, count in sorted(self.counts.items()))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> DocumentFrequencies:
        """Return what ``write`` wrote.

        Args:
            path: The file.
        """
        lines = read_lines(path)
        first = next(lines, "")
        if not _COUNT.fullmatch(first):
            raise FormatError("expected the number of documents", str(path), 1)
        counts = {}
        for number, line in enumerate(lines, 2):
            word, _, count = line.partition("\t")
            if not word or not _COUNT.fullmatch(count):
                raise FormatError("expected a word, a tab and a number", str(path), number)
            counts[word] = int(count)
        return cls(int(first), counts)
