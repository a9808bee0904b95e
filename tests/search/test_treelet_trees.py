"""The target trees of a treelet forest: every derivation that is taken from it has its own."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.search import DecodeRequest
from dragoman.search.result import chosen
from support.examples import examples
from support.search.forests import TREELET, treelet_case

quick = settings(
    max_examples=examples(10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("width", TREELET)
@quick
@given(seed=st.integers(0, 10**6), forced=st.booleans())
def test_what_is_chosen_from_a_forest_has_its_tree(
    tmp_path: Path, width: str, seed: int, forced: bool
) -> None:
    """Other weights choose other derivations: each is enumerated with this tree and these features."""
    case = treelet_case(seed, tmp_path, **TREELET[width])
    assume(case.everything)
    rng = random.Random(seed)
    given = case.given
    if forced:
        given = replace(given, reference=rng.choice(case.everything).tokens)
    [result] = case.decoder.decode([given], DecodeRequest(forest=True))
    assume(not result.outcome.fallback)
    for _ in range(10):
        weights = {name: rng.uniform(-1, 1) for name in case.weights}
        other = result.forest.rescore(weights)
        best = chosen(other.native.best(), None, given, case.decoder.feature_names)
        assert any(
            one.derivation == best.target_tree
            and one.tokens == best.tokens
            and all(
                value == pytest.approx(best.features.get(name, 0.0), abs=2e-3)
                for name, value in one.features.items()
            )
            for one in case.everything
        )
    small = result.forest.pruned(1)
    again = chosen(small.native.best(), None, given, case.decoder.feature_names)
    assert again.target_tree == result.target_tree or again.score == pytest.approx(
        result.score, abs=1e-4
    )
