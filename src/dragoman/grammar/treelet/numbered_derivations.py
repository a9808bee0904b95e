"""The derivations of a text as numbers, for the core (``core/grammar/treelet/derivations.hpp``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from dragoman.common.errors import FormatError
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.sphrases import SpineType

_NO_SPINE = 2**32 - 1
_MOST_COPIES = 255

DerivationArrays = tuple[
    NDArray[np.uint32], NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8]
]
"""Spines, heads, nodes and copies, an element for each word."""


class NumberedDerivations:
    """Derivations as numbers, an element for each target word."""

    def __init__(self) -> None:
        self.inventory: dict[SpineType, int] = {}
        """Spines without their words, by the order in which they came."""
        self.spines: list[int] = []
        self.heads: list[int] = []
        self.sites: list[tuple[int, int]] = []

    def add(self, derivation: Derivation | None, size: int) -> None:
        """Add a sentence.

        Args:
            derivation: Its derivation; None if it has none.
            size: How many words it has.
        """
        start = len(self.spines)
        self.heads += [-1] * size
        self.sites += [(0, 0)] * size
        if derivation is None:
            self.spines += [_NO_SPINE] * size
            return
        for spine in derivation.spines:
            key = spine.tag, spine.nodes
            self.spines.append(self.inventory.setdefault(key, len(self.inventory)))
        for modifier, head, site, _ in derivation.adjunctions:
            self.heads[start + modifier] = head
            self.sites[start + modifier] = (site.node, site.copy)

    def arrays(self) -> DerivationArrays:
        """Return what the core takes."""
        sites = np.array(self.sites, np.int64).reshape(len(self.sites), 2)
        if len(sites) and sites.max() > _MOST_COPIES:
            raise FormatError(f"a spine has more than {_MOST_COPIES} nodes or copies of a node")
        nodes, copies = sites.astype(np.uint8).T
        return (
            np.array(self.spines, np.uint32),
            np.array(self.heads, np.int32),
            np.ascontiguousarray(nodes),
            np.ascontiguousarray(copies),
        )

    def spine_texts(self) -> list[str]:
        """Return the inventory as the core reads it: tag and labels with blanks between them."""
        return [" ".join((tag, *nodes)) for tag, nodes in self.inventory]


def number_derivations(
    text: IntegerCorpus, derivations: Iterable[Derivation | None]
) -> NumberedDerivations:
    """Return the derivations of a text's lines as numbers. Words may differ in case only.

    Args:
        text: The text.
        derivations: One for each line; missing ones at the end are None.
    """
    numbered = NumberedDerivations()
    lines = chain(derivations, repeat(None, len(text)))
    for number in range(len(text)):
        derivation = next(lines)
        if derivation is not None:
            _check_words(derivation.words(), text.text(number).split(" "), number + 1)
        numbered.add(derivation, len(text.line(number)))
    return numbered


def _check_words(tree: Sequence[str], sentence: Sequence[str], line: int) -> None:
    """A tree may differ from its sentence in case only."""
    if [word.lower() for word in tree] != [word.lower() for word in sentence]:
        raise FormatError(f"line {line}: the tree has other words than the target sentence")
