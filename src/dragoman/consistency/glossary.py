"""A glossary as choices that were made before a document begins.

A file has an entry a line: source words, a tab, target words, and perhaps another tab and how often it counts. An
entry only makes its translation more likely; ``--terms`` prescribes translations.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from dragoman.common.errors import FormatError
from dragoman.consistency.counts import ChoiceCounts
from dragoman.grammar import RuleTable
from dragoman.io.files import open_output, read_lines

_COUNT = re.compile(r" *[0-9]{1,9} *")  # int() takes less for blanks than \s does


@dataclass(frozen=True)
class GlossaryEntry:
    """A term and its translation, as words of the model."""

    source: str
    target: str
    count: int | None = None
    """How often it counts; None: as often as the options say."""


def read_glossary(path: str | os.PathLike[str]) -> tuple[GlossaryEntry, ...]:
    """Return the entries of a file; empty lines are left out.

    Args:
        path: The file: source, tab, target.
    """
    entries = []
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        source, target, count = (*line.split("\t"), "", "")[:3]
        if not source.split() or not target.split() or (count and not _COUNT.fullmatch(count)):
            raise FormatError(
                "expected a term, a tab, its translation, and perhaps a tab and a whole number",
                str(path),
                number,
            )
        words = " ".join(source.split()), " ".join(target.split())
        entries.append(GlossaryEntry(*words, int(count) if count else None))
    return tuple(entries)


def write_glossary(path: str | os.PathLike[str], entries: Iterable[GlossaryEntry]) -> None:
    """Writes what ``read_glossary`` reads."""
    with open_output(path) as out:
        for entry in entries:
            count = "" if entry.count is None else f"\t{entry.count}"
            out.write(f"{entry.source}\t{entry.target}{count}\n")


def prior_counts(entries: Iterable[GlossaryEntry], table: RuleTable, usual: int) -> ChoiceCounts:
    """What the entries count before anything was translated.

    An entry that is a rule has that rule's links; otherwise every source word counts with every target word.
    """
    counts = ChoiceCounts()
    for entry in entries:
        times = usual if entry.count is None else entry.count
        source, target = entry.source.split(), entry.target.split()
        links = list(product(range(len(source)), range(len(target))))
        begin, _ = _range(table, entry.source)
        for place, rule in enumerate(table.lookup(entry.source)):
            if rule.target == entry.target:
                counts.rules[begin + place] += times
                links = list(rule.alignment)
        for word in target:
            counts.words[word] += times
        for i, j in links:
            counts.pairs[source[i], target[j]] += times
    return counts


def _range(table: RuleTable, source: str) -> tuple[int, int]:
    found = [table.native.source_vocabulary.find(word) for word in source.split()]
    symbols = [symbol for symbol in found if symbol is not None]
    return table.native.find(symbols) if len(symbols) == len(found) else (0, 0)
