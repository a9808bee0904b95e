"""Sentences as decoders take them: some at a time, with the rules that they need.

for batch in batches(rules, inputs, threads, progress):
    native = ...                                  # a decoder with the rules of batch.table
    native.decode([one.native() for one in batch.inputs], threads, forest, batch.progress, ...)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from dragoman.common.progress import Report
from dragoman.grammar import RuleSource, RuleTable
from dragoman.search.input import Input


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
    for part, table in rules.batches([one.tokens for one in inputs], threads):
        report = progress and partial(_report, progress, done, len(inputs))
        batch = Batch(inputs[part], table, report)
        yield batch
        done += len(batch.inputs)


def _report(progress: Report, before: int, total: int, done: int, _: int) -> None:
    progress(before + done, total)
