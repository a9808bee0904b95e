"""Names that a package offers and that are imported when they are first asked for (PEP 562).

__all__, __getattr__, __dir__ = lazy_exports({"read_tmx": "dragoman.corpus.tmx", ...})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(
    places: Mapping[str, str],
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """What a package's ``__all__``, ``__getattr__`` and ``__dir__`` are to be; ``places`` are the names' modules."""
    names = sorted(places)

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"there is no '{name}' here; there are {', '.join(names)}")
        return getattr(import_module(places[name]), name)

    return names, find, lambda: names
