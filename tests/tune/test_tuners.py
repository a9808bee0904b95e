"""One suite for every tuner."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.tune.lists import Candidate
from dragoman.tune.mert import MertOptions
from dragoman.tune.methods import METHODS, make_tuner
from dragoman.tune.pro import logistic
from dragoman.tune.tuner import Context
from support.tune.synthetic import PLANTED, as_lists, cosine, world

START = np.full(len(PLANTED), 0.2)


@pytest.mark.parametrize("method", METHODS)
def test_recovers_planted_weights(method: str) -> None:
    metric = make_metric("bleu", MetricOptions("none"))
    lists = as_lists(*world(1, 150), metric)
    tuner = make_tuner(method)
    weights = START
    for iteration in range(1, 4):
        weights = tuner.update(lists, weights, Context(iteration=iteration))
    assert cosine(weights, PLANTED) > 0.96
    assert lists.gain(weights) > lists.gain(PLANTED) - 1.5
    held_out = as_lists(*world(2), metric)
    assert held_out.gain(weights) > held_out.gain(START) + 5
    assert held_out.gain(weights) > held_out.gain(PLANTED) - 3


@pytest.mark.parametrize("name", ["ter", "0.5*bleu+0.5*chrf"])
@pytest.mark.parametrize("method", METHODS)
def test_tunes_for_other_metrics(method: str, name: str) -> None:
    lists = as_lists(*world(7, 25, 15), make_metric(name, MetricOptions("none")))
    weights = make_tuner(method).update(lists, START, Context())
    assert lists.gain(weights) > lists.gain(START) + 5


@pytest.mark.parametrize("method", METHODS)
def test_is_deterministic_for_any_number_of_threads(method: str) -> None:
    lists = as_lists(*world(3, 20, 15), make_metric("bleu", MetricOptions("none")))
    found = [make_tuner(method).update(lists, START, Context(seed=7, threads=n)) for n in (1, 1, 3)]
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes()


@pytest.mark.parametrize("method", METHODS)
def test_fixed_weights_stay(method: str) -> None:
    lists = as_lists(*world(4, 20, 15), make_metric("bleu", MetricOptions("none")))
    tunable = (True, True, True, True, False)
    found = make_tuner(method).update(lists, START, Context(tunable=tunable))
    assert found[4] == START[4]
    assert not np.allclose(found, START)


@pytest.mark.parametrize("seed", range(4))
def test_mert_stays_above_the_least_weights(seed: int) -> None:
    """The free search makes some of these weights negative."""
    lists = as_lists(*world(seed, 20, 15), make_metric("bleu", MetricOptions("none")))
    start = np.abs(START)
    free = make_tuner("mert").update(lists, start, Context(seed=seed))
    least = tuple(0.0 if weight < 0 else -np.inf for weight in free)
    bound = make_tuner("mert").update(lists, start, Context(seed=seed, least=least))
    assert (bound >= np.array(least)).all()
    assert lists.gain(bound) > lists.gain(start)


def test_averaging_seeds_keeps_the_gain() -> None:
    lists = as_lists(*world(5, 30, 20), make_metric("bleu", MetricOptions("none")))
    one, three = (
        make_tuner("mert", MertOptions(restarts=2, seeds=n)).update(lists, START, Context())
        for n in (1, 3)
    )
    assert not np.allclose(one, three)
    assert lists.gain(three) > lists.gain(START)
    assert lists.gain(one) > lists.gain(START)


def test_lists_without_choice_leave_weights_alone() -> None:
    lists = as_lists(*world(6, 5, 1), make_metric("bleu", MetricOptions("none")))
    for method in METHODS:
        found = make_tuner(method).update(lists, START, Context())
        assert cosine(found, START) > 0.999999


def test_logistic_regression_is_at_its_minimum() -> None:
    rng = np.random.default_rng(1)
    data = rng.normal(size=(300, 3)) + np.array([0.5, -0.2, 0.1])
    weights = logistic(data, 1e-3)
    scale = np.sqrt((data**2).mean(axis=0))

    def loss(w: np.ndarray) -> float:
        return float(np.logaddexp(0, -data @ w).mean() + 0.5e-3 * ((w * scale) ** 2).sum())

    for step in 1e-3 * np.vstack([np.eye(3), -np.eye(3)]):
        assert loss(weights) < loss(weights + step)


def test_unknown_methods_are_one_sentence() -> None:
    with pytest.raises(ConfigError, match="no tuning method 'mrt'"):
        make_tuner("mrt")
    with pytest.raises(ConfigError, match="not options of pro"):
        make_tuner("pro", MertOptions())


def test_mert_goes_little_farther_than_it_must() -> None:
    """Beyond 0.1 the weight of the second feature changes nothing more: it must not run away."""
    metric = make_metric("bleu", MetricOptions("none"))
    good = Candidate(tuple("abcde"), np.array([-1.1, 1.0]))
    bad = Candidate(tuple("abxyz"), np.array([-1.0, 0.0]))
    lists = as_lists([[good, bad]] * 10, [["a b c d e"]] * 10, metric)
    found = make_tuner("mert").update(lists, np.array([1.0, 0.0]), Context(tunable=(False, True)))
    assert lists.gain(found) == pytest.approx(100)
    assert 0.1 < found[1] < 1
