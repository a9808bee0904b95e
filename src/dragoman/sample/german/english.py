"""Inflection of English."""

from __future__ import annotations

import re

_HISSING = re.compile("(s|x|z|ch|sh)$")
_DOUBLED = frozenset({"plan", "stop", "admit"})
_AN = re.compile("(?!uni|use|eu|one)[aeiou]|hon")


def plural(word: str) -> str:
    """The regular plural of a noun."""
    return _with_s(word)


def present(word: str) -> str:
    """The verb form after *he*."""
    return word + "es" if word.endswith("o") else _with_s(word)


def _with_s(word: str) -> str:
    if _HISSING.search(word):
        return word + "es"
    if re.search("[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


def past(word: str) -> str:
    """The regular past, which is the participle too."""
    if word in _DOUBLED:
        return word + word[-1] + "ed"
    if word.endswith("e"):
        return word + "d"
    if re.search("[^aeiou]y$", word):
        return word[:-1] + "ied"
    return word + "ed"


def article(following: str) -> str:
    """``a`` or ``an``."""
    return "an" if _AN.match(following.lower()) else "a"
