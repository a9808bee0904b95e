"""Defines a token of a line: a run of characters other than space and tab, as in the native core.

Python's ``str.split`` also cuts at no-break spaces, form feeds and other characters that may stand inside a token;
code that counts words must not use it, otherwise positions in alignments and trees would differ from the core's.
"""

from __future__ import annotations

from collections.abc import Sequence


def split_words(line: str) -> list[str]:
    """The tokens of a line."""
    return [word for word in line.replace("\t", " ").split(" ") if word]


def locate(words: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Where the tokens of a text stand in it; one that is spelled otherwise there stands where the last one ended."""
    spans = []
    place = 0
    for word in words:
        begin = max(text.find(word, place), place)
        place = begin + len(word)
        spans.append((begin, place))
    return spans
