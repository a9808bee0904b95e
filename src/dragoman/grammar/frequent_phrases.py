"""Phrases without gaps of frequent source sides, kept beside an index: what their occurrences in the text tell.

    table = find_frequent(segment, options)      # once

Most occurrences that a look-up goes to are those of few frequent phrases, in every text the same. What they tell of
the first segment of a corpus is a table with columns of its own (``core/grammar/suffix/frequent_phrases.hpp``); the
rules are those of a look-up.
"""

from __future__ import annotations

from typing import Any, Literal

from dragoman import _core
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.grammar.options import LookupOptions, PhraseLookupOptions
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.suffix_segment import VOCABULARY, SuffixSegment
from dragoman.io.artifact import Artifact

FREQUENT = "frequent"
"""The place of the table among the segments, and of its limits among the settings."""
LEAST = 50
"""How often a source side that is kept occurs."""
COLUMNS = ("lexical_inverse", "lexical_direct")


def keeps_frequent(options: LookupOptions) -> bool:
    """Whether rules without gaps are scored in a way that frequent ones can be kept."""
    phrases = isinstance(options, PhraseLookupOptions) or options.keeps_gaps
    return phrases and options.inverse == "counts"


def find_frequent(
    segment: SuffixSegment,
    options: LookupOptions,
    threads: int = 1,
    progress: Report | None = None,
) -> RuleTable:
    """What is kept of a segment."""
    grammar = _core.SuffixGrammar([segment.native])
    with shown("count", progress) as show:
        arrays = grammar.frequent(options, LEAST, threads, show)
    words = {
        f"{side}_{name}": segment.arrays[f"{side}_{name}"]
        for side in ("source", "target")
        for name in VOCABULARY
    }
    return RuleTable({**arrays, **words}, COLUMNS, {"gaps": "none"}, fresh=True)


def frequent_limits(options: LookupOptions) -> dict[str, Any]:
    """What the table depends on beside the text."""
    names = ("max_length", "reordering", "reordering_smoothing", "sample")
    return {name: getattr(options, name) for name in names}


def open_frequent(artifact: Artifact, options: LookupOptions) -> RuleTable | Literal["none"]:
    """The table in an artifact, if there is one; a ConfigError unless it was made with the limits of these options."""
    limits = artifact.settings.get(FREQUENT)
    if limits is None:
        return "none"
    if limits != frequent_limits(options):
        raise ConfigError("the frequent phrases were found with other limits")
    return RuleTable.component(artifact, FREQUENT)
