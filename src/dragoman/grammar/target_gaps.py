"""Hierarchical rules without those whose target side is discontinuous (Galley & Manning 2010, section 6).

Discontinuous are uXv, uXvX, XuXv and uXvXw: all that have a non-terminal between two words. The scores of the other
rules stay as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar.rule_table import ARRAYS, RuleTable

_BY_RULE = ("scores", "reordering", "counts")
_RAGGED = {"target_first": "target_symbols", "align_first": "alignment"}
"""Where each rule's part of an array begins, and the array."""


def without_target_gaps(table: RuleTable) -> RuleTable:
    """Return a table of the rules that have no non-terminal between two words of the target side.

    Args:
        table: Hierarchical rules.
    """
    return _kept(table, ~discontinuous(table))


def discontinuous(table: RuleTable) -> NDArray[np.bool_]:
    """Return for every rule whether its target side has a non-terminal between two words.

    Args:
        table: Hierarchical rules.
    """
    symbols = table.array("target_symbols")
    begins = table.array("target_first").astype(np.int64)
    rule = np.repeat(np.arange(len(table)), np.diff(begins))
    words = np.flatnonzero(symbols >= 0)
    first = np.full(len(table), len(symbols), dtype=np.int64)
    last = np.full(len(table), -1, dtype=np.int64)
    np.minimum.at(first, rule[words], words)
    np.maximum.at(last, rule[words], words)
    holes = np.flatnonzero(symbols < 0)
    between = holes[(first[rule[holes]] < holes) & (holes < last[rule[holes]])]
    found = np.zeros(len(table), dtype=bool)
    found[rule[between]] = True
    return found


def _kept(table: RuleTable, keep: NDArray[np.bool_]) -> RuleTable:
    """The table with some of its rules."""
    arrays: dict[str, NDArray[Any]] = {name: table.array(name) for name in ARRAYS}
    for name in _BY_RULE:
        arrays[name] = arrays[name][keep]
    for first, content in _RAGGED.items():
        places = arrays[first].astype(np.int64)
        lengths = places[1:] - places[:-1]
        arrays[content] = arrays[content][np.repeat(keep, lengths)]
        begins = np.concatenate(([0], np.cumsum(lengths[keep])))
        arrays[first] = begins.astype(ARRAYS[first])
    before = np.concatenate(([0], np.cumsum(keep)))
    rows = arrays["trie_rules"].astype(np.int64)
    arrays["trie_rules"] = before[rows].astype(ARRAYS["trie_rules"])
    return RuleTable(arrays, table.columns, table.settings)
