"""Names that a package offers and that are imported when first asked for (PEP 562, Scientific Python's SPEC 1).

    if TYPE_CHECKING:
        from dragoman.corpus.tmx import read_tmx as read_tmx
    else:
        __all__, __getattr__, __dir__ = lazy_exports(__name__)

The imports that type checkers and editors read are the declaration: ``lazy_exports`` takes the names from there.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from dragoman.common.suggest import did_you_mean


def lazy_exports(
    package: str, *, also: tuple[str, ...] = ()
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return what a package's ``__all__``, ``__getattr__`` and ``__dir__`` are to be.

    Args:
        package: The package's name; the imports in its block ``if TYPE_CHECKING`` say what it offers.
        also: Further names that the package has defined itself.
    """
    places = {name: place for place, name in _declared(package)}
    names = sorted({*places, *also})

    def find(name: str) -> Any:
        if name not in places:
            hint = did_you_mean(name, names)
            raise AttributeError(f"module '{package}' has no attribute '{name}'{hint}")
        place = places[name]
        if place == package:
            return importlib.import_module(f"{package}.{name}")
        found = getattr(importlib.import_module(place), name)
        setattr(sys.modules[package], name, found)
        return found

    return names, find, lambda: names


def _declared(package: str) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of every import under ``if TYPE_CHECKING``."""
    spec = sys.modules[package].__spec__
    source = spec.loader.get_source(package) if spec and spec.loader else ""  # type: ignore[attr-defined]
    for block in ast.parse(source or "").body:
        if (
            isinstance(block, ast.If)
            and isinstance(block.test, ast.Name)
            and block.test.id == "TYPE_CHECKING"
        ):
            for line in block.body:
                if isinstance(line, ast.ImportFrom) and line.module:
                    yield from ((line.module, alias.asname or alias.name) for alias in line.names)
