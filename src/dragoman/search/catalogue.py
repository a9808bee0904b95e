"""The catalogue of features: the name, value, starting weight and origin of each.

The features that the core computes are declared once, in ``core/search/api/catalogue.cpp``; this module asks for
them. Starting weights, the groups of explanations, ``dragoman inspect`` and ``docs/features.md`` are made from it. A
feature that is not in the catalogue belongs to the user: a column of the rule table, or a class written in Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from dragoman._core import feature_catalogue

GROUPS = ("translation", "language model", "reordering", "penalties")
"""The columns of explanations, in their order."""


@dataclass(frozen=True)
class FeatureDeclaration:
    """The properties of a feature."""

    name: str
    group: str
    """The column of explanations to which its cost belongs: one of ``GROUPS``."""
    weight: float
    """Where tuning starts."""
    what: str
    """The meaning of its value."""
    paper: str
    """The paper or program that it comes from."""


_TURE = "Ture, Oard & Resnik 2012"
OF_DOCUMENTS = {
    one.name: one
    for one in (
        FeatureDeclaration(
            "consistency.rules",
            "translation",
            0.05,
            "C1: grows with how often the first pass chose the rule in the document",
            _TURE,
        ),
        FeatureDeclaration(
            "consistency.words",
            "translation",
            0.02,
            "C2: the same for the rule's target words, times their rarity",
            _TURE,
        ),
        FeatureDeclaration(
            "consistency.pairs",
            "translation",
            0.02,
            "C3: the same for the rule's pairs of linked words, times the target word's rarity",
            _TURE,
        ),
    )
}
"""Features of consistency, which are computed in Python (``dragoman.consistency``)."""


@cache
def catalogue() -> dict[str, FeatureDeclaration]:
    """Every feature that the core computes, by name, in the order of feature vectors."""
    return {row[0]: FeatureDeclaration(*row) for row in feature_catalogue()}


def declaration(name: str) -> FeatureDeclaration:
    """The declaration of a feature; a feature that is not in the catalogue has the weight 0."""
    known = "lm" if re.fullmatch(r"lm[0-9]+", name) else name
    own = FeatureDeclaration(name, "translation", 0.0, "a feature of the user's", "")
    return catalogue().get(known) or OF_DOCUMENTS.get(known, own)


def default_weight(name: str) -> float:
    """The weight of a feature before tuning."""
    return declaration(name).weight


def grouped(names: Iterable[str]) -> dict[str, list[str]]:
    """The features of every group."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in names:
        groups[declaration(name).group].append(name)
    return groups
