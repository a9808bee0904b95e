"""The operations of a derivation, phrase by phrase, for a model that scores operation sequences."""

from __future__ import annotations

from dragoman.draw.tables import text_table
from dragoman.forest.derivation_data import DerivationData
from dragoman.osm import AppliedPhrase, OperationModel, operations


def scores_operations(data: DerivationData) -> bool:
    """Return whether the derivation is of a model that scores operation sequences.

    Args:
        data: The derivation as plain data, with its weights.
    """
    return OperationModel.name in data["weights"]


def operations_of(data: DerivationData) -> list[list[str]]:
    """Return the names of the operations of every step; the steps are phrases in target order.

    Args:
        data: The derivation as plain data.
    """
    phrases = []
    for step in data["steps"]:
        places = [place for begin, end in step["target_spans"] for place in range(begin, end)]
        links = [(source, places.index(target)) for source, target in step["alignment"]]
        pieces = [(begin, end) for begin, end in step["source_spans"]]
        phrases.append(AppliedPhrase(pieces, step["target"], links))
    return operations(data["source"], phrases)


def operation_table(data: DerivationData) -> str:
    """Return the operations of every step, and what they cost.

    Args:
        data: The derivation as plain data, with its weights.
    """
    name = OperationModel.name
    table = [["", "operations", "cost"]]
    for number, (step, names) in enumerate(zip(data["steps"], operations_of(data), strict=True), 1):
        cost = data["weights"][name] * step["features"].get(name, 0.0)
        table.append([str(number), " ".join(names), f"{cost:.3f}"])
    return text_table(table, left=2)
