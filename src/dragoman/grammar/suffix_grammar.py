"""Grammars on the fly: the rules of a corpus that given sentences need, contiguous, with gaps or hierarchical.

    grammar = SuffixGrammar.build(AlignedBitext.read("train.de", "train.en", "train.align"))
    grammar.save("index")                                        # memory-mapped by SuffixGrammar.open("index")
    table = grammar.extract(["ich will nicht mehr spielen"], GappedLookupOptions(gaps="both"))
    grammar.find("ne … plus")                                    # where a pattern occurs
    grammar = grammar.add(["das haus"], ["the house"], ["0-0 1-1"])

The corpus is indexed by suffix arrays. Phrases with gaps are those of Galley & Manning (2010): any set of source words
and any set of target words such that every link of either ends in the other (their equation 1) and every
stretch without gaps has a link (footnote 1). Hierarchical rules are those of Chiang (2007).

What is added to a grammar becomes a segment of its own, so that little has to be indexed; segments are put together
as they grow. With sampling off, the rules are those of a grammar of all the text at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman._core import Vocabulary
from dragoman.align.links import Links, links_of_lines
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.array_files import ArrayFiles, TableBudget
from dragoman.grammar.count_scores import with_count_scores
from dragoman.grammar.extraction import AlignedBitext, extract_gapped
from dragoman.grammar.option_parts import HierarchicalLimits, PhraseGaps
from dragoman.grammar.options import (
    ExtractionOptions,
    GappedLookupOptions,
    GappedTableOptions,
    HierarchicalLookupOptions,
    LookupOptions,
    PhraseLookupOptions,
)
from dragoman.grammar.rule import GAP, show_symbol
from dragoman.grammar.rule_table import ARRAYS, RuleTable
from dragoman.grammar.side_counts import SideCounts, limits_of
from dragoman.grammar.suffix_segment import (
    LINE_END,
    VOCABULARY,
    SuffixSegment,
    merged,
    with_lines,
)
from dragoman.grammar.target_gaps import without_target_gaps
from dragoman.grammar.text_pair import TextPair

UNKNOWN = 2**32 - 2
STATISTICS_LINES = 100
"""Lines whose pairs with gaps are looked at to learn how many pairs there are."""
GROWTH = 4
"""A segment has at least so many times the pairs of the next one; else the two are put together."""


@dataclass(frozen=True)
class Kept:
    """What is found once for a grammar and options. What is None is found again, unless it says otherwise."""

    statistics: Sequence[float] | None = None
    """What smoothing goes by."""
    counts: Sequence[SideCounts] | None = None
    """Counts of target sides."""
    frequent: RuleTable | None = None
    """The frequent phrases of the first segment that are kept; None: none are."""
    gapped: RuleTable | None = None
    """The phrases with gaps of the first segment that are kept."""
    cache: _core.RuleCache | None = None
    """What is remembered of earlier look-ups, all of them with these statistics."""


NOTHING = Kept()


class SuffixGrammar:
    """A corpus of indexed, word-aligned bitexts; made by ``SuffixGrammar.build``.

    It never changes; ``add`` makes another one.
    """

    def __init__(self, segments: Sequence[SuffixSegment]) -> None:
        self.segments = tuple(segments)
        last = self.segments[-1]
        self.source_vocabulary, self.target_vocabulary = (
            last.source_vocabulary,
            last.target_vocabulary,
        )
        self.native = _core.SuffixGrammar([segment.native for segment in self.segments])
        self._statistics: dict[LookupOptions, list[float]] = {}
        self._side_counts: dict[tuple[Any, ...], tuple[SideCounts, ...]] = {}
        self._gapped: dict[GappedTableOptions, RuleTable] = {}

    @classmethod
    def build(
        cls, bitext: AlignedBitext, threads: int = 1, progress: Report | None = None
    ) -> SuffixGrammar:
        """Index a bitext; more than two threads are of no use.

        Args:
            bitext: The aligned text.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        return cls([SuffixSegment.build(bitext, threads, progress)])

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> SuffixGrammar:
        """Open the index saved at ``path`` by memory-mapping.

        Args:
            path: Where it was saved.
        """
        return cls([SuffixSegment.open(path)])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write one index of the whole corpus as an artifact.

        Args:
            path: Where it goes; what is there is replaced when all is written.
        """
        (self.segments[0] if len(self.segments) == 1 else merged(self.segments)).save(path)

    def __repr__(self) -> str:
        return f"SuffixGrammar({len(self):,} sentence pairs)"

    def __len__(self) -> int:
        """How many sentence pairs it holds."""
        return sum(map(len, self.segments))

    def add(
        self,
        source: Iterable[str],
        target: Iterable[str],
        alignment: Iterable[str] | Links,
        threads: int = 1,
    ) -> SuffixGrammar:
        """Return a grammar with further sentence pairs, words split at blanks; this one stays as it is.

        Args:
            source: The source sides, words split at blanks.
            target: The target sides, words split at blanks.
            alignment: Their links, or lines such as ``0-0 1-2``.
            threads: How many threads work; the result does not depend on it.
        """
        links = (
            alignment if isinstance(alignment, Links) else links_of_lines(alignment, "alignment")
        )
        bitext = AlignedBitext(
            IntegerCorpus.encode(source, _growing(self.source_vocabulary)),
            IntegerCorpus.encode(target, _growing(self.target_vocabulary)),
            links.offsets,
            links.links,
            "alignment",
        )
        segments = [*self.segments, SuffixSegment.build(bitext, threads)]
        while len(segments) > 1 and len(segments[-2]) < GROWTH * len(segments[-1]):
            segments[-2:] = [merged(segments[-2:], threads)]
        return SuffixGrammar(segments)

    def replaced(self, lines: Mapping[int, TextPair], threads: int = 1) -> SuffixGrammar:
        """Return a grammar with other pairs in some lines; ``NO_PAIR`` takes one out, the others keep their numbers.

        Args:
            lines: The new pairs by the numbers of their lines, from 0. Their words must be in the text.
            threads: How many threads work; the result does not depend on it.
        """
        outside = [number for number in lines if not 0 <= number < len(self)]
        if outside:
            raise ConfigError(
                f"expected numbers of pairs from 1 to {len(self)}, got {outside[0] + 1}"
            )
        segments, first = [], 0
        for segment in self.segments:
            own = {n - first: lines[n] for n in lines if first <= n < first + len(segment)}
            segments.append(with_lines(segment, own, threads) if own else segment)
            first += len(segment)
        return SuffixGrammar(segments)

    def extract(
        self,
        sentences: str | Iterable[str],
        options: LookupOptions | None = None,
        *,
        threads: int = 1,
        progress: Report | None = None,
        beside: str | os.PathLike[str] | None = None,
    ) -> RuleTable:
        """Extract the rules whose source sides occur in a sentence or in any of several, words split at blanks.

        Args:
            sentences: A sentence, or several.
            options: What is extracted and how it is scored; None for the defaults.
            threads: How many threads work; the rules do not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
            beside: The place where the table will be saved; what is larger than ``options.memory`` waits in files
                next to it. With ``inverse="sum"`` all rules are in memory together.
        """
        chosen = _lookup(options)
        budget = TableBudget(chosen.memory, beside) if beside is not None else None
        # Words are looked up in groups then, and the same target sides are met again.
        given = chosen.inverse == "lookup" and not isinstance(chosen, HierarchicalLimits)
        cached = budget is not None and given
        cache = _core.RuleCache(chosen.memory // 8) if cached else None
        with shown("extract", progress) as show, _files(budget) as files:
            lines = [sentences] if isinstance(sentences, str) else list(sentences)
            arrays = self._look_up(lines, chosen, Kept(cache=cache), threads, show, files)
            return self._table(arrays, chosen, files)

    def look_up(
        self,
        lines: Sequence[str],
        options: LookupOptions,
        kept: Kept = NOTHING,
        budget: TableBudget | None = None,
        threads: int = 1,
        places: NDArray[np.uint32] | None = None,
    ) -> RuleTable:
        """Return the rules of sentences, or of the paths of lattices, of which there may be any number.

        The table is said to have gaps where the options allow them, whether or not a rule has any.

        Args:
            lines: The sentences, words split at blanks.
            options: What is extracted and how it is scored.
            kept: What was found before with the same grammar and options.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
            threads: How many threads work; the result does not depend on it.
            places: Where every word of lattices begins and ends (``lattice_text.py``).
        """
        with _files(budget) as files:
            arrays = self._look_up(lines, options, kept, threads, None, files, places)
            return self._table(arrays, options, files, gaps=options.gaps)

    def statistics(
        self,
        options: LookupOptions | None = None,
        threads: int = 1,
        progress: Report | None = None,
    ) -> list[float]:
        """Return what smoothing goes by, of pairs without and with gaps: how many there are, and how many
        were seen 1 to 10 times.

        Pairs without gaps are counted; those with gaps are estimated from some lines of the text. With
        ``smoothing="none"`` there is nothing to count.

        Args:
            options: What is extracted and how it is scored; None for the defaults.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        chosen = _lookup(options).resolved()
        if chosen.smoothing == "none":
            return []
        limits = replace(chosen, count_feature="none", top=0)
        if isinstance(limits, PhraseGaps):
            source, target = limits.source_gaps, limits.target_gaps
            limits = replace(limits, max_source_gaps=source, max_target_gaps=target)
        if limits not in self._statistics:
            with shown("count", progress) as show:
                self._statistics[limits] = self.native.statistics(
                    limits, STATISTICS_LINES, threads, show
                )
        return self._statistics[limits]

    def side_counts(
        self, options: LookupOptions, threads: int = 1, progress: Report | None = None
    ) -> tuple[SideCounts, ...]:
        """Return how often target sides of hierarchical rules or of phrases were found, by segment; counted once.

        Args:
            options: What is extracted and how it is scored; None for the defaults.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        key = tuple(limits_of(options).items())
        if key not in self._side_counts:
            self._side_counts[key] = tuple(
                SideCounts.count(segment, options, threads, progress) for segment in self.segments
            )
        return self._side_counts[key]

    def gapped(
        self, options: GappedLookupOptions, threads: int = 1, progress: Report | None = None
    ) -> RuleTable:
        """Return the phrases with gaps of the first segment that were seen ``least_with_gaps`` times; found once.

        Args:
            options: What is extracted and how it is scored.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        kept = options.kept()
        if kept not in self._gapped:
            bitext = self.segments[0].bitext()
            self._gapped[kept] = extract_gapped(bitext, kept, threads, progress)
        return self._gapped[kept]

    def _look_up(
        self,
        lines: Sequence[str],
        options: LookupOptions,
        kept: Kept,
        threads: int,
        report: Report | None,
        files: tuple[int, ArrayFiles] | None,
        places: NDArray[np.uint32] | None = None,
    ) -> dict[str, NDArray[Any]]:
        options = _lookup(options).resolved()
        ids, offsets = self.source_vocabulary.encode_lines(lines)
        known = np.where(ids == LINE_END, np.uint32(UNKNOWN), ids)
        text = np.insert(known, offsets[1:].astype(np.int64), np.uint32(LINE_END))
        text = text.astype(np.uint32)
        counts: Sequence[SideCounts] = ()
        if options.inverse == "counts":
            counts = self.side_counts(options, threads) if kept.counts is None else kept.counts
        counted = [each.native for each in counts]
        budget = (files[0], str(files[1].directory)) if files else None
        how = (kept.cache, threads, report, places, budget)
        if isinstance(options, HierarchicalLimits):
            return self.native.extract_hierarchical(text, options, counted, *how)
        numbers = self.statistics(options, threads) if kept.statistics is None else kept.statistics
        gapped = None
        if isinstance(options, GappedLookupOptions) and options.keeps_gaps:
            table = self.gapped(options, threads) if kept.gapped is None else kept.gapped
            gapped = table.native
        frequent = None if kept.frequent is None else kept.frequent.native
        return self.native.extract(text, options, list(numbers), counted, frequent, gapped, *how)

    def extract_all(
        self,
        options: LookupOptions | None = None,
        *,
        threads: int = 1,
        progress: Report | None = None,
    ) -> RuleTable:
        """Extract all phrases of the corpus, from all occurrences: ``sample`` is not used and every score is exact.

        Hierarchical rules of a whole bitext come from ``dragoman.grammar.extract``.

        Args:
            options: What is extracted and how it is scored; None for the defaults.
            threads: How many threads work; the rules do not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        chosen = _lookup(options)
        if isinstance(chosen, HierarchicalLimits):
            raise ConfigError("all hierarchical rules of a bitext are extracted without an index")
        chosen = replace(chosen.resolved(), sample=0)
        statistics = self.statistics(chosen, threads, progress)
        with shown("extract", progress) as show:
            arrays = self.native.extract_all(chosen, statistics, threads, show)
        return self._table(arrays, chosen)

    def find(
        self, pattern: str | Sequence[int], max_span: int = 12
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Return line and places of the words, from 0, of every occurrence of a source pattern.

        A pattern is a text whose gaps are written ``…``, or symbols. An occurrence with gaps takes at most
        ``max_span`` words.

        Args:
            pattern: A text whose gaps are written ``…``, or symbols.
            max_span: How many words an occurrence with gaps takes at most.
        """
        symbols = list(pattern) if not isinstance(pattern, str) else self._symbols(pattern)
        return [(row[0], tuple(row[1:])) for row in self.native.find(symbols, max_span)]

    def _symbols(self, pattern: str) -> list[int]:
        gap, words = show_symbol(GAP), self.source_vocabulary
        found = (GAP if word == gap else words.find(word) for word in pattern.split())
        return [len(words) if symbol is None else symbol for symbol in found]

    def _table(
        self,
        arrays: Mapping[str, NDArray[Any]],
        options: LookupOptions,
        budget: tuple[int, ArrayFiles] | None = None,
        **declared: object,
    ) -> RuleTable:
        words = {
            f"{side}_{name}": self.segments[-1].arrays[f"{side}_{name}"]
            for side in ("source", "target")
            for name in VOCABULARY
        }
        settings = {"extraction": options.resolved().recorded(), **declared}
        stored = budget[1].map(ARRAYS) if budget else {}
        files = budget[1] if budget and stored else None
        scored, columns = with_count_scores({**arrays, **stored}, options, files)
        table = RuleTable({**scored, **words}, columns, settings=settings, files=files, fresh=True)
        if isinstance(options, HierarchicalLookupOptions) and not options.target_gaps:
            return without_target_gaps(table)
        return table


def _lookup(options: LookupOptions | None) -> LookupOptions:
    """The options of a look-up: phrases if there are none."""
    if options is None:
        return PhraseLookupOptions()
    if not isinstance(options, LookupOptions):
        told = options.title if isinstance(options, ExtractionOptions) else repr(options)
        raise ConfigError(
            f"a suffix grammar expects options of rules by suffix array, got those of {told}"
        )
    return options


@contextmanager
def _files(budget: TableBudget | None) -> Iterator[tuple[int, ArrayFiles] | None]:
    """The memory of a budget, and files for what is beyond; they stay for the table that is made, unless that fails."""
    if budget is None:
        yield None
        return
    files = ArrayFiles(budget.beside)
    try:
        yield budget.memory, files
    except BaseException:
        files.discard()
        raise


def _growing(vocabulary: Vocabulary) -> Vocabulary:
    """The same words by the same numbers, in a vocabulary that takes more."""
    words = Vocabulary()
    for number in range(len(vocabulary)):
        words.insert(vocabulary.word(number))
    return words
