"""What is extracted from an aligned bitext, and how it is scored."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import Count, Positive, Size
from dragoman.settings.settings import Settings, about

Gaps = Literal["none", "source", "target", "both"]
"""On which sides rules have gaps."""
Smoothing = Literal["none", "good-turing", "kneser-ney"]

EPSILON = 1e-3
"""How far ``alpha+epsilon`` and ``alpha-epsilon`` lie from alpha."""
LONGEST_WITH_GAPS = 127
"""Words of a side that a suffix grammar takes: a gap may follow every word."""
LONGEST_IN_TABLE = 32
"""Words from the first to the last of a side that a table of phrases with gaps takes."""


class ExtractionOptions(Settings):
    """What to extract and how to score it.

    The limits of phrases with gaps are those of the code of Galley & Manning (2010); their paper names none. Those of
    hierarchical rules are Chiang's (2007, section 3.2; ``min_hole``: 2005, section 3.1).
    """

    kind: Annotated[
        Literal["phrase", "hierarchical", "treelet"],
        about(
            "Phrases, hierarchical rules with non-terminals (Chiang 2007), or phrases with treelets (Carreras & "
            "Collins 2009)."
        ),
    ] = "phrase"
    lookup: Annotated[
        Literal["table", "suffix-array"] | None,
        about(
            "Where a model finds rules: in a table, or in the indexed training text, to which pairs can be added "
            "later; nothing: in a table.",
            command=False,
        ),
    ] = None
    max_length: Annotated[int, Meta(ge=1, le=255), about("Words of a side without gaps.")] = 7
    reordering: Annotated[
        Literal["none", "wbe", "phrase", "hier"],
        about(
            "Orientation by links (wbe), by phrases, or by phrases of any length (hier); with gaps: wbe or none."
        ),
    ] = "wbe"
    gap_orientation: Annotated[
        Literal["piece", "phrase"],
        about(
            "What follows a phrase with target gaps, for its forward orientation: what follows its first piece, "
            "where the search begins the next phrase, or what follows the whole phrase (Galley & Manning 2010, "
            "footnote 4)."
        ),
    ] = "piece"
    reordering_smoothing: Annotated[
        float, Meta(gt=0, lt=1e9), about("Added to the count of every orientation.")
    ] = 0.5
    smoothing: Annotated[
        Smoothing | None,
        about(
            "Of the two phrase probabilities (Foster, Kuhn & Johnson 2006); nothing: kneser-ney, or none for "
            "hierarchical rules by suffix array."
        ),
    ] = None
    count_feature: Annotated[
        Literal["none", "gapped", "log", "bins"] | None,
        about(
            "Scores for how often a rule was seen: for rules with gaps, whether it was once (gapped); for all rules, "
            "the logarithm, or whether it was once, twice, 3 to 9 times; nothing: gapped if there are gaps."
        ),
    ] = None
    significance: Annotated[
        Literal["alpha+epsilon", "alpha-epsilon"] | float | None,
        about(
            "Drop pairs by Fisher's exact test (Johnson et al. 2007): a threshold, or the least value of -log p.",
            flags=("--prune-significance",),
        ),
    ] = None
    top: Annotated[
        Count, about("Translations kept for a source phrase, the most frequent; 0: all.")
    ] = 0
    gaps: Annotated[Gaps, about("On which sides phrases may have gaps.")] = "none"
    max_words: Annotated[
        int, Meta(ge=1, le=LONGEST_WITH_GAPS), about("Words of a side with gaps.")
    ] = 5
    max_span: Annotated[
        int,
        Meta(ge=1, le=65535),
        about(
            "Words from the first to the last of a side with gaps; experiments take the decoder's.",
            experiment=False,
        ),
    ] = 12
    max_source_gaps: Annotated[
        int, Meta(ge=0, le=LONGEST_WITH_GAPS), about("Gaps of a source side.")
    ] = 2
    max_target_gaps: Annotated[
        int, Meta(ge=0, le=LONGEST_WITH_GAPS), about("Gaps of a target side.")
    ] = 2
    least_with_gaps: Annotated[
        Positive,
        about("In a table: how often a phrase with gaps must have been seen; most were seen once."),
    ] = 2
    initial_span: Annotated[
        int,
        Meta(ge=1, le=255),
        about("Hierarchical: words of the phrase pair that a rule comes from, on either side."),
    ] = 10
    max_symbols: Annotated[
        int, Meta(ge=1, le=255), about("Hierarchical: words and non-terminals of a source side.")
    ] = 5
    max_non_terminals: Annotated[
        int, Meta(ge=0, le=2), about("Hierarchical: non-terminals of a rule.")
    ] = 2
    min_hole: Annotated[
        int,
        Meta(ge=1, le=255),
        about("Hierarchical: source words that a non-terminal stands for, at least."),
    ] = 2
    adjacent: Annotated[
        bool, about("Hierarchical: non-terminals may stand together on the source side.")
    ] = False
    sentence_span: Annotated[
        int,
        Meta(ge=1, le=65535),
        about(
            "Hierarchical by suffix array: words that a rule may cover in a sentence; experiments take the decoder's.",
            experiment=False,
        ),
    ] = 20
    sample: Annotated[
        Count | None,
        about(
            "By suffix array: occurrences of a phrase that are looked at; 0: all; nothing: 100 for hierarchical rules, "
            "else 300."
        ),
    ] = None
    inverse: Annotated[
        Literal["lookup", "sum", "counts"] | None,
        about(
            "By suffix array, p(f|e): from occurrences of the target side, from the extracted rules only (fast, too "
            "large), or, for rules without gaps, from target sides that were all counted once; nothing: counts for "
            "hierarchical rules of a sample and for models that look phrases without gaps up in a sample, else lookup."
        ),
    ] = None
    frequent: Annotated[
        Count,
        about(
            "By suffix array: frequent words whose pairs are kept in memory with their matches, for later calls.",
            experiment=False,
        ),
    ] = 100
    memory: Annotated[
        Size,
        about(
            "Memory for phrase pairs while they are extracted; what is beyond waits in files.",
            flags=("--limit-memory",),
            experiment=False,
        ),
    ] = 1 << 30

    def __post_init__(self) -> None:
        """Refuses what a suffix array cannot do, if there is one, and what hierarchical rules cannot have."""
        super().__post_init__()
        if self.gaps != "none" and self.kind == "hierarchical":
            raise ConfigError("gaps: hierarchical rules have non-terminals instead")
        if self.kind == "hierarchical" and self.significance is not None:
            raise ConfigError("significance: hierarchical rules are not pruned by significance")
        if self.on_the_fly and self.kind == "treelet":
            raise ConfigError("lookup: phrases with treelets are kept in a table, without gaps")
        if self.on_the_fly:
            self.check_suffix_array()
        elif self.gaps != "none":
            self._check_gaps()

    @property
    def on_the_fly(self) -> bool:
        """Whether a model with these rules looks them up in the training text."""
        return self.lookup == "suffix-array"

    @property
    def has_reordering(self) -> bool:
        """Whether rules carry orientation probabilities."""
        return self.kind == "phrase" and self.reordering != "none"

    def check_gaps_in_table(self) -> None:
        """Raises a ConfigError if a setting does not go with a table of phrases with gaps."""
        self._check_gaps()
        for name in ("max_length", "max_span"):
            if (value := getattr(self, name)) > LONGEST_IN_TABLE:
                raise ConfigError(
                    f"{name}: phrases with gaps in a table span at most {LONGEST_IN_TABLE} words, got {value}; "
                    'lookup = "suffix-array" takes longer ones'
                )

    def _check_gaps(self) -> None:
        if self.kind == "phrase" and self.reordering not in ("none", "wbe"):
            raise ConfigError(
                "reordering: phrases by suffix array (with gaps, or for a text) know wbe and none, "
                f"not '{self.reordering}'"
            )
        if self.significance is not None:
            raise ConfigError(
                "significance: rules by suffix array (with gaps, or for a text) are not pruned by significance"
            )
        if self.max_length > LONGEST_WITH_GAPS:
            raise ConfigError(
                f"max_length: expected at most {LONGEST_WITH_GAPS} words with gaps or by suffix array, "
                f"got {self.max_length}"
            )

    def check_suffix_array(self) -> None:
        """Raises a ConfigError if a setting does not go with extraction by suffix array."""
        self._check_gaps()
        if self.kind == "hierarchical" and self.smoothing not in (None, "none"):
            raise ConfigError(
                "smoothing: the probabilities of hierarchical rules by suffix array are not smoothed, "
                f"but it is '{self.smoothing}'"
            )
        if self.inverse == "sum" and self.kind == "hierarchical":
            raise ConfigError("inverse: 'sum' is not for hierarchical rules by suffix array")
        if self.inverse == "counts" and self.gaps != "none":
            raise ConfigError("inverse: 'counts' is not for phrases with gaps")

    def settled(self, suffix_array: bool) -> ExtractionOptions:
        """The same with the sample, smoothing, p(f|e) and count scores that are meant if none is named.

        Args:
            suffix_array: Whether rules are looked up in an indexed text.
        """
        plain = suffix_array and self.kind == "hierarchical"
        sample = self.sample if self.sample is not None else (100 if plain else 300)
        return _changed(
            self,
            smoothing=self.smoothing or ("none" if plain else "kneser-ney"),
            inverse=self.inverse or ("counts" if plain and sample > 0 else "lookup"),
            sample=sample,
            count_feature=self.used_count_feature,
        )

    def with_used_gaps(self) -> ExtractionOptions:
        """The same with no gaps on sides that may not have any."""
        return _changed(
            self,
            max_source_gaps=self.max_source_gaps if self.gaps in ("source", "both") else 0,
            max_target_gaps=self.max_target_gaps if self.gaps in ("target", "both") else 0,
        )

    @property
    def used_count_feature(self) -> Literal["none", "gapped", "log", "bins"]:
        """The kind of count scores that is meant if none is named."""
        return self.count_feature or ("none" if self.gaps == "none" else "gapped")

    def threshold(self, lines: int) -> float | None:
        """The smallest -log p of a pair that is kept, for a bitext of so many lines.

        Args:
            lines: How many sentence pairs the bitext has.
        """
        alpha = math.log(max(lines, 1))
        if self.significance == "alpha+epsilon":
            return alpha + EPSILON
        if self.significance == "alpha-epsilon":
            return alpha - EPSILON
        return self.significance

    def recorded(self, suffix_array: bool) -> dict[str, Any]:
        """What a table says of how it was made.

        Args:
            suffix_array: Whether rules are looked up in an indexed text.
        """
        left = {*_EFFORT, *(_ELSEWHERE if suffix_array else _BY_SUFFIX_ARRAY)}
        if suffix_array or self.gaps == "none":
            left.add("least_with_gaps")
        if suffix_array or self.gaps != "none":
            left -= set(_OF_GAPS)
        left |= set(_PHRASES if self.kind == "hierarchical" else _HIERARCHICAL)
        names = (name for name in self.__dataclass_fields__ if name not in left)
        values = {name: getattr(self, name) for name in names}
        values["count_feature"] = self.used_count_feature
        return {name: value for name, value in values.items() if value is not None}


_EFFORT = ("memory", "frequent", "lookup")
_ELSEWHERE = ("significance",)
_OF_GAPS = (
    "gaps",
    "gap_orientation",
    "max_words",
    "max_span",
    "max_source_gaps",
    "max_target_gaps",
)
_BY_SUFFIX_ARRAY = (*_OF_GAPS, "sentence_span", "sample", "inverse")
_HIERARCHICAL = (
    "kind",
    "initial_span",
    "max_symbols",
    "max_non_terminals",
    "min_hole",
    "adjacent",
    "sentence_span",
)
_PHRASES = (
    "gaps",
    "gap_orientation",
    "max_length",
    "max_words",
    "max_span",
    "max_source_gaps",
    "max_target_gaps",
    "least_with_gaps",
    "reordering",
    "reordering_smoothing",
    "significance",
)


@lru_cache(maxsize=64)
def _changed(options: ExtractionOptions, **changes: Any) -> ExtractionOptions:
    """Other values of some options; kept, since rules are looked up for every sentence and options are checked."""
    return replace(options, **changes)
