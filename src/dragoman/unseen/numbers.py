"""Numbers, dates and ordinals in figures, rewritten as another language writes them.

    rewrite = NumberRules("de", "en")
    rewrite("1.234,5")       # ["1,234.5"]
    rewrite("12.3.2021")     # ["2021-03-12"]
    rewrite("14.")           # ["14", "14th"]: as of a date, and as an ordinal
    rewrite("10km")          # []: nothing changes

The conventions are data of the languages (``corpus/languages``). What can be read in two ways is left as it is: a date
in the source language's order alone is one, and groups of digits must all have three.
"""

from __future__ import annotations

import re
from functools import cached_property

from dragoman.corpus.language import Language, language

_UNITS = r"(?:[A-Za-zµΩ°²³%‰€$£¥/]{0,8})"
"""What may be written together with a number."""
_ORDINAL = re.compile(r"([0-9]{1,15})([^0-9]+)")
"""Figures and an ending."""


class NumberRules:
    """How the figures of one language are written in another."""

    def __init__(self, source: str, target: str) -> None:
        self._source, self._target = language(source), language(target)

    def __call__(self, word: str) -> list[str]:
        """Return the word in the other language; nothing if it has no figures, or if nothing is known to change.

        Args:
            word: A word of the source language.
        """
        if not any(map(str.isdigit, word)):
            return []
        if ordinal := self._ordinal(word):
            return ordinal
        found = self._date(word) or self._number(word)
        return [] if found in (None, word) else [str(found)]

    @cached_property
    def _numbers(self) -> re.Pattern[str] | None:
        one, other = self._source, self._target
        if not (one.decimal and other.decimal):
            return None
        grouping = re.escape(one.grouping)
        whole = rf"(?P<groups>[1-9][0-9]{{0,2}}(?:{grouping}[0-9]{{3}})+)|(?P<plain>[0-9]+)"
        decimals = rf"(?:{re.escape(one.decimal)}(?P<decimals>[0-9]+))?"
        return re.compile(rf"(?P<before>[-+−±€$£¥]{{0,2}})(?:{whole}){decimals}(?P<after>{_UNITS})")

    def _number(self, word: str) -> str | None:
        found = self._numbers and self._numbers.fullmatch(word)
        if not found:
            return None
        text = found["plain"] or found["groups"].replace(
            self._source.grouping, self._target.grouping
        )
        if found["decimals"] is not None:
            text += self._target.decimal + found["decimals"]
        return f"{found['before']}{text}{found['after']}"

    def _date(self, word: str) -> str | None:
        order, other = self._source.date, self._target.date
        if not order or not other:
            return None
        pieces = {"d": "(?P<d>[0-9]{1,2})", "m": "(?P<m>[0-9]{1,2})", "y": "(?P<y>[0-9]{4})"}
        found = re.fullmatch("".join(pieces.get(x, re.escape(x)) for x in order), word)
        if found is None or not (1 <= int(found["d"]) <= 31 and 1 <= int(found["m"]) <= 12):
            return None
        # With the year in front, days and months have two figures (ISO 8601).
        wide = 2 if other.startswith("y") else 0
        values = {
            "y": found["y"],
            "m": found["m"].lstrip("0").zfill(wide),
            "d": found["d"].lstrip("0").zfill(wide),
        }
        return "".join(values.get(x, x) for x in other)

    def _ordinal(self, word: str) -> list[str]:
        if not (self._source.ordinal and self._target.ordinal):
            return []
        found = _ORDINAL.fullmatch(word)
        if found is None or found[2] not in _ordinal_endings(self._source, int(found[1])):
            return []
        ordinal = found[1] + _ordinal_endings(self._target, int(found[1]))[0]
        # German writes dates with ordinals, most other languages do not.
        return [found[1], ordinal] if self._target.ordinal != "." else [ordinal]


def _ordinal_endings(one: Language, number: int) -> list[str]:
    """What may follow the figures of an ordinal number; the first is what we write."""
    if one.ordinal == "th":
        teens = 10 <= number % 100 <= 20
        return ["th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")]
    if one.code == "fr" and number == 1:
        return ["er", "re"]
    if one.ordinal == "º":
        return ["º", "ª"]
    return [one.ordinal]
