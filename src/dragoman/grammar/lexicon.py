"""Word translation probabilities by relative frequency over links, and Moses' lexical files.

lexicon = Lexicon.count(bitext)
lexicon.write("lex.f2e", "lex.e2f")
read_lexical_file("lex.f2e")[("house", "haus")]
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman.common.errors import FormatError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.extraction import AlignedBitext
from dragoman.io.files import display_name, open_output, read_lines

EMPTY = "NULL"
"""How Moses writes the empty word, which unlinked words are linked to."""
_EMPTY_ID = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Lexicon:
    """How often each source word was linked to each target word."""

    source_words: list[str]
    target_words: list[str]
    """The words of every entry; ``NULL`` is the empty word."""
    direct: NDArray[np.float64]
    """w(e|f) of every entry."""
    inverse: NDArray[np.float64]
    """w(f|e) of every entry."""

    @classmethod
    def count(cls, bitext: AlignedBitext, progress: Report | None = None) -> Lexicon:
        """Count the links of a bitext.

        Args:
            bitext: The aligned text.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        with shown("lexicon", progress) as show:
            source, target, counts = _core.count_lexicon(*bitext.sides(), bitext.name, show)
        frequency = counts.astype(np.float64)
        return cls(
            _words(source, bitext.source),
            _words(target, bitext.target),
            frequency / _totals(source, frequency),
            frequency / _totals(target, frequency),
        )

    def write(self, direct: str | os.PathLike[str], inverse: str | os.PathLike[str]) -> None:
        """Write Moses' ``lex.f2e`` (lines ``e f w(e|f)``) and ``lex.e2f`` (``f e w(f|e)``).

        Args:
            direct: The file of w(e|f).
            inverse: The file of w(f|e).
        """
        _write(direct, self.target_words, self.source_words, self.direct)
        _write(inverse, self.source_words, self.target_words, self.inverse)


def _words(ids: NDArray[np.uint32], corpus: IntegerCorpus) -> list[str]:
    word = corpus.vocabulary.word
    return [EMPTY if i == _EMPTY_ID else word(i) for i in ids.tolist()]


def _totals(ids: NDArray[np.uint32], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place = np.unique(ids, return_inverse=True)
    totals = np.bincount(place, counts).astype(np.float64)
    return totals[place]


def _write(
    path: str | os.PathLike[str],
    first: list[str],
    second: list[str],
    values: NDArray[np.float64],
) -> None:
    with open_output(path) as out:
        for a, b, value in zip(first, second, values.tolist(), strict=True):
            out.write(f"{a} {b} {value:.7f}\n")


def read_lexical_file(path: str | os.PathLike[str]) -> dict[tuple[str, str], float]:
    """Return the probabilities of a lexical file by (first word, second word).

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
    """
    table: dict[tuple[str, str], float] = {}
    for number, line in enumerate(read_lines(path), 1):
        fields = [field for field in line.replace("\t", " ").split(" ") if field]
        try:
            first, second, value = fields
            probability = float(value)
            if not 0 <= probability <= 1:
                raise ValueError
        except ValueError:
            message = "expected two words and a probability"
            raise FormatError(message, display_name(path), number) from None
        table[first, second] = probability
    return table
