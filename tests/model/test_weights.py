"""Weights are refused when they are set, not when they are used."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from dragoman.common.errors import ConfigError
from support.model.handful import make_model


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("phrase_penlty", 1.0, "no feature 'phrase_penlty'; did you mean 'phrase_penalty'?"),
        ("lm", "much", "the weight of 'lm': expected a number .* got 'much'"),
        ("lm", float("nan"), "the weight of 'lm': .* got nan"),
        ("lm", 1e10, "expected a number from -1e9 to 1e9"),
        ("lm", True, "the weight of 'lm': .* got True"),
    ],
)
def test_a_wrong_weight_is_refused_however_it_is_set(name: str, value: Any, words: str) -> None:
    model = make_model()
    before = dict(model.weights)
    with pytest.raises(ConfigError, match=words):
        model.weights[name] = value
    with pytest.raises(ConfigError, match=words):
        model.weights.update({"word_penalty": 7.0, name: value})
    with pytest.raises(ConfigError, match=words):
        model.weights = {**model.weights, name: value}
    with pytest.raises(ConfigError, match=words):
        model.changed(weights={name: value})
    assert model.weights == before


def test_every_feature_keeps_a_weight() -> None:
    model = make_model()
    with pytest.raises(ConfigError, match=r"has no weight: give all, or .*weights\.update"):
        model.weights = {"lm": 1.0}
    with pytest.raises(ConfigError, match="set that of 'lm' to 0 instead"):
        del model.weights["lm"]
    with pytest.raises(ConfigError, match="to 0 instead"):
        model.weights.clear()
    assert "lm" in model.weights


def test_weights_are_a_dictionary_in_all_else() -> None:
    model = make_model()
    model.weights |= {"lm": 2}
    model.weights.update(word_penalty=0.5)
    assert (model.weights["lm"], model.weights["word_penalty"]) == (2.0, 0.5)
    assert (
        copy.deepcopy(model.weights) == pickle.loads(pickle.dumps(model.weights)) == model.weights
    )
    assert model.changed(weights={"lm": 3}).weights["lm"] == 3.0
    assert model.weights["lm"] == 2.0
