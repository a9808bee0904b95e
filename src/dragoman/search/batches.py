"""Sentences as decoders take them: some at a time, with the rules that they need.

for batch in batches(rules, inputs, threads, progress):
    native = ...                                  # a decoder with the rules of batch.table
    native.decode([one.native() for one in batch.inputs], request, batch.progress, ...)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from dragoman.common.progress import Report
from dragoman.common.time_spent import spent
from dragoman.corpus.lattice import Lattice
from dragoman.grammar import RuleSource, RuleTable, TableBudget
from dragoman.search.input import Input

LATTICES = 8
"""Lattices whose rules are looked up together."""


LOOK_UP, SEARCH = "look-up", "search"
"""The parts of decoding whose time is counted (``common/time_spent.py``)."""


@dataclass(frozen=True)
class Batch:
    """Sentences that are decoded together."""

    inputs: Sequence[Input]
    table: RuleTable
    progress: Report | None
    """Counts over all batches."""


def batches(
    rules: RuleSource, inputs: Sequence[Input], threads: int, progress: Report | None
) -> Iterator[Batch]:
    """The sentences in their order, in one batch if all rules are in a table."""
    done = 0
    for is_lattice, group in groupby(inputs, key=lambda one: one.lattice is not None):
        given = list(group)
        for part, table in _parts(rules, given, is_lattice, threads):
            report = progress and partial(_report, progress, done, len(inputs))
            batch = Batch(given[part], table, report)
            yield batch
            done += len(batch.inputs)


def _parts(
    rules: RuleSource, inputs: Sequence[Input], lattices: bool, threads: int
) -> Iterator[tuple[slice, RuleTable]]:
    if not lattices:
        parts = rules.batches([one.tokens for one in inputs], threads)
        while True:
            with spent(LOOK_UP):
                found = next(parts, None)
            if found is None:
                return
            yield found
    for first in range(0, len(inputs), LATTICES):
        part = slice(first, first + LATTICES)
        given = [one.lattice for one in inputs[part] if one.lattice is not None]
        with spent(LOOK_UP):
            table = rules.rules_for_lattices(given, threads)
        yield part, table


def for_sentences(
    rules: RuleSource, inputs: Sequence[Input], threads: int, budget: TableBudget | None = None
) -> RuleSource:
    """Return rules in which nothing must be looked up for these inputs; a sentence is a lattice with one path.

    With ``budget``, a table that does not fit there is in files.
    """
    if not rules.looks_up:
        return rules
    if all(one.lattice is None for one in inputs):
        return rules.rules_for([one.tokens for one in inputs], threads, budget)
    lattices = [one.lattice or _chain(one.tokens) for one in inputs if one.tokens]
    return rules.rules_for_lattices(lattices, threads, budget)


def _chain(words: Sequence[str]) -> Lattice:
    return Lattice(tuple(words), tuple((i, i + 1, 0.0) for i in range(len(words))))


def _report(progress: Report, before: int, total: int, done: int, _: int) -> None:
    progress(before + done, total)
