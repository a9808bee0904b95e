"""Arrays of a table that is too large for memory: the core leaves them in files, which the saved table takes over."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from dragoman.io.arrays import ArrayWriter, map_array
from dragoman.io.temporary import TemporaryPlace, final_place


@dataclass(frozen=True)
class TableBudget:
    """How much memory a table may take while it is made, and beside which path the rest waits in files."""

    memory: int
    beside: str | os.PathLike[str]


class ArrayFiles:
    """A directory for a table that is being made; it vanishes with this object.

    ``beside`` is where the table will be saved: on the same disk its files need not be copied.
    """

    def __init__(self, beside: str | os.PathLike[str] | None = None) -> None:
        final = final_place(beside or Path(tempfile.gettempdir(), "dragoman-rules"))
        final.parent.mkdir(parents=True, exist_ok=True)
        place = TemporaryPlace(final, directory=True)
        self.directory = place.path
        self.discard = weakref.finalize(self, place.discard)
        """Removes the directory at once."""
        self._mapped: dict[str, NDArray[Any]] = {}

    def path(self, name: str) -> Path:
        """The file of an array."""
        return self.directory / f"{name}.npy"

    def map(self, names: Iterable[str]) -> dict[str, NDArray[Any]]:
        """The arrays of these names that are in files."""
        found = {name: map_array(self.path(name)) for name in names if self.path(name).exists()}
        self._mapped.update(found)
        return found

    def replace(self, name: str, pieces: Iterable[NDArray[Any]], rows: int) -> NDArray[Any]:
        """An array in place of another of this name: ``rows`` rows, which come piece by piece."""
        fresh = self.directory / f"{name}.fresh"
        with ArrayWriter(fresh, rows) as out:
            for piece in pieces:
                out.add(piece)
        fresh.replace(self.path(name))
        return self.map([name])[name]

    def holds(self, name: str, values: NDArray[Any]) -> bool:
        """Whether ``values`` are the content of the file of ``name``."""
        return self._mapped.get(name) is values
