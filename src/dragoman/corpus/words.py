"""Defines a token of a line: a run of characters other than space and tab, as in the native core.

Python's ``str.split`` also cuts at no-break spaces, form feeds and other characters that may stand inside a token;
code that counts words must not use it, otherwise positions in alignments and trees would differ from the core's.
"""

from __future__ import annotations


def split_words(line: str) -> list[str]:
    """The tokens of a line."""
    return [word for word in line.replace("\t", " ").split(" ") if word]
