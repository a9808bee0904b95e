"""Kinds of values: what a declared type takes, how it is typed on a command line, and what it is in words.

Types are declared as for msgspec, and a kind is what msgspec says of a type (``msgspec.inspect``):

    count = kind_of(Annotated[int, Meta(ge=0)])
    check(count, -1)          # SettingError: expected a whole number of at least 0, got -1
    parse(count, "many")      # SettingError: expected a whole number of at least 0, got 'many'
    expected(kind_of(Literal["stack", "cube"] | None))      # stack or cube

``check`` is for values of Python and TOML, ``parse`` for words of a command line; both accept the same values.
``msgspec.convert`` would check too, but its messages lack the value and the names, and it lets NaN pass.
"""

from __future__ import annotations

import math
import numbers
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, inspect

from dragoman._core import LARGEST_NUMBER
from dragoman.common.suggest import did_you_mean, one_of
from dragoman.settings.setting_error import SettingError, shown

Kind = inspect.Type
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Size = Annotated[int, Meta(ge=0, le=2**63 - 1, extra={"size": True})]
"""A number of bytes, which may be written as 500M, 2G, or 50% of the machine's memory."""

Weight = Annotated[float, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
"""No weight, score or feature value is larger, so that no sum in a search becomes infinite or not a number, which could
not be sorted (``core/grammar/table/rule_table.hpp``)."""

LARGEST = 2**31 - 1
"""Whole numbers are at most this, unless their type says otherwise."""
FAR = 10**6
"""Larger bounds only protect the core from overflow; help texts do not mention them."""
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def kind_of(hint: Any) -> Kind:
    """Return the kind of a type. Names keep their order, which msgspec would change."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated and not _is_single(arguments[0]):
        return kind_of(arguments[0])
    if origin is Literal:
        return inspect.LiteralType(arguments)
    if origin in (Union, UnionType):
        return inspect.UnionType(tuple(map(kind_of, arguments)))
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return inspect.VarTupleType(kind_of(arguments[0]))
    if origin is tuple:
        return inspect.TupleType(tuple(map(kind_of, arguments)))
    if origin is dict:
        return inspect.DictType(inspect.StrType(), kind_of(arguments[1]))
    if hasattr(hint, "from_table"):
        return inspect.DataclassType(hint, ())
    found = inspect.type_info(hint)
    return found.type if isinstance(found, inspect.Metadata) and not is_size(found) else found


def _is_single(hint: Any) -> bool:
    """Return whether it is a number, a text or the like, and made of no other types."""
    return get_origin(hint) is None and not hasattr(hint, "from_table")


def is_size(kind: Kind) -> bool:
    """Return whether it is a number of bytes."""
    return isinstance(kind, inspect.Metadata) and "size" in (kind.extra or {})


SIZE = kind_of(Size)
_WEIGHT = kind_of(Weight)


def choices(kind: Kind) -> tuple[str, ...] | None:
    """Return the names that can be chosen, if it is a choice."""
    return tuple(map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else None


def alternatives(kind: Kind) -> tuple[Kind, ...]:
    """Return the kinds of which a value may be, without the missing value."""
    found = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return tuple(one for one in found if not isinstance(one, inspect.NoneType))


def may_be_none(kind: Kind) -> bool:
    """Return whether a value may be missing."""
    return isinstance(kind, inspect.UnionType) and kind.includes_none


def item_of(kind: Kind) -> Kind | None:
    """Return the kind of a list's items, if it is a list."""
    match kind:
        case inspect.VarTupleType():
            return kind.item_type
        case inspect.TupleType():
            return kind.item_types[0]
    return None


def length_of(kind: Kind) -> int | None:
    """Return how many items a list has, if that is fixed."""
    return len(kind.item_types) if isinstance(kind, inspect.TupleType) else None


def wrong(kind: Kind, value: object, hint: str = "", whole_range: bool = False) -> SettingError:
    """Return the usual fault."""
    return SettingError(f"expected {expected(kind, whole_range)}, got {shown(value)}{hint}")


def check(kind: Kind, value: Any) -> Any:
    """Return a value of Python or TOML as the setting holds it."""
    match kind:
        case inspect.Metadata():
            return parse(kind, value) if isinstance(value, str) else _number(kind, value)
        case inspect.IntType() | inspect.FloatType():
            return _number(kind, value)
        case inspect.BoolType() if isinstance(value, bool):
            return value
        case inspect.StrType() if isinstance(value, str):
            return value
        case inspect.LiteralType(values=names):
            if isinstance(value, str) and value not in names:
                raise wrong(kind, value, did_you_mean(value, map(str, names)))
            if isinstance(value, str):
                return value
        case inspect.NoneType() if value is None:
            return None
        case inspect.VarTupleType() | inspect.TupleType():
            return _items(kind, value)
        case inspect.DictType(value_type=item) if isinstance(value, Mapping):
            return {str(name): _within(str(name), item, one) for name, one in value.items()}
        case inspect.UnionType():
            return _first(kind, value, check)
        case inspect.DataclassType(cls=settings):
            if isinstance(value, settings):
                return value
            if isinstance(value, Mapping):
                return settings.from_table(value)  # type: ignore[attr-defined]
    raise wrong(kind, value)


def check_weights(values: Mapping[str, Any]) -> dict[str, float]:
    """Return weights, or other numbers by the names of features; a SettingError names the one that is out of range.

    Args:
        values: The numbers.
    """
    found = {}
    for name, value in values.items():
        try:
            found[name] = float(check(_WEIGHT, value))
        except SettingError:
            raise wrong(_WEIGHT, value, whole_range=True).within(name) from None
    return found


def parse(kind: Kind, text: str) -> Any:
    """Return the value that was typed as ``text``."""
    match kind:
        case inspect.Metadata():
            return _number(kind, _bytes(text), text)
        case inspect.IntType() if re.fullmatch(r"\s*[+-]?[0-9]{1,40}\s*", text):
            return _number(kind, int(text))
        case inspect.FloatType():
            try:
                return _number(kind, float(text), text)
            except ValueError:
                raise wrong(kind, text) from None
        case inspect.BoolType() if text in ("true", "false"):
            return text == "true"
        case inspect.StrType() | inspect.LiteralType():
            return check(kind, text)
        case inspect.VarTupleType() | inspect.TupleType():
            return parse_all(kind, [text])
        case inspect.DictType(value_type=item):
            pairs = [pair.partition("=") for pair in text.split(",")]
            if all(equals for _, equals, _ in pairs):
                return {name.strip(): parse(item, value) for name, _, value in pairs}
        case inspect.UnionType():
            return _first(kind, text, parse)
    raise wrong(kind, text)


def parse_all(kind: Kind, texts: Sequence[str]) -> tuple[Any, ...]:
    """Return the list that was typed as several texts, each of items with commas between; ``none`` is the empty one."""
    item, length = item_of(kind), length_of(kind)
    assert item is not None
    words = [word.strip() for text in texts for word in text.split(",")]
    if words in (["none"], [""]) and length is None:
        return ()
    items = tuple(parse(item, word) for word in words)
    if length not in (None, len(items)):
        raise wrong(kind, " ".join(texts))
    return items


def expected(kind: Kind, whole_range: bool = False) -> str:
    """Return the values in words: ``a whole number of at least 0``."""
    match kind:
        case inspect.Metadata():
            return "a size such as 500M, 2G or 50%"
        case inspect.IntType() | inspect.FloatType():
            return _number_in_words(kind, whole_range)
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType():
            return "a text"
        case inspect.LiteralType(values=names):
            return one_of(map(str, names))
        case inspect.VarTupleType(item_type=item):
            text = expected(item)
            return "a list of texts" if text == "a text" else f"a list, each item {text}"
        case inspect.TupleType(item_types=items):
            return f"{len(items)} values, each {expected(items[0])}"
        case inspect.DictType(value_type=item):
            return f"names, each with {expected(item)}"
        case inspect.UnionType():
            return one_of(map(expected, alternatives(kind)))
        case inspect.DataclassType():
            return "a table"
    raise TypeError(f"a setting cannot be of the type {kind}")


def size_text(value: int) -> str:
    """Return a number of bytes as people write it."""
    for unit in "TGMK":
        if value and value % _UNITS[unit] == 0:
            return f"{value // _UNITS[unit]}{unit}"
    return str(value)


def limits_text(kind: Kind) -> str:
    """Return the range of a number without the words that say it is one; empty for other kinds."""
    found = re.match("a (?:whole )?number(?: of)? ?(.*)", expected(kind))
    return found[1] if found else ""


def _number(kind: Kind, value: Any, typed: str | None = None) -> Any:
    """Return Python's number if it is in the range; ``typed`` is shown instead of a value that is not."""
    whole = not isinstance(kind, inspect.FloatType)
    given = value if typed is None else typed
    wanted: Any = numbers.Integral if whole else numbers.Real
    if isinstance(value, bool) or not isinstance(value, wanted):
        raise wrong(kind, given)
    try:
        number: float = int(value) if whole else float(value)
    except OverflowError:
        number = math.inf
    least, above, most, below = _bounds(kind)
    large = number > most or number >= below
    if large or number < least or number <= above or not math.isfinite(number):
        raise wrong(kind, given, whole_range=large)
    return number


def _bounds(kind: Kind) -> tuple[float, float, float, float]:
    """Return the least value, what is below all, the greatest value, and what is above all."""
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    assert isinstance(kind, (inspect.IntType, inspect.FloatType))
    far = LARGEST if isinstance(kind, inspect.IntType) else math.inf
    given = (kind.ge, kind.gt, kind.le, kind.lt)
    usual = (-far, -math.inf, far, math.inf)
    least, above, most, below = (u if g is None else g for g, u in zip(given, usual, strict=True))
    return least, above, most, below


def _number_in_words(kind: Kind, whole_range: bool) -> str:
    least, above, most, below = _bounds(kind)
    whole = isinstance(kind, inspect.IntType)
    noun = "a whole number" if whole else "a number"
    high, under = (
        bound if bound < FAR or (whole_range and bound < math.inf) else None
        for bound in (most, below)
    )
    low = None if least == (-LARGEST if whole else -math.inf) else least
    if low is not None and high is not None:
        return f"{noun} from {number_text(low)} to {number_text(high)}"
    over = None if above == -math.inf else above
    words = (("of at least", low), ("above", over), ("of at most", high), ("below", under))
    bounds = [f" {word} {number_text(bound)}" for word, bound in words if bound is not None]
    return noun + " and".join(bounds)


def number_text(number: float) -> str:
    """Return a number as people write it."""
    return str(number) if isinstance(number, int) else f"{number:g}".replace("e+0", "e")


def _bytes(text: str) -> int | None:
    """Return the number of bytes that a text means; None if it means none."""
    match = re.fullmatch(
        r"([0-9]{1,30}|[0-9]{1,9}\.[0-9]{1,9}(?=[KMGT%]))([KMGT%]?)B?", text.strip().upper()
    )
    if match is None:
        return None
    number = float(match[1]) if "." in match[1] else int(match[1])
    if match[2] == "%":
        if not hasattr(os, "sysconf"):  # Windows
            return None
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return int(number * memory / 100)
    return int(number * _UNITS[match[2]])


def _items(kind: Kind, value: Any) -> tuple[Any, ...]:
    item, length = item_of(kind), length_of(kind)
    assert item is not None
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise wrong(kind, value)
    if length not in (None, len(value)):
        raise wrong(kind, value)
    return tuple(_checked(item, value))


def _checked(item: Kind, values: Sequence[Any]) -> Iterator[Any]:
    """Check the items; a fault inside of a table names the table by its number."""
    for number, one in enumerate(values, 1):
        try:
            yield check(item, one)
        except SettingError as fault:
            raise fault if fault.name is None else fault.within(str(number)) from None


def _within(name: str, kind: Kind, value: Any) -> Any:
    try:
        return check(kind, value)
    except SettingError as fault:
        raise fault.within(name) from None


def _first(kind: Kind, value: Any, way: Callable[[Kind, Any], Any]) -> Any:
    """Return the value by the first kind that accepts it."""
    if value is None and may_be_none(kind):
        return None
    kinds = alternatives(kind)
    faults = []
    for one in kinds:
        try:
            return way(one, value)
        except SettingError as fault:
            faults.append(fault.with_traceback(None))  # which would hold its callers' data
    if len(kinds) == 1:
        raise faults[0]
    raise next((fault for fault in faults if fault.name is not None), None) or wrong(kind, value)
