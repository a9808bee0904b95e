"""Rules that are looked up in the training corpus when a sentence needs them.

    rules = OnTheFlyRules(SuffixGrammar.build(bitext), GappedLookupOptions(gaps="both"))
    table = rules.rules_for([["das", "haus"]])
    rules = rules.add(["das buch"], ["the book"], ["0-0 1-1"])      # further sentence pairs
    rules.save("rules")

The rules of a source pattern depend on the corpus and the options alone: not on the other sentences, the number of
threads, or what the cache happens to hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman import _core
from dragoman.align.links import Links
from dragoman.common.errors import ConfigError, ModelError
from dragoman.corpus.lattice import Lattice
from dragoman.grammar.array_files import TableBudget
from dragoman.grammar.count_scores import score_columns
from dragoman.grammar.frequent_phrases import (
    FREQUENT,
    find_frequent,
    frequent_limits,
    keeps_frequent,
    open_frequent,
)
from dragoman.grammar.lattice_text import lattice_text
from dragoman.grammar.occurrences import IndexedBitext
from dragoman.grammar.option_parts import Gaps
from dragoman.grammar.options import (
    GappedLookupOptions,
    LookupOptions,
    PhraseLookupOptions,
    extraction_options,
    method_of,
    option_names,
)
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.side_counts import SideCounts
from dragoman.grammar.suffix_grammar import Kept, SuffixGrammar
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.grammar.text_pair import TextPair
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.settings.settings import options

NO_LIST = (
    "the model looks its rules up in its training text and has no list of them; a column needs a table: set "
    'lookup = "table" under [grammar] in its experiment (NAME.toml) and run: dragoman train NAME.toml'
)
GAPPED = "gapped"
"""The place of the phrases with gaps that are kept, among the segments."""
CACHE = 512 << 20
"""Bytes of rules that are remembered from one look-up to the next."""
STATISTICS = 22
"""How many numbers there are: see ``SuffixGrammar.statistics``."""
BATCH, BATCH_OF_PHRASES = 16, 128
"""Sentences per thread, and twice as many at least, whose rules are in memory together: with gaps on both sides
there are some 20,000 rules a sentence, of phrases without gaps and of those that are kept some 1,000."""


class OnTheFlyRules(Saved):
    """A suffix grammar and how rules are taken from it.

    Args:
        grammar: The indexed text.
        options: How rules are taken.
        cache: Bytes of rules that are remembered from one look-up to the next; 0: none are.
        statistics: What smoothing goes by; None counts it.
        counts: How often target sides were found in every segment; None counts it, if it is needed.
        threads: How many threads count; the result does not depend on it.
        gapped: The phrases with gaps that are kept beside the index; None finds them, if the options keep any.
        frequent: The frequent phrases that are kept beside the index; None finds them, if the options keep any,
            ``"none"`` looks all up.
    """

    KIND = "rules-on-the-fly"

    def __init__(
        self,
        grammar: SuffixGrammar,
        options: LookupOptions | None = None,
        cache: int = CACHE,
        statistics: Sequence[float] | None = None,
        counts: Sequence[SideCounts] | None = None,
        threads: int = 1,
        gapped: RuleTable | None = None,
        frequent: RuleTable | Literal["none"] | None = None,
    ) -> None:
        self.grammar = grammar
        self.options = (PhraseLookupOptions() if options is None else options).for_model()
        if self.options.inverse == "sum":
            raise ConfigError("rules on the fly need inverse = lookup: a sum depends on the batch")
        self.columns = score_columns(self.options)
        self.statistics = (
            tuple(grammar.statistics(self.options, threads))
            if statistics is None
            else tuple(statistics)
        )
        """What smoothing goes by; counted once, and saved with the rules."""
        self.counts: tuple[SideCounts, ...] = ()
        """How often target sides were found in every segment, if p(f|e) comes from that; saved with the rules too."""
        if self.options.inverse == "counts":
            self.counts = (
                grammar.side_counts(self.options, threads) if counts is None else tuple(counts)
            )
        self.gapped: RuleTable | None = None
        """The phrases with gaps of the first segment, if they are not looked up; saved with the rules too."""
        if isinstance(self.options, GappedLookupOptions) and self.options.keeps_gaps:
            self.gapped = grammar.gapped(self.options, threads) if gapped is None else gapped
        self.frequent: RuleTable | None = None
        """What is kept of frequent phrases of the first segment; saved with the rules too."""
        if isinstance(frequent, RuleTable):
            self.frequent = frequent
        elif frequent is None and keeps_frequent(self.options):
            self.frequent = find_frequent(grammar.segments[0], self.options, threads)
        self.cache_size = cache
        self._counted = len(grammar)
        self._cache = _core.RuleCache(cache) if cache else None

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        names = artifact.parts("segments")
        if not names:
            raise ModelError(f"{artifact.path}: the settings do not name the segments")
        try:
            options = _recorded(artifact.settings.get("extraction", {}))
            segments = [SuffixSegment.component(artifact, name) for name in names]
            statistics = _statistics(artifact.settings.get("statistics", []), options)
            counts = [
                SideCounts.component(artifact, f"{name}.counts")
                for name in (names if options.inverse == "counts" else ())
            ]
            for each in counts:
                each.check(options)
            rules = cls(
                SuffixGrammar(segments),
                options,
                statistics=statistics,
                counts=counts,
                gapped=_kept(artifact, options),
                frequent=open_frequent(artifact, options),
            )
            rules._counted = artifact.count("counted", len(rules))
        except (TypeError, ConfigError) as error:
            raise ModelError(f"{artifact.path}: the settings are not sound ({error})") from None
        return rules

    def _write(self, out: ArtifactWriter) -> None:
        names = [f"segment{number}" for number in range(1, len(self.grammar.segments) + 1)]
        for name, segment in zip(names, self.grammar.segments, strict=True):
            out.component(name, segment)
        for name, each in zip(names, self.counts, strict=False):
            out.component(f"{name}.counts", each)
        if self.gapped is not None:
            out.component(GAPPED, self.gapped)
        if self.frequent is not None:
            out.component(FREQUENT, self.frequent)
            out.settings[FREQUENT] = frequent_limits(self.options)
        out.settings["segments"] = names
        out.settings["extraction"] = self.options.recorded()
        out.settings["statistics"] = list(self.statistics)
        out.settings["counted"] = self._counted

    def __len__(self) -> int:
        """How many sentence pairs the corpus has."""
        return len(self.grammar)

    def __repr__(self) -> str:
        return f"OnTheFlyRules({self.extent})"

    def __iter__(self) -> Iterator[NoReturn]:
        """Refuse: rules that are looked up are in no list."""
        raise ConfigError(NO_LIST)

    def add_column(self, name: str, values: ArrayLike) -> NoReturn:
        """Refuse, as ``__iter__`` does.

        Args:
            name: The name of the column.
            values: One for each rule.
        """
        raise ConfigError(NO_LIST)

    @property
    def extent(self) -> str:
        """How much text there is."""
        return f"rules of {len(self):,} sentence pairs"

    @property
    def gaps(self) -> Gaps:
        """On which sides rules may have gaps."""
        return self.options.gaps

    @property
    def looks_up(self) -> bool:
        """Whether rules are looked up when a sentence needs them: that is what they are for."""
        return True

    @property
    def growing(self) -> OnTheFlyRules:
        """These rules: sentence pairs can be added to their text."""
        return self

    @property
    def has_reordering(self) -> bool:
        """Whether the rules carry orientation probabilities."""
        return self.options.has_reordering

    @property
    def reordering_model(self) -> str:
        """How orientations are told apart."""
        return "wbe"

    def rules_for(
        self,
        sentences: Sequence[Sequence[str]],
        threads: int = 1,
        budget: TableBudget | None = None,
    ) -> RuleTable:
        """Return a table of the rules whose source sides occur in the sentences.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """
        return self._look_up([" ".join(words) for words in sentences], threads, budget)

    def rules_for_lattices(
        self, lattices: Sequence[Lattice], threads: int = 1, budget: TableBudget | None = None
    ) -> RuleTable:
        """Return a table of the rules whose source sides occur on paths of the lattices.

        Args:
            lattices: The lattices.
            threads: How many threads work; the result does not depend on it.
            budget: Memory for the table and the place of files for what is beyond; None keeps all in memory.
        """
        lines, places = lattice_text(lattices)
        return self._look_up(lines, threads, budget, places)

    def _look_up(
        self,
        lines: Sequence[str],
        threads: int,
        budget: TableBudget | None,
        places: NDArray[np.uint32] | None = None,
    ) -> RuleTable:
        """In a budget, what was remembered while the table was made is forgotten afterwards."""
        cache = self._cache if budget is None else _core.RuleCache(budget.memory // 8)
        kept = Kept(self.statistics, self.counts, self.frequent, self.gapped, cache)
        # A decoder that works on the calling thread alone says 0.
        return self.grammar.look_up(lines, self.options, kept, budget, max(threads, 1), places)

    def batches(
        self, sentences: Sequence[Sequence[str]], threads: int = 1
    ) -> Iterator[tuple[slice, RuleTable]]:
        """Yield some sentences at a time, with their rules.

        Args:
            sentences: The words of every sentence.
            threads: How many threads work; the result does not depend on it.
        """
        few = isinstance(self.options, PhraseLookupOptions) or self.options.keeps_gaps
        size = (BATCH_OF_PHRASES if few else BATCH) * max(threads, 2)
        for first in range(0, len(sentences), size):
            part = slice(first, first + size)
            yield part, self.rules_for(sentences[part], threads)

    def indexed(self) -> tuple[IndexedBitext, ...]:
        """Return the text part by part, first the one of training, with where phrases stand in it."""
        return tuple(map(IndexedBitext, self.grammar.segments))

    def add(
        self,
        source: Iterable[str],
        target: Iterable[str],
        alignment: Iterable[str] | Links,
        threads: int = 1,
    ) -> OnTheFlyRules:
        """Return the rules of a corpus with further sentence pairs, words split at blanks.

        The statistics that smoothing goes by are counted again only when the text has doubled.

        Args:
            source: The source sides, words split at blanks.
            target: The target sides, words split at blanks.
            alignment: Their links, or lines such as ``0-0 1-2``.
            threads: How many threads work; the result does not depend on it.
        """
        return self._of(self.grammar.add(source, target, alignment, threads), threads)

    def replaced(self, lines: Mapping[int, TextPair], threads: int = 1) -> OnTheFlyRules:
        """Return the rules of a corpus with other pairs in some lines; ``NO_PAIR`` takes one out.

        Args:
            lines: The new pairs by the numbers of their lines, from 0. Their words must be in the text.
            threads: How many threads work; the result does not depend on it.
        """
        return self._of(self.grammar.replaced(lines, threads), threads)

    def _of(self, grown: SuffixGrammar, threads: int) -> OnTheFlyRules:
        """The rules of another grammar, of which only what is new is counted."""
        doubled = len(grown) >= 2 * self._counted
        counts = []
        for segment in grown.segments if self.counts else ():
            known = [n for n, own in enumerate(self.grammar.segments) if own is segment]
            counts.append(
                self.counts[known[0]] if known else SideCounts.count(segment, self.options, threads)
            )
        same = grown.segments[0] is self.grammar.segments[0]
        frequent: RuleTable | Literal["none"] = "none" if self.frequent is None else self.frequent
        added = OnTheFlyRules(
            grown,
            self.options,
            self.cache_size,
            None if doubled else self.statistics,
            counts,
            threads,
            self.gapped if same else None,
            frequent if same else None,
        )
        added._counted = len(grown) if doubled else self._counted
        return added


def _recorded(table: Mapping[str, Any]) -> LookupOptions:
    """The options in an artifact. Older ones name options that their method does not read, and not those that did not
    exist: smoothing, scores of counts, and another p(f|e)."""
    before = {"smoothing": "none", "count_feature": "none", "inverse": "lookup"}
    values = {**before, **table, "lookup": "suffix-array"}
    read = options(method_of(values))
    found = {n: v for n, v in values.items() if n in read or n not in option_names()}
    made = extraction_options(**found)
    assert isinstance(made, LookupOptions)
    return made


def _kept(artifact: Artifact, options: LookupOptions) -> RuleTable | None:
    """The phrases with gaps in an artifact; a ConfigError unless they were found with the limits of these options."""
    if not isinstance(options, GappedLookupOptions) or not options.keeps_gaps:
        return None
    gapped = RuleTable.component(artifact, GAPPED)
    if gapped.settings.get("extraction") != options.kept().recorded():
        raise ConfigError("the phrases with gaps were found with other limits")
    return gapped


def _statistics(numbers: object, options: LookupOptions) -> list[float]:
    """Those of an artifact; a ConfigError unless they are what smoothing needs."""
    wanted = 0 if options.smoothing == "none" else STATISTICS
    found = numbers if isinstance(numbers, list) else []
    sound = all(isinstance(number, float) and 0 <= number < math.inf for number in found)
    if not sound or len(found) != wanted:
        raise ConfigError(f"statistics: expected {wanted} numbers that are not negative")
    return found
