"""Extraction: from a word-aligned bitext to a rule table.

    bitext = AlignedBitext.read("train.de", "train.en", "train.align")
    table = extract(bitext, PhraseTableOptions(max_length=7), threads=2)
    table.save("rules")

The scores are those of Moses' training steps 4 to 7, to the last digit of its text files: relative frequencies
(optionally smoothed), lexical weights with the most frequent alignment of each pair, orientation probabilities.

Hierarchical rules (``HierarchicalTableOptions``, Chiang 2007) are the words of a tight phrase pair in which up to two
smaller ones are left out: ``yu [X1] you [X2] → have [X2] with [X1]``. Non-terminals are numbered in the order of the
source side. Every occurrence of a rule in the corpus counts one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman.align.links import links_of_lines
from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.array_files import ArrayFiles
from dragoman.grammar.count_scores import with_count_scores
from dragoman.grammar.options import (
    GappedTableOptions,
    HierarchicalTableOptions,
    PhraseTableOptions,
    TableOptions,
)
from dragoman.grammar.rule_table import ARRAYS, RuleTable, with_vocabularies
from dragoman.grammar.target_gaps import without_target_gaps
from dragoman.io.files import display_name, read_lines


@dataclass(frozen=True, slots=True)
class AlignedBitext:
    """Two integer corpora and the links between their lines."""

    source: IntegerCorpus
    target: IntegerCorpus
    link_offsets: NDArray[np.uint64]
    """Where each line's links start, and the end."""
    links: NDArray[np.uint16]
    """Rows (source position, target position), sorted within a line."""
    name: str = ""
    """What messages about the links call their file."""

    @classmethod
    def read(
        cls,
        source: str | os.PathLike[str],
        target: str | os.PathLike[str],
        alignment: str | os.PathLike[str],
    ) -> AlignedBitext:
        """Read two text files and a file of links such as ``0-0 1-2``.

        Args:
            source: The source text.
            target: The target text.
            alignment: Lines such as ``0-0 1-2``.
        """
        return cls.encode(
            read_lines(source), read_lines(target), read_lines(alignment), display_name(alignment)
        )

    @classmethod
    def encode(
        cls,
        source: Iterable[str],
        target: Iterable[str],
        alignment: Iterable[str],
        name: str = "",
    ) -> AlignedBitext:
        """Return a bitext made from lines.

        Args:
            source: The source text, words split at blanks.
            target: The target text, words split at blanks.
            alignment: Lines such as ``0-0 1-2``.
            name: What messages call the links.
        """
        links = links_of_lines(alignment, name)
        sides = IntegerCorpus.encode(source), IntegerCorpus.encode(target)
        return cls(*sides, links.offsets, links.links, name)

    def sides(self) -> tuple[Any, Any, Any]:
        """Return what the core takes."""
        if len(self.source) != len(self.target):
            raise FormatError(
                f"the source has {len(self.source)} lines, the target {len(self.target)}"
            )
        return (
            (self.source.ids, self.source.offsets, len(self.source.vocabulary)),
            (self.target.ids, self.target.offsets, len(self.target.vocabulary)),
            (self.link_offsets, self.links),
        )


def extract(
    bitext: AlignedBitext,
    options: TableOptions | None = None,
    *,
    threads: int = 1,
    progress: Report | None = None,
    beside: str | os.PathLike[str] | None = None,
) -> RuleTable:
    """Extract all phrase pairs that are consistent with the links, or all hierarchical rules, and score them.

    Of phrases with gaps those that were seen ``options.least_with_gaps`` times.

    Args:
        bitext: The aligned text.
        options: What is extracted and how it is scored; None for phrases.
        threads: How many threads work; the table does not depend on it.
        progress: Called with the work done and the total; what it raises stops the work.
        beside: The place where the table will be saved; what is larger than ``options.memory`` waits in files next
            to it.
    """
    chosen = options or PhraseTableOptions()
    files = ArrayFiles(beside)
    try:
        with shown("extract", progress) as show:
            return _table(bitext, chosen, files, threads, show)
    except BaseException:
        files.discard()
        raise


def extract_gapped(
    bitext: AlignedBitext,
    options: GappedTableOptions,
    threads: int = 1,
    progress: Report | None = None,
) -> RuleTable:
    """Extract the same without the phrases that have no gap."""
    files = ArrayFiles()
    try:
        with shown("extract", progress) as show:
            return _table(bitext, options, files, threads, show, whole=False)
    except BaseException:
        files.discard()
        raise


def _table(
    bitext: AlignedBitext,
    chosen: TableOptions,
    files: ArrayFiles,
    threads: int,
    show: Report,
    whole: bool = True,
) -> RuleTable:
    directory = str(files.directory)
    if isinstance(chosen, HierarchicalTableOptions):
        arrays = _core.extract_hierarchical(
            *bitext.sides(), chosen, directory, bitext.name, threads, show
        )
    elif isinstance(chosen, GappedTableOptions):
        arrays = _core.extract_gappy(
            *bitext.sides(), chosen, whole, directory, bitext.name, threads, show
        )
    elif isinstance(chosen, PhraseTableOptions):
        threshold = chosen.threshold(len(bitext.source))
        arrays = _core.extract_phrases(
            *bitext.sides(), chosen, threshold, directory, bitext.name, threads, show
        )
    else:
        told = getattr(chosen, "title", "") or repr(chosen)
        raise ConfigError(
            f"expected options of phrases or of hierarchical rules in a table, got those of {told}"
        )
    return table_of(arrays, bitext, chosen, files)


def table_of(
    arrays: Mapping[str, NDArray[Any]],
    bitext: AlignedBitext,
    chosen: TableOptions,
    files: ArrayFiles,
) -> RuleTable:
    """Return the table of a bitext's rules, which the core has scored.

    Args:
        arrays: Its arrays.
        bitext: The text.
        chosen: What was extracted.
        files: Arrays that did not fit into memory.
    """
    stored = files.map(ARRAYS)
    vocabularies = bitext.source.vocabulary, bitext.target.vocabulary
    used = files if stored else None
    scored, columns = with_count_scores({**arrays, **stored}, chosen, used)
    settings: dict[str, Any] = {"extraction": chosen.recorded()}
    if chosen.gaps != "none":
        settings["gaps"] = chosen.gaps
    table = RuleTable(
        with_vocabularies(scored, *vocabularies),
        columns,
        settings=settings,
        files=used,
        fresh=True,
    )
    if isinstance(chosen, HierarchicalTableOptions) and not chosen.target_gaps:
        return without_target_gaps(table)
    return table
