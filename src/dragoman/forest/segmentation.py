"""Translations with their phrases, one a line, like Moses' ``-report-segmentation``.

Every phrase is followed by the source words that it translates, counted from 0: ``the house |0-1| is |2-2|``. A phrase
with source gaps has all its pieces: ``not |1-1,3-3|``. In a phrase with target gaps every piece is marked, the later
ones with a plus: ``not |1-1,3-3| want |2-2| anymore |+1-1,3-3|``. Target words that translate no source word are
followed by ``|-|``. A word that looks like a mark begins with ``&#124;`` instead of its first stroke.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.common.errors import FormatError
from dragoman.corpus.words import split_words
from dragoman.forest.derivation import Derivation
from dragoman.io.files import display_name, read_lines

_MARKED = r"(?:-|\+?[0-9]{1,7}-[0-9]{1,7}(?:,[0-9]{1,7}-[0-9]{1,7})*)\|"
_MARK = re.compile(rf"\|{_MARKED}")
_LIKE_A_MARK = re.compile(rf"(?:\||&(?:amp;)*#124;){_MARKED}")
_NOTHING = "|-|"
_MOST = 1 << 20
"""Source words that the phrases of a line may name."""


@dataclass(frozen=True)
class TranslatedPhrase:
    """A phrase in a translation: the source positions that it covers, and its target words."""

    source: tuple[int, ...]
    target: tuple[str, ...]


@dataclass(frozen=True)
class Segmentation:
    """A translation and its phrases."""

    tokens: tuple[str, ...]
    """All target words. Those of a phrase with target gaps do not stand side by side."""
    phrases: tuple[TranslatedPhrase, ...]
    """In target order."""


def phrases_of(derivation: Derivation) -> list[TranslatedPhrase]:
    """Return the phrases of a derivation in target order: the order in which their first words stand."""
    return [
        TranslatedPhrase(
            tuple(word for first, last in step.source_spans for word in range(first, last)),
            step.target,
        )
        for step in derivation.phrases
    ]


def unknown_words(derivation: Derivation) -> frozenset[int]:
    """Return the source positions of words that were copied, since no rule had them."""
    unknown = (step for step in derivation.phrases if step.kind == "unknown")
    return frozenset(
        word for step in unknown for first, last in step.source_spans for word in range(first, last)
    )


def segmented(derivation: Derivation) -> str:
    """Return a derivation as one line."""
    parts: list[tuple[int, int, str]] = []
    begin = -1
    for number, step in enumerate(derivation.in_target_order):
        mark = ",".join(f"{first}-{last - 1}" for first, last in step.source_spans)
        if step.target:
            begin = step.target_spans[0][0]
        elif mark:  # right after the beginning of the phrase before
            parts.append((begin, number, f"|{mark}|"))
        for piece, (first, last) in enumerate(step.target_spans):
            words = map(_escaped, derivation.tokens[first:last])
            own = f"|{'+' if piece else ''}{mark}|" if mark else _NOTHING
            parts.append((first, -1, " ".join([*words, own])))
    return " ".join(part for _, _, part in sorted(parts))


def parse_segmentation(line: str) -> Segmentation:
    """Return the words and the phrases of a line."""
    tokens: list[str] = []
    words: list[str] = []
    found: list[tuple[tuple[int, ...], list[str]]] = []
    begun: dict[tuple[int, ...], list[str]] = {}
    total = 0
    for token in split_words(line):
        if not _MARK.fullmatch(token):
            words.append(_unescaped(token))
            tokens.append(words[-1])
            continue
        if token != _NOTHING:
            source: list[int] = []
            for piece in token.strip("|+").split(","):
                first, last = map(int, piece.split("-"))
                total += max(last + 1 - first, 0)
                if total > _MOST:
                    raise FormatError(f"the phrases name more than {_MOST} source words")
                source += range(first, last + 1)
            place = tuple(source)
            if "+" not in token:
                begun[place] = []
                found.append((place, begun[place]))
            elif place not in begun:
                raise FormatError(f"expected the first piece of a phrase before '{token}'")
            begun[place] += words
        words = []
    if words:
        raise FormatError(f"expected the source words of '{' '.join(words)}', such as |3-5|")
    phrases = (TranslatedPhrase(place, tuple(target)) for place, target in found)
    return Segmentation(tuple(tokens), tuple(phrases))


def read_segmentation(path: str | os.PathLike[str]) -> Iterator[Segmentation]:
    """Yield the words and the phrases of every line of a file."""
    for number, line in enumerate(read_lines(path), 1):
        try:
            yield parse_segmentation(line)
        except FormatError as error:
            raise FormatError(error.message, display_name(path), number) from None


def _escaped(word: str) -> str:
    """Return a word so that it cannot be taken for a mark."""
    if not _LIKE_A_MARK.fullmatch(word):
        return word
    return f"&#124;{word[1:]}" if word.startswith("|") else f"&amp;{word[1:]}"


def _unescaped(token: str) -> str:
    """Return the word that ``_escaped`` was given."""
    if not _LIKE_A_MARK.fullmatch(token):
        return token
    return f"&{token[5:]}" if token.startswith("&amp;") else f"|{token[6:]}"
