"""What an artifact holds: its components, settings, weights, arrays and provenance, as data and as tables."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from dragoman.common.artifact import Artifact
from dragoman.common.manifest import MANIFEST
from dragoman.search.catalogue import declaration

WEIGHTS = "weights"
"""The table of a translation model whose keys are features."""
_OWN_TABLES = {"kind", "format", "dragoman", "settings", "provenance", "files"}


@dataclass
class ArrayFacts:
    """An array of an artifact."""

    name: str
    shape: tuple[int, ...]
    type: str
    bytes: int


@dataclass
class Inspection:
    """The description of an artifact and of those inside it."""

    path: str
    kind: str
    version: str
    settings: dict[str, Any]
    tables: dict[str, Any]
    provenance: dict[str, Any]
    arrays: list[ArrayFacts]
    texts: dict[str, int]
    components: dict[str, Inspection] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """The size of all files on disk."""
        own = sum(array.bytes for array in self.arrays) + sum(self.texts.values())
        return own + sum(inner.bytes for inner in self.components.values())


def inspect(path: str | os.PathLike[str], *, verify: bool = False) -> Inspection:
    """Opens the artifact (which checks that it is whole) and describes it."""
    return _describe(Artifact.open(path, rehash=verify))


def _describe(artifact: Artifact) -> Inspection:
    names = sorted(p.parent.name for p in artifact.path.glob(f"*/{MANIFEST}"))
    inner = {name: _describe(artifact.component(name)) for name in names}
    facts = Inspection(
        path=str(artifact.path),
        kind=artifact.kind,
        version=str(artifact.manifest.get("dragoman", "")),
        settings=artifact.settings,
        tables={k: v for k, v in artifact.manifest.items() if k not in _OWN_TABLES},
        provenance=artifact.provenance,
        arrays=[],
        texts={},
        components=inner,
    )
    for name, file in artifact.manifest["files"].items():
        if name.partition("/")[0] in inner:
            continue
        if name.endswith(".npy"):
            values = artifact.array(name.removesuffix(".npy"))
            facts.arrays.append(
                ArrayFacts(
                    name.removesuffix(".npy"), values.shape, str(values.dtype), file["bytes"]
                )
            )
        else:
            facts.texts[name] = file["bytes"]
    return facts


def as_json(facts: Inspection) -> str:
    """The description for programs."""
    return json.dumps(asdict(facts), indent=1, ensure_ascii=False, default=str)


def print_inspection(facts: Inspection) -> None:
    """The description for people, on standard output."""
    from rich.console import Console

    console = Console(highlight=False)
    _print(facts, console, 0)


def _print(facts: Inspection, console: Any, depth: int) -> None:
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
    if facts.arrays:
        table = Table("array", "shape", "type", "size", box=None, padding=(0, 2))
        for array in facts.arrays:
            shape = " x ".join(f"{n:,}" for n in array.shape)
            table.add_row(array.name, shape, array.type, size(array.bytes))
        show(table)
    for inner in facts.components.values():
        console.print()
        _print(inner, console, depth + 1)


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
