"""What is extracted from an aligned bitext, and how it is scored: one class for each method.

    extract(bitext, PhraseTableOptions(max_length=5))
    grammar.extract(lines, GappedLookupOptions(gaps="source"))
    extraction_options(kind="hierarchical", lookup="suffix-array", sample=0)    # a HierarchicalLookupOptions

``kind``, ``gaps`` and ``lookup`` choose the method, in experiments (``[grammar]``), on the command line and by
``extraction_options``. A class has the options that its method reads, with the values that it can use, and no others:
what the chosen method does not read is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta

from dragoman.common.suggest import one_of
from dragoman.grammar.option_parts import (
    COUNT_FEATURE,
    GAPS,
    INVERSE,
    KIND,
    LEAST,
    LENGTH,
    LONGEST_IN_TABLE,
    LOOKUP,
    REORDERING,
    SAMPLE,
    SMOOTHING,
    SPAN,
    Gaps,
    HierarchicalLimits,
    PhraseGaps,
    Phrases,
    Reordering,
    Significance,
    Smoothing,
    Treelets,
)
from dragoman.settings.kinds import Count, Positive, Size, check, choices
from dragoman.settings.setting_error import SettingError
from dragoman.settings.settings import Settings, about, options

Inverse = Literal["lookup", "sum", "counts"]

EPSILON = 1e-3
"""How far ``alpha+epsilon`` and ``alpha-epsilon`` lie from alpha."""
SELECTORS = ("kind", "gaps", "lookup")
"""The options that choose the method."""
EFFORT = ("memory", "frequent")
"""Options that the rules do not depend on."""


class ExtractionOptions(Settings):
    """What to extract and how to score it; ``kind``, ``gaps`` and ``lookup`` choose the method."""

    kind: Annotated[Literal["phrase", "hierarchical", "treelet"], KIND] = "phrase"
    gaps: Annotated[Gaps, GAPS] = "none"
    lookup: Annotated[Literal["table", "suffix-array"], LOOKUP] = "table"
    count_feature: Annotated[Literal["none", "gapped", "log", "bins"], COUNT_FEATURE] = "none"
    top: Annotated[
        Count, about("Translations kept for a source phrase, the most frequent; 0: all.")
    ] = 0
    memory: Annotated[
        Size,
        about(
            "Memory for phrase pairs while they are extracted; what is beyond waits in files.",
            flags=("--limit-memory",),
            experiment=False,
        ),
    ] = 1 << 30

    title: ClassVar[str] = ""
    """What is extracted, in words."""

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """Return the options of the method that a TOML table chooses.

        Args:
            table: Options by name.
        """
        method = method_of(table) if cls is ExtractionOptions else cls
        _refuse_unread(method, table)
        if method is cls:
            return super().from_table(table)
        return method.from_table(table)  # type: ignore[return-value]

    @classmethod
    def table_classes(cls) -> tuple[type[Settings], ...]:
        """Return one class for each method."""
        return METHODS if cls is ExtractionOptions else (cls,)

    @property
    def has_reordering(self) -> bool:
        """Whether rules carry orientation probabilities."""
        return False

    def changed(self, **values: Any) -> ExtractionOptions:
        """Return the same with other values, also of another method; what that one does not read is left out.

        Args:
            values: The new values; with ``kind``, ``gaps`` or ``lookup`` another method.
        """
        selected = {name: getattr(self, name) for name in SELECTORS}
        known, declared = options(method_of(selected | values)), options(type(self))
        kept = {
            name: value
            for name, one in declared.items()
            if name in known and (value := getattr(self, name)) != one.default
        }
        return extraction_options(**selected | kept | values)

    def within(self, span: int) -> Self:
        """Return the same for a decoder whose rules extend over so many words at most.

        Args:
            span: Words of the source from the first to the last of a rule.
        """
        names = [name for name in ("max_span", "sentence_span") if name in options(type(self))]
        changes: dict[str, Any] = dict.fromkeys(names, span)
        return replace(self, **changes)

    def recorded(self) -> dict[str, Any]:
        """Return what a table says of how it was made."""
        left = {*EFFORT, "lookup"}
        left |= {name for name in SELECTORS if getattr(self, name) in ("phrase", "none")}
        values = {name: getattr(self, name) for name in options(type(self)) if name not in left}
        return {name: value for name, value in values.items() if value is not None}


class TableOptions(ExtractionOptions):
    """All rules of a text, in a table."""

    lookup: Annotated[Literal["table"], LOOKUP] = "table"
    smoothing: Annotated[Smoothing, SMOOTHING] = "kneser-ney"


class LookupOptions(ExtractionOptions):
    """Rules that are looked up in an indexed text."""

    lookup: Annotated[Literal["suffix-array"], LOOKUP] = "suffix-array"
    sample: Annotated[Count, SAMPLE] = 300
    frequent: Annotated[
        Count,
        about(
            "By suffix array: frequent words whose pairs are kept in memory with their matches, for later calls.",
            experiment=False,
        ),
    ] = 100
    inverse: Annotated[Inverse | None, INVERSE] = None
    smoothing: ClassVar[Smoothing] = "none"

    def resolved(self) -> Self:
        """Return the same with the way to p(f|e) that is meant if none is named."""
        return self if self.inverse is not None else replace(self, inverse=self._usual_inverse())

    def for_model(self) -> Self:
        """Return the same with the way to p(f|e) that pays for the many look-ups of a model."""
        return self.resolved()

    @property
    def keeps_gaps(self) -> bool:
        """Whether phrases with gaps are kept beside the index, instead of being looked up."""
        return False

    def _usual_inverse(self) -> Inverse:
        return "lookup"


class PhraseTableOptions(Phrases, TableOptions):
    """Phrases, all in a table."""

    title = "phrases in a table"
    gaps: Annotated[Literal["none"], GAPS] = "none"
    max_length: Annotated[int, Meta(ge=1, le=255), LENGTH] = 7
    count_feature: Annotated[Literal["none", "log", "bins"], COUNT_FEATURE] = "none"
    significance: Significance = None

    def threshold(self, lines: int) -> float | None:
        """Return the smallest -log p of a pair that is kept, for a bitext of so many lines.

        Args:
            lines: How many sentence pairs the bitext has.
        """
        alpha = math.log(max(lines, 1))
        if self.significance == "alpha+epsilon":
            return alpha + EPSILON
        if self.significance == "alpha-epsilon":
            return alpha - EPSILON
        return self.significance


class GappedTableOptions(PhraseGaps, Phrases, TableOptions):
    """Phrases with and without gaps, all in a table; most with gaps are seen once and not worth their place."""

    title = "phrases with gaps in a table"
    max_length: Annotated[int, Meta(ge=1, le=LONGEST_IN_TABLE), LENGTH] = 7
    max_span: Annotated[int, Meta(ge=1, le=LONGEST_IN_TABLE), SPAN] = 12
    least_with_gaps: Annotated[Positive, LEAST] = 2


class HierarchicalTableOptions(HierarchicalLimits, TableOptions):
    """Hierarchical rules (Chiang 2007), all in a table."""

    title = "hierarchical rules in a table"
    gaps: Annotated[Literal["none"], GAPS] = "none"
    count_feature: Annotated[Literal["none", "log", "bins"], COUNT_FEATURE] = "none"


class TreeletTableOptions(Treelets, TableOptions):
    """Phrases with treelets (Carreras & Collins 2009), all in a table."""

    title = "phrases with treelets"
    gaps: Annotated[Literal["none"], GAPS] = "none"
    count_feature: Annotated[Literal["none", "log", "bins"], COUNT_FEATURE] = "none"
    significance: Significance = None

    def phrases(self) -> PhraseTableOptions:
        """Return the phrase pairs that get treelets; the order of words is up to these."""
        shared = ("max_length", "smoothing", "count_feature", "significance", "top", "memory")
        return PhraseTableOptions(
            reordering="none", **{name: getattr(self, name) for name in shared}
        )


class PhraseLookupOptions(Phrases, LookupOptions):
    """Phrases that are looked up in the indexed text."""

    title = "phrases by suffix array"
    gaps: Annotated[Literal["none"], GAPS] = "none"
    reordering: Annotated[Reordering, REORDERING] = "wbe"
    count_feature: Annotated[Literal["none", "log", "bins"], COUNT_FEATURE] = "none"
    smoothing: Annotated[Smoothing, SMOOTHING] = "kneser-ney"  # type: ignore[misc]

    source_gaps: ClassVar[int] = 0
    target_gaps: ClassVar[int] = 0
    gap_orientation: ClassVar[str] = "piece"

    def for_model(self) -> Self:
        """Return the same; of a sample, target sides are counted once."""
        found: Inverse = "counts" if self.sample != 0 else "lookup"
        return self if self.inverse is not None else replace(self, inverse=found)

    @property
    def max_words(self) -> int:
        """Words of any side."""
        return self.max_length

    @property
    def max_span(self) -> int:
        """Words from the first to the last of any side."""
        return self.max_length


class GappedLookupOptions(PhraseGaps, Phrases, LookupOptions):
    """Phrases with and without gaps that are looked up in the indexed text (Galley & Manning 2010)."""

    title = "phrases with gaps by suffix array"
    smoothing: Annotated[Smoothing, SMOOTHING] = "kneser-ney"  # type: ignore[misc]
    inverse: Annotated[Inverse | None, INVERSE] = None
    least_with_gaps: Annotated[Positive, LEAST] = 2

    def __post_init__(self) -> None:
        """Refuses what cannot be kept, if phrases with gaps are."""
        super().__post_init__()
        if self.keeps_gaps:
            self.kept()

    def for_model(self) -> Self:
        """Return the same; of a sample, target sides are counted and phrases with gaps found once, if kept."""
        fits = max(self.max_length, self.max_span) <= LONGEST_IN_TABLE
        found: Inverse = "counts" if self.sample != 0 and fits else "lookup"
        return self if self.inverse is not None else replace(self, inverse=found)

    @property
    def keeps_gaps(self) -> bool:
        """Whether phrases with gaps are kept beside the index, instead of being looked up."""
        return self.inverse == "counts"

    def kept(self) -> GappedTableOptions:
        """Return how the phrases with gaps are found that are kept."""
        table = self.changed(lookup="table", count_feature="none", memory=self.memory)
        assert isinstance(table, GappedTableOptions)
        return table


class HierarchicalLookupOptions(HierarchicalLimits, LookupOptions):
    """Hierarchical rules that are looked up in the indexed text; their probabilities are not smoothed."""

    title = "hierarchical rules by suffix array"
    gaps: Annotated[Literal["none"], GAPS] = "none"
    count_feature: Annotated[Literal["none", "log", "bins"], COUNT_FEATURE] = "none"
    sentence_span: Annotated[
        int,
        Meta(ge=1, le=65535),
        about(
            "Hierarchical by suffix array: words that a rule may cover in a sentence; experiments take the decoder's.",
            experiment=False,
        ),
    ] = 20
    sample: Annotated[Count, SAMPLE] = 100
    inverse: Annotated[Literal["lookup", "counts"] | None, INVERSE] = None

    def _usual_inverse(self) -> Inverse:
        return "counts" if self.sample > 0 else "lookup"


METHODS: tuple[type[ExtractionOptions], ...] = (
    PhraseTableOptions,
    GappedTableOptions,
    HierarchicalTableOptions,
    TreeletTableOptions,
    PhraseLookupOptions,
    GappedLookupOptions,
    HierarchicalLookupOptions,
)


def extraction_options(**values: Any) -> ExtractionOptions:
    """Return the options of the method that ``kind``, ``gaps`` and ``lookup`` choose.

    Args:
        values: Options of that method; others are refused.
    """
    method = method_of(values)
    _refuse_unread(method, values)
    return method(**values)


def option_names() -> set[str]:
    """Return the names of all methods' options."""
    return {name for method in METHODS for name in options(method)}


def method_of(values: Mapping[str, Any]) -> type[ExtractionOptions]:
    """The method that the selectors among the values choose; those that are not given have their defaults."""
    declared = options(ExtractionOptions)
    left = list(METHODS)
    for name in SELECTORS:
        try:
            value = check(declared[name].kind, values.get(name, declared[name].default))
        except SettingError as fault:
            raise fault.within(name) from None
        found = [method for method in left if value in _selected(method, name)]
        if not found:
            known = one_of(dict.fromkeys(one for method in left for one in _selected(method, name)))
            told = ", ".join(f"{n} = '{values[n]}'" for n in SELECTORS if n in values and n != name)
            raise SettingError(f"with {told} expected {known}, got '{value}'", name)
        left = found
    return left[0]


def _selected(method: type[ExtractionOptions], name: str) -> tuple[str, ...]:
    return choices(options(method)[name].kind) or ()


def _refuse_unread(method: type[ExtractionOptions], values: Mapping[str, Any]) -> None:
    """Raises a SettingError for the first option that the method does not read and others do."""
    for name in values:
        others = [other for other in METHODS if name in options(other)]
        if others and method not in others:
            nearest = min(others, key=lambda other: len(list(differences(method, other))))
            how = ", ".join(differences(method, nearest))
            raise SettingError(f"{method.title} do not read it; {nearest.title} do ({how})", name)


def differences(method: type[ExtractionOptions], other: type[ExtractionOptions]) -> Iterator[str]:
    """How another method is chosen, where it is chosen in another way."""
    for name in SELECTORS:
        if (names := _selected(other, name)) != _selected(method, name):
            yield f"{name} = " + one_of(f'"{one}"' for one in names)
