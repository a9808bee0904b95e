"""The drawings of a translation that the page shows: those of ``dragoman.draw``, which ``--explain html`` has too."""

from __future__ import annotations

from typing import TypedDict

from dragoman.corpus.dependency import DependencyTree
from dragoman.draw.cohesion import interruption_svg
from dragoman.draw.derivation import rule_sides
from dragoman.draw.html import cost_table
from dragoman.draw.links import derivation_svg
from dragoman.draw.parse_tree import parse_tree_svg
from dragoman.draw.rule_tree import rule_tree_svg
from dragoman.forest.segmentation import phrases_of, unknown_words
from dragoman.model import Translation
from dragoman.search.catalogue import grouped


class Drawings(TypedDict):
    """Pictures are SVG; the table is HTML."""

    links: str
    table: str
    rules: str | None
    """The tree of rules, if the derivation is one."""
    parse: str | None
    """The tree of the translation, from a decoder that makes one."""
    tree: str | None
    """The tree of the source with the interruptions, if there is one."""
    sides: list[tuple[str, str]]
    """Both sides of every step's rule, as the rule table shows them."""


class DrawnEntry(TypedDict):
    """An entry of an n-best list: a picture, and a table of its steps."""

    links: str
    table: str


def drawn_list(translation: Translation) -> list[DrawnEntry]:
    """How every entry of a sentence's n-best list came about."""
    groups = grouped(translation.features)
    found: list[DrawnEntry] = []
    for entry in translation.nbest:
        data = entry.derivation.as_dict(translation.weights, groups)
        found.append({"links": derivation_svg(data), "table": cost_table(data)})
    return found


def drawings_of(translation: Translation, tree: DependencyTree | None = None) -> Drawings:
    """All drawings of one sentence."""
    data = translation.as_dict()
    return {
        "links": derivation_svg(data),
        "table": cost_table(data),
        "rules": None if data["left_to_right"] or translation.tree else rule_tree_svg(data),
        "parse": None if translation.tree is None else parse_tree_svg(translation.tree, data),
        "tree": None
        if tree is None
        else interruption_svg(
            tree, phrases_of(translation.derivation), unknown_words(translation.derivation)
        ),
        "sides": rule_sides(data),
    }
