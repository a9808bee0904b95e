"""Simple kinds of values that a setting can have, with their ranges.

A kind checks a value that comes from Python or from a TOML file, and parses one that was typed on a command line.
Both ways accept the same values. A wrong value is a ``SettingError`` with one sentence:

    Whole(least=0).check(-1)         # SettingError: expected a whole number of at least 0, got -1
    Whole(least=0).parse("many")     # SettingError: expected a whole number of at least 0, got 'many'
    Choice(("stack", "cube")).check("stak")   # SettingError: expected stack or cube, got 'stak'; did you mean 'stack'?

Lists and tables are in ``compound_kinds.py``.
"""

from __future__ import annotations

import math
import numbers
import os
import re
from dataclasses import dataclass
from typing import Any, Protocol

from dragoman.common.suggest import did_you_mean, one_of
from dragoman.settings.setting_error import SettingError, shown

LARGEST = 2**31 - 1
"""Whole numbers are at most this, unless an option says otherwise."""
FAR = 10**6
"""Larger bounds only protect the core from overflow; help texts do not mention them."""


class Kind(Protocol):
    """The values that a setting can have."""

    def check(self, value: Any) -> Any:
        """The value as the setting holds it."""
        ...

    def parse(self, text: str) -> Any:
        """The value that was typed as ``text``."""
        ...

    def expected(self, whole_range: bool = False) -> str:
        """The values in words: ``a whole number of at least 0``."""
        ...


def wrong(kind: Kind, value: object, hint: str = "", whole_range: bool = False) -> SettingError:
    """The usual fault."""
    expected = kind.expected(True) if whole_range else kind.expected()
    return SettingError(f"expected {expected}, got {shown(value)}{hint}")


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: Any) -> bool:
        """Accepts only True and False, not numbers or texts."""
        if not isinstance(value, bool):
            raise wrong(self, value)
        return value

    def parse(self, text: str) -> bool:
        """``true`` or ``false``."""
        if text not in ("true", "false"):
            raise wrong(self, text)
        return text == "true"

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return "true or false"


@dataclass(frozen=True)
class Whole:
    """A whole number in a range."""

    least: int = -LARGEST
    most: int = LARGEST

    def check(self, value: Any) -> int:
        """The number as Python's."""
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise wrong(self, value)
        number = int(value)
        if not self.least <= number <= self.most:
            raise wrong(self, number, whole_range=number > self.most)
        return number

    def parse(self, text: str) -> int:
        """Decimal digits."""
        if not re.fullmatch(r"\s*[+-]?[0-9]{1,40}\s*", text):
            raise wrong(self, text)
        return self.check(int(text))

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        low = None if self.least == -LARGEST else self.least
        high = None if self.most >= FAR and not whole_range else self.most
        return "a whole number" + _range(low, high)


_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


@dataclass(frozen=True)
class Size:
    """A number of bytes, or text such as 500M, 2G, or 50% of the machine's memory."""

    def check(self, value: Any) -> int:
        """In bytes."""
        if isinstance(value, str):
            return self.parse(value)
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise wrong(self, value)
        if not 0 <= int(value) < 2**63:
            raise wrong(self, value)
        return int(value)

    def parse(self, text: str) -> int:
        """The same from text."""
        match = re.fullmatch(
            r"([0-9]{1,30}|[0-9]{1,9}\.[0-9]{1,9}(?=[KMGT%]))([KMGT%]?)B?", text.strip().upper()
        )
        if match is None:
            raise wrong(self, text)
        number = float(match[1]) if "." in match[1] else int(match[1])
        if match[2] == "%":
            memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
            return self.check(int(number * memory / 100))
        return self.check(int(number * _UNITS[match[2]]))

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return "a size such as 500M, 2G or 50%"

    @staticmethod
    def text(value: int) -> str:
        """A size as people write it."""
        for unit in "TGMK":
            if value and value % _UNITS[unit] == 0:
                return f"{value // _UNITS[unit]}{unit}"
        return str(value)


@dataclass(frozen=True)
class Real:
    """A finite number in a range; ``above`` and ``below`` are exclusive bounds."""

    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None

    def check(self, value: Any) -> float:
        """The number as Python's."""
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise wrong(self, value)
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number) or self._too_small(number) or self._too_large(number):
            raise wrong(self, value, whole_range=self._too_large(number))
        return number

    def _too_small(self, number: float) -> bool:
        return (self.least is not None and number < self.least) or (
            self.above is not None and number <= self.above
        )

    def _too_large(self, number: float) -> bool:
        return (self.most is not None and number > self.most) or (
            self.below is not None and number >= self.below
        )

    def parse(self, text: str) -> float:
        """As Python writes numbers."""
        try:
            number = float(text)
        except ValueError:
            raise wrong(self, text) from None
        if not math.isfinite(number):
            raise wrong(self, text)
        return self.check(number)

    def expected(self, whole_range: bool = False) -> str:
        """In words; very large bounds are mentioned only if the value exceeds them."""
        most, below = (
            bound if bound is None or whole_range or bound < FAR else None
            for bound in (self.most, self.below)
        )
        return "a number" + _range(self.least, most, self.above, below)


@dataclass(frozen=True)
class Text:
    """Any text."""

    def check(self, value: Any) -> str:
        """As it is."""
        if not isinstance(value, str):
            raise wrong(self, value)
        return value

    def parse(self, text: str) -> str:
        """As it is."""
        return text

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return "a text"


@dataclass(frozen=True)
class Choice:
    """One of several names."""

    names: tuple[str, ...]

    def check(self, value: Any) -> str:
        """The name."""
        if not isinstance(value, str) or value not in self.names:
            hint = did_you_mean(value, self.names) if isinstance(value, str) else ""
            raise wrong(self, value, hint)
        return value

    def parse(self, text: str) -> str:
        """The name."""
        return self.check(text)

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return one_of(self.names)


def _range(
    least: float | None,
    most: float | None,
    above: float | None = None,
    below: float | None = None,
) -> str:
    if least is not None and most is not None:
        return f" from {number_text(least)} to {number_text(most)}"
    words = (("of at least", least), ("above", above), ("of at most", most), ("below", below))
    told = [f"{word} {number_text(bound)}" for word, bound in words if bound is not None]
    return "".join(f" {text}" for text in " and ".join(told).split())


def number_text(number: float) -> str:
    """A number as people write it."""
    return str(number) if isinstance(number, int) else f"{number:g}"
