"""Kinds of values that are made of other kinds: lists, tables, and values that may be of one kind or another.

Many(Whole(least=0)).parse("1,2")    # (1, 2)
Either((Whole(), Nothing())).check(None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dragoman.common.suggest import one_of
from dragoman.settings.kinds import Kind, Text, wrong
from dragoman.settings.setting_error import SettingError


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
                faults.append(fault.with_traceback(None))  # which would hold its callers' data
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
