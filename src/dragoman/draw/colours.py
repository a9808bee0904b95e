"""The palette of all pictures: eight hues, each with a strong shade for bars and lines and a pale one behind words."""

from __future__ import annotations

from typing import NamedTuple


class Hue(NamedTuple):
    """Two shades of a colour."""

    strong: str
    pale: str


HUES = (
    Hue("#5b6c8f", "#cfe8fc"),
    Hue("#d9822b", "#fde3c8"),
    Hue("#3a8f6b", "#d5f5d5"),
    Hue("#a34a8c", "#ead9f7"),
    Hue("#8a8a2e", "#f7f3c0"),
    Hue("#c0504d", "#fbd3da"),
    Hue("#2f8f8a", "#d3f2ef"),
    Hue("#777777", "#e3e3e3"),
)
INK, SOFT, PAPER = "#111", "#888", "#fff"
"""The colours of words, of auxiliary lines, and of the background."""
WARNING = "#c0392b"
"""The colour of things that the reader should notice: unknown words, violated constraints."""


def hue(number: int) -> Hue:
    """The colour for a number, counted from 0; after the last colour they repeat."""
    return HUES[number % len(HUES)]
