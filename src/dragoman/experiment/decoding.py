"""Which decoder an experiment's model has, and how it searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.common.settings import Settings
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
    names = _names(TreeletOptions)
    return TreeletOptions(**{name: getattr(experiment.treelet, name) for name in names})


def longest_span(experiment: Experiment) -> int:
    """Words that a rule with gaps or non-terminals may extend over."""
    options = decoder_options(experiment)
    assert not isinstance(options, TreeletOptions)
    return options.max_span


def decoder_options(experiment: Experiment) -> SearchOptions | ChartOptions | TreeletOptions:
    """What stands under ``[decoder]``, as far as the decoder has it; the treelet decoder has a table of its own.

    An experiment is changed from phrases to hierarchical rules by one line, so settings of reordering may stay in the
    file; those of cohesion, which ask for something else, may not. What is set under ``[chart]`` comes first. What was
    not set has the default of the decoder.
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
    changed = _changed(chosen, SHARED) | _changed(experiment.chart, _names(ChartOptions))
    return ChartOptions(**changed)


def _names(options: type[Settings]) -> list[str]:
    return [field.name for field in fields(options)]


def _changed(options: Settings, names: Iterable[str]) -> dict[str, Any]:
    """Those of the settings that do not have their defaults."""
    usual = type(options)()
    return {
        name: getattr(options, name)
        for name in names
        if getattr(options, name) != getattr(usual, name)
    }
