"""Filling paragraphs to a width, as they were before they were translated."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import regex

from dragoman.corpus.tokenizer import IDEOGRAPHS

_UNITS = regex.compile(rf"[ \t\r\n]+|[{IDEOGRAPHS}][^\s\w]*|(?:[^\s{IDEOGRAPHS}])+")
"""A line may be broken at white space and after an ideograph with the marks behind it."""


def width(text: str) -> int:
    """The number of columns of a line."""
    if text.isascii():
        return len(text)
    wide = sum(1 for character in text if unicodedata.east_asian_width(character) in "WF")
    return len(text) + wide


@dataclass(frozen=True)
class Filling:
    """How a paragraph is laid out."""

    columns: int
    used: int = 0
    """Columns of the first line that are taken."""
    indent: str = ""
    """What the other lines begin with."""
    end: str = "\n"
    never_first: re.Pattern[str] | None = None
    """Words that must not begin a line."""


def fill(text: str, layout: Filling) -> str:
    """The text in lines of at most so many columns, unless a word is longer."""
    columns, used, never = layout.columns, layout.used, layout.never_first
    lines: list[str] = []
    line, space = "", ""
    for unit in _UNITS.findall(text):
        if unit.isspace():
            space = " " if line else ""
            continue
        size = width(unit)
        full = line and used + len(space) + size > columns
        if full and (never is None or never.match(unit) is None):
            lines.append(line)
            line, used, space = layout.indent, width(layout.indent), ""
        line, used, space = f"{line}{space}{unit}", used + len(space) + size, ""
    return layout.end.join([*lines, line])
