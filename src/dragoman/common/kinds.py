"""Kinds of values that a setting can have, with their ranges.

A kind checks a value that comes from Python or from a TOML file, and parses one that was typed on a command line.
Both ways accept the same values. A wrong value is a ``SettingError`` with one sentence:

    Whole(least=0).check(-1)         # SettingError: expected a whole number of at least 0, got -1
    Whole(least=0).parse("many")     # SettingError: expected a whole number of at least 0, got 'many'
    Choice(("stack", "cube")).check("stak")   # SettingError: expected stack or cube, got 'stak'; did you mean 'stack'?
"""

from __future__ import annotations

import math
import numbers
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from dragoman.common.suggest import did_you_mean, one_of

LARGEST = 2**31 - 1
"""Whole numbers are at most this, unless an option says otherwise."""
FAR = 10**6
"""Larger bounds only protect the core from overflow; help texts do not mention them."""


class SettingError(Exception):
    """An error in a value, and its place."""

    def __init__(self, reason: str, name: str | None = None, tables: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.name = name
        """The name of the setting; empty if a whole table is wrong; None as long as the name is not known."""
        self.tables = tables
        """The tables that the setting is in, outermost first."""

    def within(self, name: str) -> SettingError:
        """The same error with its place inside of ``name``."""
        if self.name is None:
            return SettingError(self.reason, name)
        return SettingError(self.reason, self.name, (name, *self.tables))

    def told(self, *before: str) -> str:
        """The error as a sentence with its place: ``[decoder] stack: expected ...``."""
        tables = ".".join((*before, *self.tables))
        place = f"[{tables}] " if tables else ""
        return f"{place}{self.name}: {self.reason}" if self.name else place + self.reason


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


def shown(value: object) -> str:
    """A value in a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


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


@dataclass(frozen=True)
class Many:
    """A list of values; ``length`` says how many if that is fixed."""

    item: Kind
    length: int | None = None

    def check(self, value: Any) -> tuple[Any, ...]:
        """As a tuple."""
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise wrong(self, value)
        if self.length is not None and len(value) != self.length:
            raise wrong(self, value)
        found = []
        for number, one in enumerate(value, 1):
            try:
                found.append(self.item.check(one))
            except SettingError as fault:
                raise fault if fault.name is None else fault.within(str(number)) from None
        return tuple(found)

    def parse(self, text: str) -> tuple[Any, ...]:
        """Items with commas between them; ``none`` is the empty list."""
        return self.parse_all([text])

    def parse_all(self, texts: Sequence[str]) -> tuple[Any, ...]:
        """The same from several texts, one after the other."""
        words = [word.strip() for text in texts for word in text.split(",")]
        if words in (["none"], [""]) and self.length is None:
            return ()
        items = tuple(self.item.parse(word) for word in words)
        if self.length is not None and len(items) != self.length:
            raise wrong(self, " ".join(texts))
        return items

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        if self.length is not None:
            return f"{self.length} values, each {self.item.expected()}"
        if isinstance(self.item, Text):
            return "a list of texts"
        return f"a list, each item {self.item.expected()}"


@dataclass(frozen=True)
class Nothing:
    """The missing value, for a setting that was not set."""

    def check(self, value: Any) -> None:
        """None."""
        if value is not None:
            raise wrong(self, value)

    def parse(self, text: str) -> None:
        """Always fails: no text means that there is no value."""
        raise wrong(self, text)

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return "nothing"


@dataclass(frozen=True)
class Either:
    """A value of one of several kinds, the first that takes it."""

    kinds: tuple[Kind, ...]

    def check(self, value: Any) -> Any:
        """By the first kind that accepts it."""
        return self._first(value, [kind.check for kind in self.kinds])

    def parse(self, text: str) -> Any:
        """By the first kind that accepts it."""
        return self._first(text, [kind.parse for kind in self.kinds])

    def _first(self, value: Any, ways: Sequence[Any]) -> Any:
        faults = []
        for way in ways:
            try:
                return way(value)
            except SettingError as fault:
                faults.append(fault)
        real = [kind for kind in self.kinds if not isinstance(kind, Nothing)]
        if len(real) == 1:
            raise faults[self.kinds.index(real[0])]
        inner = next((fault for fault in faults if fault.name is not None), None)
        raise inner or wrong(self, value)

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return one_of(k.expected() for k in self.kinds if not isinstance(k, Nothing))


@dataclass(frozen=True)
class Table:
    """Values by names of the user's choosing."""

    item: Kind

    def check(self, value: Any) -> dict[str, Any]:
        """As a dictionary."""
        if not isinstance(value, Mapping):
            raise wrong(self, value)
        found = {}
        for name, one in value.items():
            try:
                found[str(name)] = self.item.check(one)
            except SettingError as fault:
                raise fault.within(str(name)) from None
        return found

    def parse(self, text: str) -> dict[str, Any]:
        """``name=value`` with commas between them."""
        pairs = [pair.partition("=") for pair in text.split(",")]
        if not all(equals for _, equals, _ in pairs):
            raise wrong(self, text)
        return {name.strip(): self.item.parse(value) for name, _, value in pairs}

    def expected(self, whole_range: bool = False) -> str:
        """In words."""
        return f"names, each with {self.item.expected()}"


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
