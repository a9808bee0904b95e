"""How wide a search a model may ask for.

The limits of a search stand in the model's directory, and whoever made the model wrote them: without bounds, it could
make every search take all memory. What a model asks for beyond them is narrowed when it is opened. Whoever opens it may
still set any limits, or ask for them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

Bounds = Mapping[str, int]
"""The most that a model may ask for, by the names of options that bound memory and time."""
BOUNDS: Bounds = {
    "stack": 5000,
    "pop_limit": 5000,
    "table_limit": 500,
    "distortion_limit": 50,  # cube pruning makes a cube for every jump, whatever its work
    "gap_limit": 1000,
    "max_words": 1000,
    "max_span": 50,
    "max_unary": 10,
    "max_work": 400_000_000,
    "beam": 200,  # that of treelets, a number of items
    "variants": 50,
    "attachments": 50,
    "max_blocks": 8,
    "max_trees": 8,
}
_NO_LIMIT = {"distortion_limit": -1, "max_unary": None}
"""What stands for no limit where it is not 0."""


def bounded(options: Any, bounds: Bounds = BOUNDS) -> tuple[Any, list[str]]:
    """Return the options within bounds, and a sentence for each that was beyond: some number, or no limit at all."""
    narrower: dict[str, int] = {}
    warnings = []
    usual = type(options)()
    for name, most in bounds.items():
        if not isinstance(getattr(usual, name, None), int):
            continue
        value: int = getattr(options, name)
        unlimited = value == _NO_LIMIT.get(name, 0)
        if value > most or unlimited:
            narrower[name] = most
            shown = f"{value} (no limit)" if unlimited else f"{value}"
            warnings.append(f"{name} = {shown} is more than a model may ask for: {most} is used")
    return (replace(options, **narrower) if narrower else options), warnings
