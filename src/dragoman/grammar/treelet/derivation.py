"""Spines and adjunctions: TAG derivations of trees (Carreras, Collins & Koo 2008).

A *spine* is a word, its tag and the constituents that it is the head of, from the lowest to the highest. Each word but
the root's hangs on a node of another word's spine by an *adjunction*:

- a sister adjunction (``s``) makes the modifier a new child of the node,
- a regular adjunction (``r``) doubles the node: the upper copy takes the modifier, the lower one keeps what was there.

So (VP (VP ..) (PP ..)) is one node of a spine with two copies. A copy above the lowest has at least one modifier; its
first one is ``r``, the others are ``s`` on that copy. A constituent over one with its own label that has no other
child is a node of its own, which makes the way from trees to derivations and back lossless (``tree_derivation.py``).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Literal, NamedTuple

Kind = Literal["s", "r"]


class Spine(NamedTuple):
    """A word with the chain of constituents whose head it is."""

    word: str
    tag: str
    nodes: tuple[str, ...]
    """Labels, from the lowest to the highest."""


class Site(NamedTuple):
    """A place that modifiers can hang on: a copy of a node of a spine."""

    node: int
    """Counted from the lowest."""
    copy: int
    """Counted from the lowest, 0."""


class Adjunction(NamedTuple):
    """A word's spine hangs on another's. Words are numbered from 0."""

    modifier: int
    head: int
    site: Site
    kind: Kind

    @property
    def left(self) -> bool:
        """Whether the modifier stands before its head."""
        return self.modifier < self.head


class Derivation(NamedTuple):
    """The spines of all words of a sentence or phrase, and the adjunctions between them.

    A sentence has one root. A phrase may have several: each is the root of a *treelet*.
    """

    spines: tuple[Spine, ...]
    adjunctions: tuple[Adjunction, ...]
    """By modifier."""

    def roots(self) -> list[int]:
        """Return the words that hang on no other, from left to right."""
        hanging = {adjunction.modifier for adjunction in self.adjunctions}
        return [word for word in range(len(self.spines)) if word not in hanging]

    def modifiers(self) -> dict[int, dict[Site, list[int]]]:
        """Return for each head its sites with their modifiers, in the order of the words."""
        found: dict[int, dict[Site, list[int]]] = defaultdict(lambda: defaultdict(list))
        for adjunction in self.adjunctions:
            found[adjunction.head][adjunction.site].append(adjunction.modifier)
        return found

    def words(self) -> tuple[str, ...]:
        """Return the words."""
        return tuple(spine.word for spine in self.spines)


def adjunctions_of(attachments: dict[int, tuple[int, Site]]) -> tuple[Adjunction, ...]:
    """Adjunctions from the head and site of each modifier; copies say which are regular.

    The first modifier of an upper copy is the nearest on the right of the head, or on its left if there is none.
    """
    sites: dict[tuple[int, Site], list[int]] = defaultdict(list)
    for modifier in sorted(attachments):
        sites[attachments[modifier]].append(modifier)
    regular = {_first(head, words) for (head, site), words in sites.items() if site.copy > 0}
    return tuple(
        Adjunction(modifier, *attachments[modifier], "r" if modifier in regular else "s")
        for modifier in sorted(attachments)
    )


def _first(head: int, modifiers: list[int]) -> int:
    right = [word for word in modifiers if word > head]
    return right[0] if right else modifiers[-1]
