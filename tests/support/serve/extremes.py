"""Values that nobody expects, and every place of a value of JSON where they may stand."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

EXTREMES: list[Any] = [
    *(None, True, -1, 0, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 2**70, -(2**63) - 1, 10**400),
    *(1e308, -1e308, 5e-324, 0.5),
    *(
        "",
        " ",
        "\0",
        "\ud800",
        "\u2028\u202e",
        "a\nb\tc\rd",
        "a ||| b",
        "<wall/>",
        "[X][X] … _",
        "NaN",
    ),
    *("x" * 5000, "|" * 300, "haus " * 250),
    *(
        [],
        {},
        [[]],
        [None],
        [2**63],
        [-1],
        [[2**70]],
        [["", ""]],
        [["haus", "\0"]],
        {"": 1},
        {"a": {}},
    ),
    *([0] * 600, [["haus", "x"]] * 600),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place within a value, but its own."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places(one, (*path, key))


def with_value(value: Any, path: tuple[Any, ...], extreme: Any) -> Any:
    """A copy in which another value stands at a place."""
    whole = copy.deepcopy(value)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = extreme
    return whole
