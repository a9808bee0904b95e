"""Small, random damage to bytes, to lines of text, to arrays and to settings.

All of it depends on the generator alone, so that an input is known by its number.
"""

from __future__ import annotations

from collections.abc import Callable
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
        b"9" * 5000,
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
    *(b"(" * 300, b"[" * 5000, b"x" * 5000, b" " * 3000, b"a b " * 500, b"0-0 " * 500),
)


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


def damaged(data: bytes, random: Random) -> bytes:
    """A text or any other bytes with a few changes."""
    for _ in range(1 + min(int(random.expovariate(0.7)), 6)):
        change = random.choice(
            (_bits, _cut, _insert, _repeat, _move, _token, _token, _lines, _lines)
        )
        data = change(data, random)
    return data[: 1 << 16]


def _span(data: bytes, random: Random) -> tuple[int, int]:
    first = random.randrange(len(data) + 1)
    return first, min(len(data), first + min(int(random.expovariate(0.1)), 200))


def _bits(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    place = random.randrange(len(data))
    value = (
        data[place] ^ (1 << random.randrange(8)) if random.random() < 0.5 else random.randrange(256)
    )
    return data[:place] + bytes([value]) + data[place + 1 :]


def _cut(data: bytes, random: Random) -> bytes:
    first, last = _span(data, random)
    return data[:first] + data[last:] if random.random() < 0.8 else data[:first]


def _insert(data: bytes, random: Random) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(NASTY) + data[place:]


def _repeat(data: bytes, random: Random) -> bytes:
    first, last = _span(data, random)
    return data[:last] + data[first:last] * random.choice((1, 1, 2, 50)) + data[last:]


def _move(data: bytes, random: Random) -> bytes:
    first, last = _span(data, random)
    rest = data[:first] + data[last:]
    place = random.randrange(len(rest) + 1)
    return rest[:place] + data[first:last] + rest[place:]


def _token(data: bytes, random: Random) -> bytes:
    """Another word in the place of one."""
    words = data.split(b" ")
    place = random.randrange(len(words))
    words[place] = random.choice(NASTY) if random.random() < 0.7 else random.choice(words)
    return b" ".join(words)


def _lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(4)
    if kind == 0:
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == 1:
        del lines[first]
    elif kind == 2:
        lines.insert(first, lines[second])
    else:
        cells = lines[first].split(b"\t")
        cells[random.randrange(len(cells))] = random.choice(NASTY)
        lines[first] = b"\t".join(cells)
    return b"\n".join(lines)


def damaged_array(values: NDArray[Any], random: Random) -> NDArray[Any]:
    """An array with other numbers, another length, another order, or now and then another type or shape."""
    flat = np.array(values).reshape(-1)
    for _ in range(1 + min(int(random.expovariate(0.5)), 8)):
        change: Callable[[NDArray[Any], Random], NDArray[Any]] = random.choice(
            (_number, _number, _number, _number, _swap, _slide, _shorter, _longer)
        )
        flat = change(flat, random)
    columns = values.shape[1] if values.ndim == 2 else 0
    if random.random() < 0.02:
        with np.errstate(invalid="ignore"):
            return flat.astype(random.choice(("u1", "u4", "u8", "i4", "f4", "f8", ">u4", "i2")))
    if random.random() < 0.02:
        return flat.reshape(1, -1) if random.random() < 0.5 else flat
    if columns and len(flat) % columns:
        flat = flat[: len(flat) - len(flat) % columns]
    return flat.reshape(-1, columns) if columns else flat


def _number(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    if not len(flat):
        return flat
    flat = flat.copy()
    place = random.randrange(len(flat))
    if flat.dtype.kind == "f":
        extreme = (
            0.0,
            -0.0,
            1.0,
            -1.0,
            np.inf,
            -np.inf,
            np.nan,
            3e38,
            -3e38,
            1e9,
            -1e9,
            1e-45,
            2e9,
        )
        flat[place] = random.choice(extreme)
        return flat
    limits = np.iinfo(flat.dtype)
    near = int(flat[place]) + random.choice((-2, -1, 1, 2))
    extreme = (
        0,
        1,
        2,
        len(flat) - 1,
        len(flat),
        len(flat) + 1,
        limits.max,
        limits.max - 1,
        limits.min,
    )
    value = random.choice((near, near, int(random.choice(flat)), *extreme, random.getrandbits(62)))
    flat[place] = min(max(value, limits.min), limits.max)
    return flat


def _swap(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    flat = flat.copy()
    if len(flat):
        first, second = random.randrange(len(flat)), random.randrange(len(flat))
        flat[[first, second]] = flat[[second, first]]
    return flat


def _slide(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    """A stretch that is sorted, reversed, or made all the same."""
    flat = flat.copy()
    first = random.randrange(len(flat) + 1)
    last = random.randrange(first, len(flat) + 1)
    part = flat[first:last]
    kind = random.randrange(3)
    flat[first:last] = np.sort(part) if kind == 0 else part[::-1] if kind == 1 else part[:1]
    return flat


def _shorter(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    return flat[: random.randrange(len(flat) + 1)] if random.random() < 0.3 else flat[:-1]


def _longer(flat: NDArray[Any], random: Random) -> NDArray[Any]:
    return np.concatenate([flat, flat[: random.choice((1, 2, len(flat)))]])


def damaged_settings(table: Any, random: Random) -> Any:
    """The tables of a manifest with one value changed, dropped or added, somewhere."""
    if isinstance(table, dict) and table and random.random() < 0.9:
        name = random.choice(sorted(table))
        changed = dict(table)
        kind = random.random()
        if kind < 0.1:
            del changed[name]
        elif kind < 0.2:
            changed[random.choice(("strange", "../x", "", "ä"))] = 1
        else:
            changed[name] = damaged_settings(table[name], random)
        return changed
    if isinstance(table, list) and table and random.random() < 0.6:
        place = random.randrange(len(table))
        return [*table[:place], damaged_settings(table[place], random), *table[place + 1 :]]
    return random.choice(VALUES)
