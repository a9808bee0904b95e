"""A derivation in words: which source words became which target words, in what order, at what cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.forest import Step
    from dragoman.model.translation import Translation

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


GROUPS = ("translation", "language model", "reordering", "penalties")


def costs_by_group(features: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, float]:
    """Weighted values summed within each group."""
    totals = dict.fromkeys(GROUPS, 0.0)
    for name, value in features.items():
        totals[group_of(name)] += weights.get(name, 0.0) * value
    return totals


def place(step: Step) -> str:
    """The source positions of a step, from 1: ``3``, ``3-5`` or ``3 5-6``."""
    return " ".join(f"{a + 1}" if b == a + 1 else f"{a + 1}-{b}" for a, b in step.source_spans)


def explain(translation: Translation) -> str:
    """A table of the phrases in the order they were placed, and one of the features."""
    lines = [
        f"source  {translation.source}",
        f"target  {translation.text}",
        f"score   {translation.score:.4f}",
        "",
    ]
    lines += _table(
        ["", "source words", "source", "target", *GROUPS, "score"], _rows(translation), numbers=5
    )
    lines.append("")
    lines += _table(["feature", "value", "weight", "cost"], _features(translation), numbers=3)
    if translation.degraded:
        lines.append("")
        lines.append(
            "The search was narrowed for this sentence: it is very long or very ambiguous."
        )
    return "\n".join(lines)


def _rows(translation: Translation) -> list[list[str]]:
    rows = []
    for number, step in enumerate(translation.derivation.steps, 1):
        costs = costs_by_group(step.features, translation.weights)
        rows.append(
            [
                str(number),
                place(step),
                step.source_text,
                step.target_text,
                *(f"{costs[group]:.3f}" for group in GROUPS),
                f"{sum(costs.values()):.3f}",
            ]
        )
    return rows


def _features(translation: Translation) -> list[list[str]]:
    rows = []
    for name, value in translation.features.items():
        weight = translation.weights.get(name, 0.0)
        rows.append([name, f"{value:.4f}", f"{weight:.4f}", f"{weight * value:.4f}"])
    return rows


def _table(header: list[str], rows: list[list[str]], numbers: int) -> list[str]:
    """Columns padded to equal width, the last ``numbers`` of them to the right."""
    from unicodedata import east_asian_width

    def width(text: str) -> int:
        return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)

    widths = [max(width(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = []
        for i, cell in enumerate(row):
            space = " " * (widths[i] - width(cell))
            cells.append(space + cell if i >= len(row) - numbers else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines
