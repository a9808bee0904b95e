"""What an artifact holds: its components, settings, weights, arrays and provenance as data."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import Any

from dragoman.io.artifact import Artifact
from dragoman.io.manifest import MANIFEST

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
