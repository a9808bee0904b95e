"""A sentence pair of an indexed text, as its rules see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TextPair:
    """Words and links."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    links: str
    """Such as ``0-0 1-2``."""


NO_PAIR = TextPair((), (), "")
"""Stands in the place of a pair that was left out, so that all others keep their numbers."""
