"""Which decoder an experiment's model has, and how it searches."""

from __future__ import annotations

from dataclasses import fields

from dragoman.common.errors import ConfigError
from dragoman.experiment.config import Experiment
from dragoman.search import SearchOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.search.treelet_options import TreeletOptions

SHARED = (
    "pop_limit",
    "table_limit",
    "max_span",
    "unknown",
    "punctuation_walls",
    "force_relaxed",
    "max_work",
    "max_seconds",
)
"""Settings of ``[decoder]`` that mean the same to both decoders."""


def decoder_name(experiment: Experiment) -> str:
    """Hierarchical rules need the chart decoder, rules with treelets that of treelets."""
    names = {"phrase": "phrase", "hierarchical": "chart", "treelet": "treelet"}
    return names[experiment.grammar.kind]


def treelet_options(experiment: Experiment) -> TreeletOptions:
    """What stands under ``[treelet]``, as far as the decoder has it."""
    names = [field.name for field in fields(TreeletOptions)]
    return TreeletOptions(**{name: getattr(experiment.treelet, name) for name in names})


def longest_span(experiment: Experiment) -> int:
    """Words that a rule with gaps or non-terminals may extend over."""
    options = decoder_options(experiment)
    assert not isinstance(options, TreeletOptions)
    return options.max_span


def decoder_options(experiment: Experiment) -> SearchOptions | ChartOptions | TreeletOptions:
    """What stands under ``[decoder]``, as far as the decoder has it; the treelet decoder has a table of its own.

    An experiment is changed from phrases to hierarchical rules by one line, so settings of reordering may stay in the
    file; those of cohesion, which ask for something else, may not. What was not set has the default of the decoder.
    """
    chosen = experiment.decoder
    if decoder_name(experiment) == "phrase":
        return chosen
    if decoder_name(experiment) == "treelet":
        return treelet_options(experiment)
    if chosen.cohesion:
        raise ConfigError(
            "[decoder] cohesion: these features look at phrases, not at hierarchical rules"
        )
    known = {field.name for field in fields(ChartOptions)} & {f.name for f in fields(SearchOptions)}
    usual = SearchOptions()
    changed = {
        name: getattr(chosen, name)
        for name in SHARED
        if name in known and getattr(chosen, name) != getattr(usual, name)
    }
    return ChartOptions(**changed)
