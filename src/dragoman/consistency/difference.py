"""When two translations of a phrase are different: Ture et al. 2012, section 3.

Minor variations (determiners, punctuation, endings) are one translation: two phrases are different if their edit
distance, in characters inserted and removed, is greater than half the length of the longer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from dragoman.consistency.frequencies import is_punctuation


def plain_words(words: Iterable[str]) -> str:
    """A phrase without its punctuation."""
    return " ".join(word for word in words if not is_punctuation(word))


@lru_cache(maxsize=65536)
def edit_distance(first: str, second: str) -> int:
    """The fewest characters to insert and remove; a character that changes is removed and inserted."""
    row = list(range(len(second) + 1))
    for i, left in enumerate(first, 1):
        corner, row[0] = row[0], i
        for j, right in enumerate(second, 1):
            best = corner if left == right else 1 + min(row[j], row[j - 1])
            corner, row[j] = row[j], best
    return row[-1]


def different(first: str, second: str) -> bool:
    """Whether two phrases are different translations."""
    longest = max(len(first), len(second))
    return first != second and 2 * edit_distance(first, second) > longest


def grouped(phrases: Sequence[str]) -> list[list[str]]:
    """Phrases, the most important first, as groups: each joins the first group whose head it does not differ from."""
    groups: list[list[str]] = []
    for phrase in phrases:
        for group in groups:
            if not different(group[0], phrase):
                group.append(phrase)
                break
        else:
            groups.append([phrase])
    return groups
