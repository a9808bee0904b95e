"""Translations with their phrases, one a line, like Moses' ``-report-segmentation``.

Every phrase is followed by the source words that it translates, counted from 0: ``the house |0-1| is |2-2|``. A phrase
with source gaps has all its pieces: ``not |1-1,3-3|``. In a phrase with target gaps every piece is marked, the later
ones with a plus: ``not |1-1,3-3| want |2-2| anymore |+1-1,3-3|``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.common.errors import FormatError
from dragoman.common.files import display_name, read_lines
from dragoman.forest.derivation import Derivation

_MARK = re.compile(r"\|\+?[0-9]{1,7}-[0-9]{1,7}(?:,[0-9]{1,7}-[0-9]{1,7})*\|")
_MOST = 1 << 20
"""Source words that the phrases of a line may name."""


@dataclass(frozen=True)
class TranslatedPhrase:
    """A phrase in a translation: the source positions that it covers, and its target words."""

    source: tuple[int, ...]
    target: tuple[str, ...]


def phrases_of(derivation: Derivation) -> list[TranslatedPhrase]:
    """The phrases of a derivation, in target order."""
    return [
        TranslatedPhrase(
            tuple(word for first, last in step.source_spans for word in range(first, last)),
            step.target,
        )
        for step in derivation.steps
    ]


def segmented(derivation: Derivation) -> str:
    """A derivation as one line."""
    parts: list[tuple[float, str]] = []
    end = 0.0
    for step in derivation.steps:
        mark = ",".join(f"{first}-{last - 1}" for first, last in step.source_spans)
        if not step.target:
            parts.append((end - 0.5, f"|{mark}|"))
        for number, (first, last) in enumerate(step.target_spans):
            words = derivation.tokens[first:last]
            parts.append((first, " ".join([*words, f"|{'+' if number else ''}{mark}|"])))
        end = step.target_spans[0][1] if step.target else end
    return " ".join(part for _, part in sorted(parts, key=lambda part: part[0]))


def parse_segmentation(line: str) -> list[TranslatedPhrase]:
    """The phrases of a line."""
    found: dict[tuple[int, ...], list[str]] = {}
    words: list[str] = []
    total = 0
    for token in line.split():
        if not _MARK.fullmatch(token):
            words.append(token)
            continue
        source: list[int] = []
        for piece in token.strip("|+").split(","):
            first, last = map(int, piece.split("-"))
            total += max(last + 1 - first, 0)
            if total > _MOST:
                raise FormatError(f"the phrases name more than {_MOST} source words")
            source += range(first, last + 1)
        found.setdefault(tuple(source), []).extend(words)
        words = []
    if words:
        raise FormatError(f"expected the source words of '{' '.join(words)}', such as |3-5|")
    return [TranslatedPhrase(source, tuple(target)) for source, target in found.items()]


def read_segmentation(path: str | os.PathLike[str]) -> Iterator[list[TranslatedPhrase]]:
    """The phrases of every line of a file."""
    for number, line in enumerate(read_lines(path), 1):
        try:
            yield parse_segmentation(line)
        except FormatError as error:
            raise FormatError(error.message, display_name(path), number) from None
