"""The matrix: what every decoder can do, and why not where it cannot.

A row has a check (``scores.py``, ``demands.py``, ``uses.py``), which runs for every column that is not in ``no``. For a
column that is there it must fail: with an error that the user sees, or, for ``Silent``, because nothing comes of it. So
whoever makes a decoder able to do something finds the cell here, takes it out of ``no`` and renews the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from support.search.matrix import demands, scores, uses
from support.search.matrix.columns import Searched


@dataclass(frozen=True)
class No:
    """A cell that is not there yet, or does not pay; the user is told."""

    reason: str


@dataclass(frozen=True)
class Silent(No):
    """The same; it has no effect, and nobody needs to be told."""


@dataclass(frozen=True)
class Senseless(No):
    """A cell that makes no sense."""


@dataclass(frozen=True)
class Row:
    """Something that a decoder can do."""

    title: str
    page: str
    """Where the documentation tells of it."""
    check: Callable[[Searched], None] | None
    """None if no decoder can do it."""
    no: Mapping[str, No] = field(default_factory=dict)
    """By the names of columns."""


_SPANS = "it is made for derivations that join spans; phrase decoders have `coh1` to `coh5`"
_HIERARCHICAL = No("rules order their parts by themselves; it was not tried for them")
_LEFT = No("it builds translations in another order")

ROWS: tuple[Row, ...] = (
    Row(
        "hard cohesion",
        "cohesion.md#the-hard-constraint",
        scores.hard_cohesion,
    ),
    Row(
        "`coh1` to `coh5`",
        "cohesion.md#definitions",
        scores.cohesion_counts,
    ),
    Row(
        "`coh.crossing`",
        "cohesion.md#hierarchical-derivations",
        scores.span_cohesion,
        {name: Senseless(_SPANS) for name in ("stack", "cube", "gaps")},
    ),
    Row(
        "reordering by words (`wbe`)",
        "decoding.md#search",
        scores.lexicalised("wbe"),
        {"chart": _HIERARCHICAL, "treelet": _HIERARCHICAL},
    ),
    Row(
        "reordering by phrases (`phrase`)",
        "decoding.md#search",
        scores.lexicalised("phrase"),
        {"chart": _HIERARCHICAL, "treelet": _HIERARCHICAL},
    ),
    Row(
        "reordering by blocks (`hier`)",
        "decoding.md#search",
        scores.lexicalised("hier"),
        {"chart": _HIERARCHICAL, "treelet": _HIERARCHICAL},
    ),
    Row(
        "reordering by pieces (`pieces`)",
        "decoding.md#phrases-with-gaps",
        scores.lexicalised("pieces"),
        {"chart": _HIERARCHICAL, "treelet": _HIERARCHICAL},
    ),
    Row(
        "operation sequences (`osm`)",
        "decoding.md#operation-sequences",
        scores.operation_sequences,
        {"chart": _LEFT, "treelet": _LEFT},
    ),
    Row(
        "consistency (`c1` to `c3`), second search",
        "consistency.md",
        scores.consistency("search"),
    ),
    Row(
        "consistency, second pass in the forest",
        "consistency.md",
        scores.consistency("forest"),
    ),
    Row(
        "rules with gaps",
        "decoding.md#phrases-with-gaps",
        uses.gapped,
        {
            "stack": Senseless("the phrase decoder has a column with gaps"),
            "cube": Senseless("the phrase decoder has a column with gaps"),
            "chart": Senseless("hierarchical rules have non-terminals instead"),
            "treelet": Senseless("s-phrases are joined by adjunction instead"),
        },
    ),
    Row("`RuleFeature` in Python", "own-features.md", scores.rule_feature),
    Row("`EdgeFeature` in Python", "own-features.md", scores.edge_feature),
    Row(
        "`SearchFeature` in Python",
        "own-features.md",
        scores.search_feature,
        {"chart": _LEFT, "treelet": _LEFT},
    ),
    Row("forced decoding", "decoding.md#demands-on-a-sentence", demands.forced),
    Row("several references", "decoding.md#demands-on-a-sentence", demands.several_references),
    Row("relaxed forced decoding", "decoding.md#demands-on-a-sentence", demands.relaxed),
    Row("n-best lists and forests", "decoding.md", uses.listed),
    Row(
        "word lattices",
        "lattices.md",
        demands.lattice,
        {
            "gaps": No(
                'phrases with gaps are looked up in sentences; `gaps = "none"` does without'
            ),
            "treelet": No("a tree of the source belongs to one sentence"),
        },
    ),
    Row("terms, zones, kept words", "translating.md", demands.prescribed),
    Row("walls", "decoding.md#demands-on-a-sentence", demands.walls),
    Row("documents", "documents.md", uses.document),
    Row(
        "trees in documents",
        "parsing.md#the-parser-of-a-model",
        uses.parsed_document,
    ),
    Row("completion from the forest", "interactive.md", uses.completed),
    Row("completion by a new search", "interactive.md", demands.completed_again),
    Row("confidence of words", "translating.md", uses.confidences),
    Row("explanations", "translating.md", uses.explained),
    Row(
        "cohesion report, k-best filter",
        "keeping-cohesion.md#how-cohesive-are-translations",
        uses.filtered,
    ),
)
