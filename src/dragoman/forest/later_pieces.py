"""Which phrase of a derivation each later target piece belongs to.

A phrase with target gaps is several edges of a forest (``core/forest/forest.hpp``). An edge that places a later
piece gives the number of its phrase among the phrases with pending pieces. Replaying the derivation finds this phrase.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class LaterPieces:
    """A derivation replayed edge by edge."""

    steps: dict[int, int] = field(default_factory=dict)
    """For every edge so far the number of its step; later pieces do not make a step."""
    pieces: dict[int, list[int]] = field(default_factory=dict)
    """For an edge with target gaps the edges that place its later pieces."""
    _waiting: list[list[int]] = field(default_factory=list)
    """[edge, number of pending pieces], in the order in which the phrases began."""
    _count: int = 0

    def add(self, edge: int, later: int) -> int:
        """The edge (by its number in the derivation) whose phrase the words of ``edge`` belong to."""
        if later >= 0:
            self.steps[edge] = self._count
            self._count += 1
            if later:
                self._waiting.append([edge, later])
                self.pieces[edge] = []
            return edge
        self.steps[edge] = self._count - 1
        entry = self._waiting[-1 - later]
        entry[1] -= 1
        if not entry[1]:
            self._waiting.remove(entry)
        self.pieces[entry[0]].append(edge)
        return entry[0]
