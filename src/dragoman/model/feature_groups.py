"""The groups of features that explanations sum costs within."""

from __future__ import annotations

from collections.abc import Iterable

GROUPS = ("translation", "language model", "reordering", "penalties")
_PENALTIES = ("phrase_penalty", "word_penalty", "unknown")


def group_of(feature: str) -> str:
    """The column of the table that a feature's cost is shown in."""
    if feature.startswith("lm"):
        return "language model"
    if feature == "distortion" or feature.startswith(("reordering.", "gap", "coh")):
        return "reordering"
    if feature in _PENALTIES:
        return "penalties"
    return "translation"


def grouped(features: Iterable[str]) -> dict[str, list[str]]:
    """The features of every group."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in features:
        groups[group_of(name)].append(name)
    return groups
