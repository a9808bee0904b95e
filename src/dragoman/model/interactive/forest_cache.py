"""A cache of the forests of sentences whose translation a person is typing: decoded once, searched with every key."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from dragoman.model.interactive.searched_forests import SearchedForests

MOST_EDGES = 1_000_000
"""The edges that are kept altogether, of about 200 bytes each."""


class Same:
    """An object as a part of a key: equal only to itself."""

    def __init__(self, one: object) -> None:
        self._one = one

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self._one is other._one

    def __hash__(self) -> int:
        return id(self._one)


class ForestCache:
    """A cache bounded by edges: what was not used for longest goes first. Threads may share it."""

    def __init__(self, most: int = MOST_EDGES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._forests: OrderedDict[Hashable, SearchedForests] = OrderedDict()

    def __len__(self) -> int:
        """The forests that are kept."""
        return len(self._forests)

    def get(self, key: Hashable, make: Callable[[], SearchedForests]) -> SearchedForests:
        """Return the forests of a key, made if they are not kept. What is too large alone is never kept."""
        with self._lock:
            kept = self._forests.get(key)
        made = make() if kept is None else kept
        if made.edges > self._most:
            return made
        with self._lock:
            self._forests[key] = made
            self._forests.move_to_end(key)
            edges = sum(one.edges for one in self._forests.values())  # a search makes them larger
            while edges > self._most:
                edges -= self._forests.popitem(last=False)[1].edges
        return made
