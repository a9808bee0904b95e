"""Which settings of an experiment reach its decoder."""

import pytest

from dragoman.common.errors import ConfigError
from dragoman.experiment.config import Experiment, parse_experiment
from dragoman.experiment.decoding import decoder_options
from dragoman.experiment.dump import dump
from dragoman.search import ChartOptions, SearchOptions
from dragoman.search.treelet_options import TreeletOptions

TEXT = """
[training]
source = "s"
target = "t"
[grammar]
kind = "{kind}"
{more}
"""


def experiment(kind: str, more: str) -> Experiment:
    return parse_experiment(TEXT.format(kind=kind, more=more), "experiment.toml")


def test_one_line_changes_the_decoder():
    """What all decoders share stays, settings of reordering are left aside."""
    more = '[decoder]\nunknown = "drop"\ndistortion_limit = 3\nstack = 9'
    phrases = decoder_options(experiment("phrase", more))
    assert phrases == SearchOptions(unknown="drop", distortion_limit=3, stack=9)
    assert decoder_options(experiment("hierarchical", more)) == ChartOptions(unknown="drop")
    assert decoder_options(experiment("treelet", more)) == TreeletOptions(unknown="drop")


@pytest.mark.parametrize("value", [20, 7])
def test_what_is_given_counts_also_if_it_is_a_default(value: int):
    """Two decoders share ``table_limit`` and have different defaults."""
    shared = f"[decoder]\ntable_limit = {value}"
    assert decoder_options(experiment("treelet", shared)).table_limit == value
    nearer = f"[decoder]\ntable_limit = 500\n[chart]\ntable_limit = {value}\n[treelet]\ntable_limit = {value}"
    assert decoder_options(experiment("hierarchical", nearer)).table_limit == value
    assert decoder_options(experiment("treelet", nearer)).table_limit == value


def test_settings_of_the_chart_come_first():
    """Also where they are its defaults, and where ``[decoder]`` has settings of the same name."""
    more = "[decoder]\npop_limit = 500\nmax_span = 9\n[chart]\npop_limit = 200\nmax_span = 15\nlattice = true"
    assert decoder_options(experiment("hierarchical", more)) == ChartOptions(lattice=True)
    assert decoder_options(experiment("phrase", more)) == SearchOptions(pop_limit=500, max_span=9)


@pytest.mark.parametrize(
    ("kind", "table", "setting"),
    [
        ("hierarchical", "chart", "pop_limit = 1000"),
        ("hierarchical", "chart", "max_span = 12"),
        ("hierarchical", "chart", 'search = "stack"'),
        ("hierarchical", "chart", 'cohesion = ["coh1"]'),
        ("treelet", "treelet", "beam = 0.1"),
        ("treelet", "treelet", "max_words = 1000"),
    ],
)
def test_settings_that_mean_something_else_to_another_decoder_are_not_taken_over(
    kind: str, table: str, setting: str
):
    """They are not dropped either."""
    wrong = experiment(kind, f"[decoder]\n{setting}")
    name = setting.split()[0]
    with pytest.raises(ConfigError, match=rf"\[decoder\] {name}: .* give {name} under \[{table}\]"):
        decoder_options(wrong)


@pytest.mark.parametrize("kind", ["phrase", "hierarchical", "treelet"])
@pytest.mark.parametrize("explain", [False, True])
def test_an_experiment_that_is_printed_has_the_same_search(kind: str, explain: bool):
    """Defaults that are spelled out do not count as given."""
    first = experiment(kind, "[decoder]\ntable_limit = 20\n[chart]\npop_limit = 200")
    again = parse_experiment(dump(first, explain), "printed.toml")
    assert decoder_options(again) == decoder_options(first)
    assert again == first


def test_wrong_settings_of_the_chart_are_named():
    """As everywhere, with what was probably meant."""
    with pytest.raises(ConfigError, match=r"\[chart\] search: expected .* did you mean 'guided'"):
        experiment("hierarchical", '[chart]\nsearch = "guidet"')
