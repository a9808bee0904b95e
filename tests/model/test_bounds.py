"""A model cannot make a search as wide as it likes; whoever opens it can."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.common.errors import DragomanWarning
from dragoman.model import Model
from dragoman.search import SearchOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.search.model_bounds import bounded
from dragoman.search.treelet_options import TreeletOptions
from dragoman.serve.model_updates import ChangingModels
from dragoman.serve.systems import Systems
from dragoman.settings.kinds import check
from dragoman.settings.settings import Bounds, Settings, options
from support.model.handful import make_model
from support.serve.learning_model import save_learning_model

WIDE = SearchOptions(stack=0, pop_limit=10**9, table_limit=0, max_work=0, max_words=0, beam=0)
NOT_OF_MEMORY = {"max_unary", "gap_share", "max_pending"}
"""Options whose ranges bound them, or of which 0 means none."""


def bounds_of(kind: type[Settings], name: str) -> Bounds:
    found = options(kind)[name].bounds
    assert found is not None
    return found


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    model = make_model()
    model.options = replace(WIDE, distortion_limit=-1)
    model.save(tmp_path / "model")
    return tmp_path / "model"


def test_what_a_model_asks_for_is_narrowed_and_it_is_said(wide: Path) -> None:
    with pytest.warns(DragomanWarning) as warned:
        model = Model.open(wide)
    said = "\n".join(str(one.message) for one in warned)
    for name in ("stack", "pop_limit", "table_limit", "max_work", "max_words", "distortion_limit"):
        assert getattr(model.options, name) == bounds_of(SearchOptions, name).model
        assert f"{wide}: {name} = " in said
    assert str(model.translate("das haus ist klein")) == "the house is small"


@pytest.mark.filterwarnings("error::dragoman.DragomanWarning")
def test_whoever_opens_a_model_may_ask_for_any_search(wide: Path) -> None:
    assert Model.open(wide, bounds=None).options == replace(WIDE, distortion_limit=-1)


@pytest.mark.filterwarnings("error::dragoman.DragomanWarning")
def test_usual_limits_are_left_alone(tmp_path: Path) -> None:
    for kind in (SearchOptions, ChartOptions, TreeletOptions):
        assert bounded(kind(), "model") == (kind(), [])
        assert bounded(kind(), "served") == (kind(), [])
    assert bounded(SearchOptions(beam=1))[1] == []  # of phrases it is a share
    assert bounded(TreeletOptions(beam=0))[0].beam == bounds_of(TreeletOptions, "beam").model
    assert bounded(ChartOptions(max_unary=0))[1] == []
    assert bounded(TreeletOptions(max_words=0))[1] == []  # all sentences are left to phrases
    make_model().save(tmp_path / "model")
    Model.open(tmp_path / "model")


@pytest.mark.parametrize("kind", [SearchOptions, ChartOptions, TreeletOptions])
def test_every_option_without_a_limit_has_a_bound(kind: type[SearchOptions]) -> None:
    """An option that joins is found by its range: a whole number that may be large, or 0 for any number."""
    for name, option in options(kind).items():
        if type(option.default) is int and name not in NOT_OF_MEMORY:
            most = getattr(option.kind, "le", None)
            assert option.bounds or (most is not None and most <= 64), name


@pytest.mark.parametrize("kind", [SearchOptions, ChartOptions, TreeletOptions])
def test_bounds_are_values_of_their_options(kind: type[SearchOptions]) -> None:
    """Those who are trusted less may ask for less."""
    for name, option in options(kind).items():
        if option.bounds is not None:
            bounds = option.bounds
            for value in (bounds.model, bounds.served, *(bounds.request or ())):
                assert value is None or check(option.kind, value) == value, name
            assert (bounds.served or 0) <= bounds.model
            assert bounds.request is None or bounds.request[1] <= (bounds.served or bounds.model)


def test_the_server_is_narrower_also_when_a_model_is_replaced(tmp_path: Path) -> None:
    place = tmp_path / "model"
    save_learning_model(place)
    systems = Systems.open([str(place)], bounds="served")
    assert systems.all[0].model.options == SearchOptions()
    model = Model.open(place)
    model.options = replace(WIDE, distortion_limit=-1)
    model.save(place)
    changing = ChangingModels(systems, suggestions=True, reload_seconds=0)
    with pytest.warns(DragomanWarning, match="stack = 0"):
        assert changing.reload() == ["model"]
    found = systems.all[0].model
    assert {name: getattr(found.options, name) for name in ("stack", "distortion_limit")} == {
        "stack": 1000,
        "distortion_limit": 20,
    }
    changing.learn(systems.all[0], [("zwerg", "dwarf")])
    assert found.options.stack == 1000
    assert Model.open(place, bounds=None).options == model.options  # as it was trained
    assert Systems.open([str(place)], bounds=None).all[0].model.options.stack == 0
