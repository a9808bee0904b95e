"""The description of a model for people: tables on standard output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dragoman.model.store.inspection import Inspection
from dragoman.search.catalogue import declaration

WEIGHTS = "weights"
"""The table of a translation model whose keys are features."""


def print_inspection(facts: Inspection, *, arrays: bool = False) -> None:
    """Print the description of a model and of its parts; of arrays their number, or all of them."""
    from rich.console import Console

    console = Console(highlight=False)
    _print(facts, console, 0, arrays)


def _print(facts: Inspection, console: Any, depth: int, arrays: bool) -> None:
    from rich.markup import escape
    from rich.padding import Padding
    from rich.table import Table

    def show(item: Any) -> None:
        console.print(Padding(item, (0, 0, 0, 2 * depth)))

    name = facts.path if depth == 0 else Path(facts.path).name
    show(
        f"[bold]{escape(name)}[/bold]: {facts.kind}, {size(facts.bytes)}, made by Dragoman {facts.version}"
    )
    sections = {"settings": facts.settings, **facts.tables, "provenance": facts.provenance}
    for title, values in sections.items():
        if not values:
            continue
        if not isinstance(values, dict):
            show(escape(f"{title}: {values}"))
            continue
        table = Table(
            title=title, title_justify="left", show_header=False, box=None, padding=(0, 2)
        )
        for key, value in values.items():
            note = declaration(str(key)).what if title == WEIGHTS else ""
            table.add_row(escape(str(key)), escape(_short(value)), note)
        show(table)
    if facts.arrays and not arrays:
        count = "1 array" if len(facts.arrays) == 1 else f"{len(facts.arrays)} arrays"
        show(f"{count}, {size(sum(array.bytes for array in facts.arrays))} (--arrays lists them)")
    elif facts.arrays:
        table = Table("array", "shape", "type", "size", box=None, padding=(0, 2))
        for array in facts.arrays:
            shape = " x ".join(f"{n:,}" for n in array.shape)
            table.add_row(array.name, shape, array.type, size(array.bytes))
        show(table)
    for inner in facts.components.values():
        console.print()
        _print(inner, console, depth + 1, arrays)


def _short(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 200 else text[:197] + "..."


def size(count: float) -> str:
    """Bytes as people say them."""
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
