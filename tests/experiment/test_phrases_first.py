"""Tuning of a model with treelets begins with the weights that phrases have too."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.experiment.treelet_start import fixed_with_treelets, match_length
from dragoman.experiment.tuning import tune_phrases
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.search import Input
from dragoman.tune.options import TuneOptions
from support.search.treelets import rules_of

CORPUS = [
    ("a b", "(S (NP (NN x)) (VP (VB y)))", "0-0 1-1"),
    ("b a", "(S (NP (NN y)) (VP (VB z)))", "0-0 1-1"),
    ("a", "(NP (NN x))", "0-0"),
    ("a", "(NP (NN x))", "0-0"),
    ("a", "(NP (NN w))", "0-0"),
]
REFERENCES = [["x"], ["x y"]]


def model() -> Model:
    lm = LanguageModel.train(["x y", "y z", "x", "w"], LMOptions(order=2))
    return Model(rules_of(CORPUS), [lm], decoder="treelet")


def test_phrases_are_tuned_and_treelets_keep_their_share(tmp_path: Path) -> None:
    untuned = model()
    untuned.weights["phrase_direct"] = -2.0  # the rare translation is preferred
    sentences = [Input(["a"]), Input(["a", "b"])]
    options = TuneOptions(
        method="mert", metric="chrf", iterations=4, nonnegative=("treelet.broken",)
    )
    weights = tune_phrases(untuned, sentences, REFERENCES, options, tmp_path / "run", 20, 1)
    before = dict(untuned.weights)
    assert list(weights) == list(before)
    ours = [name for name in before if name.startswith("treelet.")]
    assert ours and all(weights[name] == before[name] for name in ours)
    shared = [name for name in before if name not in ours]
    assert any(weights[name] != pytest.approx(before[name]) for name in shared)
    assert sum(abs(weights[n]) for n in shared) == pytest.approx(
        sum(abs(before[n]) for n in shared)
    )


def test_weights_of_phrases_that_are_fixed_stay(tmp_path: Path) -> None:
    untuned = model()
    options = TuneOptions(method="mira", iterations=2, fixed=("lm", "treelet.syntax"))
    sentences = [Input(["a"]), Input(["a", "b"])]
    weights = tune_phrases(untuned, sentences, REFERENCES, options, tmp_path / "run", 20, 1)
    assert weights["lm"] == untuned.weights["lm"]
    with pytest.raises(ConfigError, match="no references"):
        tune_phrases(untuned, sentences, [], options, tmp_path / "other", 20, 1)


def test_the_weight_of_words_makes_translations_as_long_as_the_references() -> None:
    """A phrase has a short and a long translation; the short one is preferred until words are worth more."""
    corpus = [
        ("a", "(NP (NN x))", "0-0"),
        ("a", "(NP (NN x))", "0-0"),
        ("a", "(NP (DT w) (NN x))", "0-0 0-1"),
    ]
    lm = LanguageModel.train(["x", "w x"], LMOptions(order=2))
    short = Model(rules_of(corpus), [lm], decoder="treelet")
    short.weights["word_penalty"] = -0.1
    sentences = [Input(["a"]), Input(["a"])]
    assert [one.text for one in short.decoder().decode(sentences)] == ["x", "x"]
    weights = match_length(short, sentences, [["w x"], ["w x"]], 1)
    assert [n for n in weights if weights[n] != short.weights[n]] == ["word_penalty"]
    long = short.changed(weights=weights)
    assert [one.text for one in long.decoder().decode(sentences)] == ["w x", "w x"]
    assert match_length(long, sentences, [["x"], ["x"]], 1) == weights
    assert match_length(short, sentences, [["x"], ["x"]], 1) == dict(short.weights)


def test_only_what_treelets_compete_with_is_tuned_with_them() -> None:
    names = ["lm", "phrase_direct", "word_penalty", "unknown", "distortion", "treelet.syntax"]
    assert fixed_with_treelets(names) == ("phrase_direct", "unknown")
