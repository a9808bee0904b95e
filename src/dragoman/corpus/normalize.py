"""Simplifies text: one kind of quotation mark, apostrophe, dash and space; no control characters."""

from __future__ import annotations

import regex

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("’‘‚‛`´ʼ", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
        "\u00ad": None,
    }
)
_CONTROL = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_SPACES = regex.compile(r"[\p{Z}]+")


def clean_controls(line: str) -> str:
    """The line without control and invisible characters, every kind and run of spaces made one space."""
    if line.isprintable() and "  " not in line:  # most lines: no other space, no control
        return line.strip(" ")
    return str(_SPACES.sub(" ", _CONTROL.sub(" ", line)).strip(" "))


def normalize(line: str) -> str:
    """The line with ASCII quotation marks, apostrophes, dashes and dots."""
    return clean_controls(line).translate(_PLAIN)
