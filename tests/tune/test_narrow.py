"""While a model is tuned it makes fewer pops; what it translates with stays."""

from __future__ import annotations

import pytest

from dragoman.experiment.tuning import FEWEST_POPS, narrowed
from dragoman.search import SearchOptions
from support.model.handful import make_model


@pytest.mark.parametrize(
    ("limit", "share", "pops"),
    [
        (1000, 0.2, 200),
        (1000, 1.0, 1000),
        (1000, 0.0, FEWEST_POPS),
        (300, 0.2, FEWEST_POPS),
        (30, 0.2, 30),
    ],
)
def test_pops_are_a_share_but_not_too_few(limit: int, share: float, pops: int) -> None:
    model = make_model()
    model.options = SearchOptions(pop_limit=limit, table_limit=7)
    before = model.options
    assert narrowed(model, share).options == SearchOptions(pop_limit=pops, table_limit=7)
    assert model.options is before
