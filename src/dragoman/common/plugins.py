"""Classes that models name: ours, and those that other packages add with entry points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any


@dataclass(frozen=True)
class Plugins:
    """The classes of one group of entry points; a name of ours is never another package's."""

    group: str
    ours: Mapping[str, str]
    """``module:Class`` by name."""

    def all(self) -> dict[str, EntryPoint]:
        """Return every class by its name, not loaded yet: ours, then those of other packages."""
        found = {name: EntryPoint(name, place, self.group) for name, place in self.ours.items()}
        for point in entry_points(group=self.group):
            found.setdefault(point.name, point)
        return found

    def find(self, name: str) -> Any | None:
        """Load the class of a name; None if there is none."""
        if name in self.ours:  # at once: other packages are searched through for other names only
            return EntryPoint(name, self.ours[name], self.group).load()
        point = self.all().get(name)
        return None if point is None else point.load()
