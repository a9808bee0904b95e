"""Which settings of an experiment reach its decoder."""

import pytest

from dragoman.common.errors import ConfigError
from dragoman.experiment.config import Experiment, parse_experiment
from dragoman.experiment.decoding import decoder_options
from dragoman.search import ChartOptions, SearchOptions

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
    """Limits stay, settings of reordering are left aside."""
    more = "[decoder]\npop_limit = 70\ndistortion_limit = 3\nstack = 9"
    phrases = decoder_options(experiment("phrase", more))
    assert phrases == SearchOptions(pop_limit=70, distortion_limit=3, stack=9)
    assert decoder_options(experiment("hierarchical", more)) == ChartOptions(pop_limit=70)


def test_settings_of_the_chart_come_first():
    """Its own settings can be set, and what it shares with phrases too."""
    more = '[decoder]\npop_limit = 70\nmax_span = 9\n[chart]\nsearch = "guided"\npop_limit = 80\nlattice = true'
    expected = ChartOptions(search="guided", pop_limit=80, max_span=9, lattice=True)
    assert decoder_options(experiment("hierarchical", more)) == expected
    assert decoder_options(experiment("phrase", more)) == SearchOptions(pop_limit=70, max_span=9)


def test_wrong_settings_of_the_chart_are_named():
    """As everywhere, with what was probably meant."""
    with pytest.raises(ConfigError, match=r"\[chart\] search: expected .* did you mean 'guided'"):
        experiment("hierarchical", '[chart]\nsearch = "guidet"')
