"""Small, random damage to bytes, to lines of text, to arrays and to settings.

All of it depends on the generator alone, so that an input is known by its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

NASTY = (
    *(
        b"",
        b"0",
        b"-1",
        b"1",
        b"255",
        b"256",
        b"65536",
        b"2147483648",
        b"4294967295",
        b"18446744073709551616",
    ),
    *(
        b"1e39",
        b"1e309",
        b"-1e309",
        b"nan",
        b"inf",
        b"-inf",
        b"1e-400",
        b"0x10",
        b"1_0",
        b"+5",
    ),
    *(
        b"\t",
        b"\n",
        b"\r\n",
        b" ",
        b"\0",
        b"\x1a",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
    ),
    *(
        "²".encode(),
        "١".encode(),
        "\u2028".encode(),
        "\u00a0".encode(),
        "😀".encode(),
        "e\u0301".encode(),
    ),
    *(
        b"|||",
        b"||",
        b"|",
        b"-",
        b"=",
        b"#",
        b"[",
        b"]",
        b"(",
        b")",
        b"<",
        b">",
        b"&",
        b"&lt;",
        b'"',
        b"'",
        b"\\",
    ),
    *(
        b"<seg>",
        b"</seg>",
        b"<tu>",
        b"<!--",
        b"<![CDATA[",
        b"]]>",
        b"<?",
        b"../",
        b"/dev/null",
        b"%00",
        b"{}",
        b"[[",
    ),
)
LONG = (
    *(b"(" * 300, b"[" * 5000, b"x" * 5000, b" " * 3000, b"a b " * 500, b"0-0 " * 500),
    b"9" * 5000,
)
"""What takes a hundred times as long as an input without: one insertion in a hundred."""


VALUES: tuple[Any, ...] = (
    *(
        0,
        1,
        -1,
        7,
        8,
        2**31,
        2**63,
        -(2**63),
        10**400,
        0.5,
        1e39,
        float("nan"),
        float("inf"),
        True,
        False,
    ),
    *("", "x", "../../etc/passwd", "/dev/null", "x" * 5000, "compact", "hash", "both", "a\0b"),
    *([], [1], ["x"], ["../x"], [[]], {}, {"x": 1}),
)


def below(random: Random, limit: int) -> int:
    """A number from 0 to ``limit`` - 1, five times as quick as ``randrange``."""
    return int(random.random() * limit)


def pick(random: Random, values: Sequence[Any]) -> Any:
    """One of them."""
    return values[int(random.random() * len(values))]


def _nasty(random: Random) -> Any:
    return pick(random, NASTY if random.random() < 0.99 else LONG)


def damaged(data: bytes, random: Random) -> bytes:
    """A text or any other bytes with a few changes, never as it was."""
    changed = data
    while changed == data:
        for _ in range(1 + min(int(random.expovariate(0.7)), 6)):
            changed = pick(random, _CHANGES)(changed, random)
    return changed[: 1 << 16]


def _span(data: bytes, random: Random) -> tuple[int, int]:
    first = below(random, len(data) + 1)
    return first, min(len(data), first + min(int(random.expovariate(0.1)), 200))


def _bits(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    place = below(random, len(data))
    value = data[place] ^ (1 << below(random, 8)) if random.random() < 0.5 else below(random, 256)
    return data[:place] + bytes([value]) + data[place + 1 :]


def _cut(data: bytes, random: Random) -> bytes:
    first, last = _span(data, random)
    return data[:first] + data[last:] if random.random() < 0.8 else data[:first]


def _insert(data: bytes, random: Random) -> bytes:
    place = below(random, len(data) + 1)
    return data[:place] + _nasty(random) + data[place:]


def _repeat(data: bytes, random: Random) -> bytes:
    first, last = _span(data, random)
    times = pick(random, (1, 1, 2)) if random.random() < 0.97 else 50
    return data[:last] + data[first:last] * times + data[last:]


def _move(data: bytes, random: Random) -> bytes:
    first, last = _span(data, random)
    rest = data[:first] + data[last:]
    place = below(random, len(rest) + 1)
    return rest[:place] + data[first:last] + rest[place:]


def _token(data: bytes, random: Random) -> bytes:
    """Another word in the place of one."""
    words = data.split(b" ")
    place = below(random, len(words))
    words[place] = _nasty(random) if random.random() < 0.7 else pick(random, words)
    return b" ".join(words)


def _lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    first, second = below(random, len(lines)), below(random, len(lines))
    kind = below(random, 4)
    if kind == 0:
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == 1:
        del lines[first]
    elif kind == 2:
        lines.insert(first, lines[second])
    else:
        cells = lines[first].split(b"\t")
        cells[below(random, len(cells))] = _nasty(random)
        lines[first] = b"\t".join(cells)
    return b"\n".join(lines)


_CHANGES = (_bits, _cut, _insert, _repeat, _move, _token, _token, _lines, _lines)


def damaged_array(values: NDArray[Any], random: Random) -> NDArray[Any]:
    """An array with other numbers, another length, another order, or now and then another type or shape.

    It is never as it was, unless it is empty.
    """
    while True:
        changed = _changed_array(values, random)
        if (
            changed.shape != values.shape
            or changed.dtype != values.dtype
            or changed.tobytes() != values.tobytes()
            or not len(values)
        ):
            return changed


def _changed_array(values: NDArray[Any], random: Random) -> NDArray[Any]:
    flat = values.flatten()  # a copy, which changes may write to
    for _ in range(1 + min(int(random.expovariate(0.5)), 8)):
        flat = pick(random, _ARRAY_CHANGES)(flat, random)
    columns = values.shape[1] if values.ndim == 2 else 0
    kind = random.random()
    if kind < 0.02:
        with np.errstate(invalid="ignore"):
            return flat.astype(pick(random, ("u1", "u4", "u8", "i4", "f4", "f8", ">u4", "i2")))
    if kind < 0.04:
        return flat.reshape(1, -1) if random.random() < 0.5 else flat
    if columns and len(flat) % columns:
        flat = flat[: len(flat) - len(flat) % columns]
    return flat.reshape(-1, columns) if columns else flat


_REALS = (0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 1e9, -1e9, 1e-45, 2e9)
_LIMITS = {kind: np.iinfo(kind) for kind in map(np.dtype, ("u1", "u2", "u4", "u8"))} | {
    kind: np.iinfo(kind) for kind in map(np.dtype, ("i1", "i2", "i4", "i8"))
}


def _number(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    if not len(flat):
        return flat
    place = below(random, len(flat))
    if flat.dtype.kind == "f":
        flat[place] = pick(random, _REALS)
        return flat
    limits = _LIMITS[flat.dtype]
    least, most = limits.min, limits.max
    kind = below(random, 13)
    if kind < 2:
        value = int(flat[place]) + pick(random, (-2, -1, 1, 2))
    elif kind == 2:
        value = int(pick(random, flat))
    elif kind == 3:
        value = random.getrandbits(62)
    else:
        size = len(flat)
        value = (0, 1, 2, size - 1, size, size + 1, most, most - 1, least)[kind - 4]
    flat[place] = min(max(value, least), most)
    return flat


def _swap(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    if len(flat):
        first, second = below(random, len(flat)), below(random, len(flat))
        flat[first], flat[second] = flat[second], flat[first]
    return flat


def _slide(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    """A stretch that is sorted, reversed, or made all the same."""
    first = below(random, len(flat) + 1)
    last = first + below(random, len(flat) + 1 - first)
    part = flat[first:last]
    kind = below(random, 3)
    flat[first:last] = np.sort(part) if kind == 0 else part[::-1].copy() if kind == 1 else part[:1]
    return flat


def _shorter(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    return flat[: below(random, len(flat) + 1)] if random.random() < 0.3 else flat[:-1]


def _longer(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    more = flat[: pick(random, (1, 2, len(flat)))] if len(flat) else np.zeros(12, flat.dtype)
    return np.concatenate([flat, more])


_ARRAY_CHANGES = (_number, _number, _number, _number, _swap, _slide, _shorter, _longer)


def damaged_settings(table: Any, random: Random) -> Any:
    """The tables of a manifest with one value changed, dropped or added, somewhere."""
    if isinstance(table, dict) and table and random.random() < 0.9:
        name = pick(random, sorted(table))
        changed = dict(table)
        kind = random.random()
        if kind < 0.1:
            del changed[name]
        elif kind < 0.2:
            changed[pick(random, ("strange", "../x", "", "ä"))] = 1
        else:
            changed[name] = damaged_settings(table[name], random)
        return changed
    if isinstance(table, list) and table and random.random() < 0.6:
        place = below(random, len(table))
        return [*table[:place], damaged_settings(table[place], random), *table[place + 1 :]]
    return pick(random, VALUES)
