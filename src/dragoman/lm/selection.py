"""Sentences of a large text that are like a small one (Moore & Lewis 2010; both sides: Axelrod, He & Gao 2011).

A sentence counts by the difference of its cross-entropies, bits a word, under a model of the small text and a model of
as many lines of the large one: so it must be like the small text, and not merely easy. Words that the small text does
not have twice are one word for both models, which otherwise could not be compared. With both sides the differences are
added up.

    differences = cross_entropy_differences(large, small)     # one number a line, the smallest first to be taken
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.corpus.words import split_words
from dragoman.lm.model import LanguageModel
from dragoman.lm.options import LMOptions

RARE = 2
"""Words that the small text has less often are one word."""
OTHER = "⟨other⟩"
_BITS = float(np.log2(10))

Lines = Callable[[], Iterable[str]]
"""Returns a text from its first line on."""


def cross_entropy_differences(
    large: Lines, small: Sequence[str], order: int = 4, threads: int = 1
) -> NDArray[np.float64]:
    """Return for every line of a large text how much less it is like a small text than like the large one.

    Args:
        large: The text to choose from, which is read several times.
        small: The lines that the chosen ones shall be like.
        order: That of the language models.
        threads: How many threads work; the result does not depend on it.
    """
    counts = Counter(word for line in small for word in split_words(line))
    known = {word for word, count in counts.items() if count >= RARE}
    total = sum(1 for _ in large())
    chosen = {
        (2 * k + 1) * total // (2 * min(len(small), total)) for k in range(min(len(small), total))
    }
    options = LMOptions(order=order)
    models = [
        LanguageModel.train(list(_mapped(lines, known)), options, threads=threads)
        for lines in (small, (line for n, line in enumerate(large()) if n in chosen))
    ]
    scores = [
        np.fromiter(model.line_scores(_mapped(large(), known), threads), np.float64, total)
        for model in models
    ]
    lengths = np.fromiter((len(split_words(line)) + 1 for line in large()), np.float64, total)
    found: NDArray[np.float64] = (scores[1] - scores[0]) * _BITS / lengths
    return found


def nearest(differences: NDArray[np.float64], count: int) -> list[int]:
    """Return the lines to take, in the order of the text.

    Args:
        differences: One number a line.
        count: How many are taken; of equal ones the first.
    """
    order = np.argsort(differences, kind="stable")[:count]
    return sorted(int(line) for line in order)


def _mapped(lines: Iterable[str], known: set[str]) -> Iterator[str]:
    for line in lines:
        yield " ".join(word if word in known else OTHER for word in split_words(line))
