"""The ablation of Galley & Manning (2010, section 6): hierarchical rules without discontinuous target sides.

    dragoman extract --kind hierarchical --source F --target E --alignment A --for TEXT --output RULES
    python -m benchmarks.papers.without_target_gaps RULES LM --whole WHOLE --without WITHOUT
    dragoman tune WHOLE --output WHOLE.tuned ... (the same for WITHOUT), then translate and compare

They removed all rules whose target side has the form uXv, uXvX, XuXv or uXvXw from Joshua's grammar, before tuning: all
that have a non-terminal between two words. Two models are written, with all rules and without these.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar import RuleTable
from dragoman.grammar.rule_table import ARRAYS
from dragoman.lm import LanguageModel
from dragoman.model import Model
from dragoman.search import ChartOptions

BY_RULE = ("scores", "reordering", "counts")
RAGGED = {"target_first": "target_symbols", "align_first": "alignment"}


def discontinuous(table: RuleTable) -> NDArray[np.bool_]:
    """For every rule, whether its target side has a non-terminal between two words."""
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


def kept(table: RuleTable, keep: NDArray[np.bool_]) -> RuleTable:
    """The table with some of its rules, whose scores stay as they are."""
    arrays = {name: table.array(name) for name in ARRAYS}
    for name in BY_RULE:
        arrays[name] = arrays[name][keep]
    for first, content in RAGGED.items():
        lengths = np.diff(arrays[first].astype(np.int64))
        arrays[content] = arrays[content][np.repeat(keep, lengths)]
        begins = np.concatenate(([0], np.cumsum(lengths[keep])))
        arrays[first] = begins.astype(ARRAYS[first])
    before = np.concatenate(([0], np.cumsum(keep)))
    rows = arrays["trie_rules"].astype(np.int64)
    arrays["trie_rules"] = before[rows].astype(ARRAYS["trie_rules"])
    return RuleTable(arrays, table.columns, table.settings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules")
    parser.add_argument("lm")
    parser.add_argument("--whole", required=True)
    parser.add_argument("--without", required=True)
    parser.add_argument("--pop-limit", type=int, default=50)
    arguments = parser.parse_args()
    table = RuleTable.open(arguments.rules)
    lm = LanguageModel.open(arguments.lm)
    removed = discontinuous(table)
    print(
        f"{len(table):,} rules, {removed.mean():.1%} of them with a non-terminal between two words"
    )
    for path, rules in ((arguments.whole, table), (arguments.without, kept(table, ~removed))):
        options = ChartOptions(pop_limit=arguments.pop_limit)
        Model(rules, [lm], options=options, decoder="chart").save(path)


if __name__ == "__main__":
    main()
