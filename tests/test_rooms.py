"""A room imports only rooms upstream of it."""

from __future__ import annotations

import ast
from pathlib import Path

import dragoman

ORDER = [
    "common",
    "corpus",
    "syntax",
    "sample",
    "align",
    "lm",
    "grammar",
    "forest",
    "search",
    "model",
    "evaluate",
    "tune",
    "discourse",
    "experiment",
    "cli",
]
ROOT = Path(dragoman.__file__).parent


def _imported_rooms(file: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module]
            if node.module == "dragoman":
                names = [f"dragoman.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "dragoman" and len(parts) > 1:
                rooms.add(parts[1])
    return rooms & set(ORDER)


def test_every_room_is_in_the_order() -> None:
    rooms = {p.parent.name for p in ROOT.glob("*/__init__.py")}
    assert rooms <= set(ORDER)


def test_rooms_import_only_upstream() -> None:
    wrong = []
    for file in ROOT.glob("*/**/*.py"):
        room = file.relative_to(ROOT).parts[0]
        allowed = set(ORDER[: ORDER.index(room) + 1])
        wrong += [f"{file.relative_to(ROOT)} imports {r}" for r in _imported_rooms(file) - allowed]
    assert wrong == []


def test_only_bindings_know_python() -> None:
    core = Path(__file__).parents[1] / "core"
    wrong = [
        str(file.relative_to(core))
        for file in core.rglob("*.[ch]pp")
        if "bindings" not in file.parts
        and any(word in file.read_text() for word in ("nanobind", "Python.h"))
    ]
    assert wrong == []
