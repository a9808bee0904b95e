"""From constituency trees to derivations and back, without loss.

derivation = derivation_of(tree.strip(), HeadRules.named("english"))
assert tree_of(derivation) == tree.strip()
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from dragoman.common.errors import FormatError
from dragoman.corpus.constituency import ConstituencyTree, read_tree_lines, without_top
from dragoman.grammar.treelet.derivation import Derivation, Site, Spine, adjunctions_of
from dragoman.grammar.treelet.head_rules import HeadRules

Level = tuple[str, list[int]]
"""A constituent on the way up from a head word: its label, and the head words of its other children."""


class _Deriver:
    """Collects spines and adjunctions while it goes through a tree."""

    def __init__(self, rules: HeadRules) -> None:
        self.rules = rules
        self.leaves: list[ConstituencyTree] = []
        self.nodes: dict[int, tuple[str, ...]] = {}
        self.attachments: dict[int, tuple[int, Site]] = {}

    def visit(self, tree: ConstituencyTree) -> tuple[int, list[Level]]:
        """The head word of a subtree and its constituents from that word up."""
        if tree.word is not None:
            self.leaves.append(tree)
            return len(self.leaves) - 1, []
        children = [self.visit(child) for child in tree.children]
        word, levels = children.pop(self.rules.head(tree.label, [c.label for c in tree.children]))
        for modifier, own in children:
            self.close(modifier, own)
        levels.append((tree.label, [modifier for modifier, _ in children]))
        return word, levels

    def close(self, word: int, levels: list[Level]) -> None:
        """Makes the spine of a word whose constituents are complete: copies of a node become one."""
        nodes: list[str] = []
        copy = 0
        for label, modifiers in levels:
            if nodes and nodes[-1] == label and modifiers:
                copy += 1
            else:
                nodes.append(label)
                copy = 0
            for modifier in modifiers:
                self.attachments[modifier] = (word, Site(len(nodes) - 1, copy))
        self.nodes[word] = tuple(nodes)


def derivation_of(tree: ConstituencyTree, rules: HeadRules) -> Derivation:
    """Return the derivation of a tree.

    Args:
        tree: The tree.
        rules: Which child is the head.
    """
    deriver = _Deriver(rules)
    deriver.close(*deriver.visit(tree))
    spines = tuple(
        Spine(leaf.word or "", leaf.label, deriver.nodes[place])
        for place, leaf in enumerate(deriver.leaves)
    )
    return Derivation(spines, adjunctions_of(deriver.attachments))


def read_bracketed(path: str | os.PathLike[str], rules: HeadRules) -> Iterator[Derivation | None]:
    """The derivations of a file with one tree a line; None for a missing tree.

    Traces, function tags and nodes that only mark the top are left out.
    """
    for tree in read_tree_lines(path):
        stripped = tree.strip() if tree is not None else None
        yield derivation_of(without_top(stripped), rules) if stripped is not None else None


def trees_of(derivation: Derivation) -> list[ConstituencyTree]:
    """Return the tree of each root, from left to right.

    Raises ``FormatError`` where words would change their order.

    Args:
        derivation: The derivation.
    """
    modifiers = derivation.modifiers()
    order: list[int] = []

    def build(word: int) -> ConstituencyTree:
        """The tree under a word's spine; modifiers of lower sites must stand nearer to the word."""
        spine = derivation.spines[word]
        sites = modifiers.get(word, {})
        mine = sorted(m for site in sites.values() for m in site)
        trees = {m: build(m) for m in mine if m < word}
        order.append(word)
        trees |= {m: build(m) for m in mine if m > word}
        tree = ConstituencyTree(spine.tag, (), spine.word)
        reach = (word, word)
        for node, label in enumerate(spine.nodes):
            copies = [site.copy for site in sites if site.node == node]
            for copy in range(max(copies, default=0) + 1):
                here = sites.get(Site(node, copy), [])
                left, right = [m for m in here if m < word], [m for m in here if m > word]
                if (left and left[-1] > reach[0]) or (right and right[0] < reach[1]):
                    raise FormatError(f"the modifiers of word {word + 1} cross each other")
                reach = (left[0] if left else reach[0], right[-1] if right else reach[1])
                tree = ConstituencyTree(
                    label, (*(trees[m] for m in left), tree, *(trees[m] for m in right))
                )
        return tree

    result = [build(root) for root in derivation.roots()]
    if order != list(range(len(derivation.spines))):
        raise FormatError("the words of the derivation do not stand in the order of its tree")
    return result


def tree_of(derivation: Derivation) -> ConstituencyTree:
    """Return the tree of a derivation with one root.

    Args:
        derivation: The derivation.
    """
    trees = trees_of(derivation)
    if len(trees) != 1:
        raise FormatError(f"expected a derivation with one root, found {len(trees)}")
    return trees[0]
