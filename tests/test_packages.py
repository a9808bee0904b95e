"""Packages import and include only packages upstream of them, and files never do so in a circle."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import dragoman

ORDER = [
    "common",
    "settings",
    "io",
    "corpus",
    "documents",
    "parse",
    "sample",
    "align",
    "lm",
    "grammar",
    "osm",
    "forest",
    "cohesion",
    "draw",
    "search",
    "unseen",
    "consistency",
    "model",
    "evaluate",
    "judge",
    "serve",
    "tune",
    "cluster",
    "experiment",
    "reproduce",
    "docs",
    "cli",
    "site",
]
ROOT = Path(dragoman.__file__).parent


def _module(file: Path) -> str:
    parts = ("dragoman", *file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_module(file): file for file in ROOT.rglob("*.py")}


@cache
def _imports(file: Path) -> set[str]:
    """Our modules that a file imports anywhere: at the top, in a function, or for types only."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and node.level == 0, f"{file}: a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            inner = {n for n in names if n in MODULES or n == "dragoman._core"}
            found |= inner if inner == names else inner | {node.module}
    return found & MODULES.keys()


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_order_names_the_rooms_that_there_are() -> None:
    assert sorted(ORDER) == sorted(p.parent.name for p in ROOT.glob("*/__init__.py"))


def test_rooms_import_only_upstream() -> None:
    wrong = []
    for file in ROOT.glob("*/**/*.py"):
        package = file.relative_to(ROOT).parts[0]
        packages = {name.split(".")[1] for name in _imports(file) if "." in name}
        below = packages - set(ORDER[: ORDER.index(package) + 1])
        wrong += [f"{file.relative_to(ROOT)} imports {name}" for name in below]
    assert wrong == []


def test_no_circle_of_imports() -> None:
    assert _circle({name: _imports(file) for name, file in MODULES.items()}) == []
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []


TESTS = Path(__file__).parent


def test_tests_import_from_support_and_not_from_each_other() -> None:
    wrong = []
    for file in TESTS.rglob("*.py"):
        found = re.findall(r"^ *from (\S*test_\S*) import", file.read_text("utf-8"), re.MULTILINE)
        wrong += [f"{file.relative_to(TESTS)} imports {name}" for name in found]
    assert wrong == []


CORE = Path(__file__).parents[1] / "core"
SOURCES = {str(file.relative_to(CORE)): file for file in sorted(CORE.rglob("*.[ch]pp"))}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def _includes(file: Path) -> set[str]:
    """Our headers that a C++ file includes."""
    return set(INCLUDE.findall(file.read_text(encoding="utf-8")))


def test_headers_are_included_by_their_path_in_the_core() -> None:
    wrong = [
        f"{name} includes {header}"
        for name, file in SOURCES.items()
        for header in _includes(file) - SOURCES.keys()
    ]
    assert wrong == []


def test_core_rooms_include_only_upstream() -> None:
    packages = [*ORDER, "bindings"]
    wrong = []
    for name, file in SOURCES.items():
        package = name.split("/")[0]
        below = {header.split("/")[0] for header in _includes(file)} - set(
            packages[: packages.index(package) + 1]
        )
        wrong += [f"{name} includes {other}" for other in below]
    assert wrong == []


FOLDERS: dict[str, dict[str, set[str]]] = {
    "grammar": {
        "table": set(),
        "index": set(),
        "extract": {"table", "index"},
        "suffix": {"table", "index", "extract"},
        "moses": {"table"},
        "treelet": {"table", "index", "extract"},
    },
    "search": {
        "api": set(),
        "shared": {"api"},
        "options": {"api", "shared"},
        "phrase": {"api", "shared", "options"},
        "chart": {"api", "shared"},
        "treelet": {"api", "shared", "options", "phrase"},
    },
}
"""What the folders of a package include of each other. Only treelets need another decoder, to fall back on."""


@pytest.mark.parametrize("package", FOLDERS)
def test_folders_of_the_core_include_only_what_they_build_on(package: str) -> None:
    found: dict[str, set[str]] = {folder: set() for folder in FOLDERS[package]}
    for name, file in SOURCES.items():
        if not name.startswith(f"{package}/"):
            continue
        folder = name.split("/")[1]
        inside = {
            header.split("/")[1] for header in _includes(file) if header.startswith(f"{package}/")
        }
        found[folder] |= inside - {folder}
    assert found == FOLDERS[package]


def test_no_circle_of_includes() -> None:
    assert _circle({name: _includes(file) for name, file in SOURCES.items()}) == []


def test_only_bindings_know_python() -> None:
    wrong = [
        name
        for name, file in SOURCES.items()
        if not name.startswith("bindings/")
        and any(word in file.read_text(encoding="utf-8") for word in ("nanobind", "Python.h"))
    ]
    assert wrong == []
