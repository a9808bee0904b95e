"""A derivation as text: a table of its steps and one of its features."""

from __future__ import annotations

from dragoman.draw.derivation import rows
from dragoman.draw.operations import operation_table, scores_operations
from dragoman.draw.tables import text_table
from dragoman.forest.derivation_data import DerivationData


def explanation(data: DerivationData) -> str:
    """Return which source words became which target words, in what order, at what cost.

    Args:
        data: The derivation as plain data, ``Derivation.as_dict()``.
    """
    parts = [_steps(data)]
    if scores_operations(data):
        parts.append(operation_table(data))
    if data["weights"]:
        parts.append(_features(data))
    return "\n\n".join(parts)


def _steps(data: DerivationData) -> str:
    groups = list(data["groups"])
    table = [["", "source words", "source", "target", *groups, "score"]]
    for row in rows(data):
        target = f"{row.target} [{row.mark}]".lstrip() if row.mark else row.target
        costs = [row.step["costs"][group] for group in groups]
        cells = [str(row.number), row.place, "  " * row.depth + row.source, target]
        table.append([*cells, *(f"{cost:.3f}" for cost in costs), f"{row.step['score']:.3f}"])
    return text_table(table, left=4)


def _features(data: DerivationData) -> str:
    table = [["feature", "value", "weight", "cost"]]
    for name, value in data["features"].items():
        weight = data["weights"].get(name, 0.0)
        table.append([name, f"{value:.4f}", f"{weight:.4f}", f"{weight * value:.4f}"])
    return text_table(table)
