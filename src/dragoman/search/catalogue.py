"""The catalogue of features: what each is called, counts and starts with, and where it comes from.

The features that the core computes are declared once, in ``core/search/features/catalogue.cpp``; this module asks for
them. Starting weights, the groups of explanations, ``dragoman inspect`` and ``docs/features.md`` are made from it. A
feature that is not in it is a user's own: a column of the rule table, or a class written in Python.
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
    """What there is to know of a feature beside its value."""

    name: str
    group: str
    """The column of explanations that its cost belongs to: one of ``GROUPS``."""
    weight: float
    """Where tuning starts."""
    what: str
    """What its value is."""
    paper: str
    """Where it comes from."""


@cache
def catalogue() -> dict[str, FeatureDeclaration]:
    """Every feature that the core computes, by name, in the order of feature vectors."""
    return {row[0]: FeatureDeclaration(*row) for row in feature_catalogue()}


def declaration(name: str) -> FeatureDeclaration:
    """That of a feature; one that the catalogue does not know has no influence until it gets a weight."""
    known = "lm" if re.fullmatch(r"lm[0-9]+", name) else name
    own = FeatureDeclaration(name, "translation", 0.0, "a feature of the user's", "")
    return catalogue().get(known, own)


def default_weight(name: str) -> float:
    """The weight of a feature before anybody tuned it."""
    return declaration(name).weight


def grouped(names: Iterable[str]) -> dict[str, list[str]]:
    """The features of every group."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in names:
        groups[declaration(name).group].append(name)
    return groups
