"""Which decoder an experiment's model has, and how it searches."""

from __future__ import annotations

from typing import TypeVar

from dragoman.common.errors import ConfigError
from dragoman.experiment.config import Experiment
from dragoman.grammar.options import ExtractionOptions
from dragoman.search import SearchOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.search.common_options import CommonSearchOptions
from dragoman.search.treelet_options import TreeletOptions
from dragoman.settings.settings import Settings, options

T = TypeVar("T", bound=CommonSearchOptions)


def decoder_name(experiment: Experiment) -> str:
    """Hierarchical rules need the chart decoder, rules with treelets that of treelets."""
    names = {"phrase": "phrase", "hierarchical": "chart", "treelet": "treelet"}
    return names[experiment.grammar.kind]


def rule_options(experiment: Experiment) -> ExtractionOptions:
    """Return what is extracted: rules with gaps or non-terminals extend as far as the decoder can use them."""
    found = decoder_options(experiment)
    if isinstance(found, TreeletOptions):
        return experiment.grammar
    try:
        return experiment.grammar.within(found.max_span)
    except ConfigError as error:
        table = "decoder" if isinstance(found, SearchOptions) else "chart"
        raise ConfigError(
            f'[{table}] {error}: so far phrases with gaps reach in a table; lookup = "suffix-array" under [grammar] '
            "takes longer ones"
        ) from None


def decoder_options(experiment: Experiment) -> SearchOptions | ChartOptions | TreeletOptions:
    """Return how the decoder of the experiment's rules searches.

    An experiment is changed from phrases to other rules by one line, so settings that only the phrase decoder has may
    stay under ``[decoder]``. Those that all decoders share hold for the others too, unless ``[chart]`` or ``[treelet]``
    gives them. What was not given has the default of the decoder.
    """
    if decoder_name(experiment) == "phrase":
        return experiment.decoder
    if decoder_name(experiment) == "treelet":
        return _options(experiment, "treelet", TreeletOptions)
    return _options(experiment, "chart", ChartOptions)


def _options(experiment: Experiment, table: str, decoder: type[T]) -> T:
    """Return the options of another decoder than that of phrases: its own table before what is shared."""
    own: Settings = getattr(experiment, table)
    chosen: dict[str, Settings] = {}
    for name in options(decoder):
        if name in own.given:
            chosen[name] = own
        elif name in experiment.decoder.given and name in options(CommonSearchOptions):
            chosen[name] = experiment.decoder
        elif name in experiment.decoder.given:
            raise ConfigError(
                f"[decoder] {name}: this is a setting of the phrase decoder, and rules of the kind "
                f"'{experiment.grammar.kind}' have another one; give {name} under [{table}], where it means: "
                f"{options(decoder)[name].help}"
            )
    return decoder(**{name: getattr(place, name) for name, place in chosen.items()})
