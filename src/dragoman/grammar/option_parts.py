"""Options that several methods of extraction read: limits of phrases, of gaps, of hierarchical rules, of treelets."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dragoman.grammar.treelet.options import (
    DEPENDENCY_KIND,
    DEPENDENCY_MEMORY,
    Analyses,
    DependencyFeatures,
    DependencyKind,
    DependencyOptions,
    SPhraseOptions,
)
from dragoman.settings.kinds import Count, Size
from dragoman.settings.settings import Settings, about

Gaps = Literal["none", "source", "target", "both"]
"""On which sides rules have gaps."""
Smoothing = Literal["none", "good-turing", "kneser-ney"]
Reordering = Literal["none", "wbe", "phrase", "hier"]
GappedReordering = Literal[Reordering, "pieces"]
"""How orientations are told apart."""

LONGEST = 127
"""Words of a side that a gap or a treelet may follow."""
LONGEST_IN_TABLE = 32
"""Words from the first to the last of a side that a table of phrases with gaps takes."""

KIND = about(
    "Rules: phrase, hierarchical (with non-terminals, Chiang 2007) or treelet (phrases with treelets, Carreras & "
    "Collins 2009)."
)
GAPS = about("On which sides phrases may have gaps: none, source, target or both.")
LOOKUP = about(
    "Where a model finds rules: in a table, or in the indexed training text (suffix-array), to which pairs can be "
    "added later.",
    command=False,
)
LENGTH = about("Words of a side without gaps.")
REORDERING = about(
    "Orientation by links (wbe), by phrases, or by phrases of any length (hier); with gaps also by links to the pieces "
    "of a phrase (pieces)."
)
SPAN = about(
    "Words from the first to the last of a side with gaps; experiments take the decoder's.",
    experiment=False,
)
COUNT_FEATURE = about(
    "Scores for how often a rule was seen: for rules with gaps, whether it was once (gapped); for all rules, the "
    "logarithm, or whether it was once, twice, 3 to 9 times. With gaps, gapped unless it is given."
)
LEAST = about(
    "How often a phrase with gaps must have been seen to be kept in a table, or beside an index with inverse = counts; "
    "most were seen once."
)
SMOOTHING = about("Of the two phrase probabilities (Foster, Kuhn & Johnson 2006).")
SIGNIFICANCE = about(
    "Drop pairs by Fisher's exact test (Johnson et al. 2007): a threshold, or the least value of -log p.",
    flags=("--prune-significance",),
)
INVERSE = about(
    "By suffix array, p(f|e): from occurrences of the target side, from the extracted rules only (fast, too large), "
    "or from target sides that were all counted once (phrases with gaps are then found once too, and not looked up); "
    "nothing: counts for hierarchical rules of a sample and for models that look phrases up in a sample, else lookup."
)
SAMPLE = about(
    "By suffix array: occurrences of a phrase that are looked at (100 of a hierarchical one, unless it is given); 0: "
    "all."
)

Significance = Annotated[Literal["alpha+epsilon", "alpha-epsilon"] | float | None, SIGNIFICANCE]


class Phrases(Settings):
    """Phrases, with or without gaps."""

    kind: Annotated[Literal["phrase"], KIND] = "phrase"
    max_length: Annotated[int, Meta(ge=1, le=LONGEST), LENGTH] = 7
    reordering: Annotated[Reordering, REORDERING] = "wbe"
    reordering_smoothing: Annotated[
        float, Meta(gt=0, lt=1e9), about("Added to the count of every orientation.")
    ] = 0.5

    @property
    def has_reordering(self) -> bool:
        """Whether rules carry orientation probabilities."""
        return self.reordering != "none"


class PhraseGaps(Settings):
    """Gaps of phrases. The limits are those of the code of Galley & Manning (2010); their paper names none."""

    gaps: Annotated[Literal["source", "target", "both"], GAPS] = "both"
    reordering: Annotated[GappedReordering, REORDERING] = "wbe"
    gap_orientation: Annotated[
        Literal["piece", "phrase"],
        about(
            "What follows a phrase with target gaps, for its forward orientation: what follows its first piece, "
            "where the search begins the next phrase, or what follows the whole phrase (Galley & Manning 2010, "
            "footnote 4)."
        ),
    ] = "piece"
    max_words: Annotated[int, Meta(ge=1, le=LONGEST), about("Words of a side with gaps.")] = 5
    max_span: Annotated[int, Meta(ge=1, le=65535), SPAN] = 12
    max_source_gaps: Annotated[int, Meta(ge=0, le=LONGEST), about("Gaps of a source side.")] = 2
    max_target_gaps: Annotated[int, Meta(ge=0, le=LONGEST), about("Gaps of a target side.")] = 2
    count_feature: Annotated[Literal["none", "gapped", "log", "bins"], COUNT_FEATURE] = "gapped"

    @property
    def source_gaps(self) -> int:
        """How many gaps a source side may have."""
        return self.max_source_gaps if self.gaps in ("source", "both") else 0

    @property
    def target_gaps(self) -> int:
        """How many gaps a target side may have."""
        return self.max_target_gaps if self.gaps in ("target", "both") else 0


class HierarchicalLimits(Settings):
    """Which hierarchical rules there are: Chiang's constraints (2007, section 3.2; ``min_hole``: 2005, section 3.1)."""

    kind: Annotated[Literal["hierarchical"], KIND] = "hierarchical"
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
    target_gaps: Annotated[
        bool,
        about(
            "Hierarchical: rules whose target side has a non-terminal between two words; without them, Galley & "
            "Manning (2010, section 6) found hardly any loss."
        ),
    ] = True


class Treelets(Settings):
    """What is learned from trees of the target side."""

    kind: Annotated[Literal["treelet"], KIND] = "treelet"
    max_length: Annotated[int, Meta(ge=1, le=LONGEST), LENGTH] = 7
    head_rules: Annotated[
        str, about("Treelets: which child is the head, rules by name, or a file of rules.")
    ] = "english"
    analyses: Analyses = 5
    dependency_model: Annotated[
        DependencyKind, about("Treelets: the discriminative dependency model.")
    ] = DEPENDENCY_KIND
    dependency_sentences: Annotated[
        Count,
        about(
            "Treelets: sentences that the dependency model learns from, taken evenly from the whole text; 0: all."
        ),
    ] = 0
    dependency_memory: Annotated[
        Size,
        about(
            "Treelets: memory for the contexts of the dependency model while they are counted; those first seen when "
            "it is full are left out (backoff)."
        ),
    ] = DEPENDENCY_MEMORY

    dependency_features: DependencyFeatures = ()

    def __post_init__(self) -> None:
        """Refuses features of a dependency model that has none."""
        super().__post_init__()
        self.dependencies()

    def sphrases(self) -> SPhraseOptions:
        """How phrase pairs get their treelets."""
        return SPhraseOptions(max_length=self.max_length, analyses=self.analyses)

    def dependencies(self) -> DependencyOptions:
        """How the dependency model is trained."""
        return DependencyOptions(
            kind=self.dependency_model,
            sentences=self.dependency_sentences,
            memory=self.dependency_memory,
            features=self.dependency_features,
        )
