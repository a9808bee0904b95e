from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from sacrebleu.metrics import bleu
from sacrebleu.significance import PairedTest

from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import (
    binomial_two_sided,
    bootstrap,
    randomization,
    resampled_scores,
    sign_test,
)

VOCABULARY = [f"w{i}" for i in range(30)]


def noisy(text: str, rate: float, rng: random.Random) -> str:
    return " ".join(rng.choice(VOCABULARY) if rng.random() < rate else w for w in text.split())


@pytest.fixture(scope="module")
def corpus() -> tuple[list[str], list[str], list[str]]:
    rng = random.Random(3)
    reference = [" ".join(rng.choices(VOCABULARY, k=rng.randint(5, 20))) for _ in range(120)]
    a = [noisy(line, 0.35, rng) for line in reference]
    b = [noisy(line, 0.3, rng) for line in reference]
    return reference, a, b


def sacrebleus(corpus, test: str, monkeypatch) -> float:
    """The p of sacreBLEU's test of two systems."""
    reference, a, b = corpus
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    peer = PairedTest(
        [("a", a), ("b", b)],
        {"BLEU": bleu.BLEU(force=True)},
        [reference],
        test_type=test,
        n_samples=500,
    )
    _, scores = peer()
    p = scores["BLEU"][1].p_value
    assert p is not None
    return p


def statistics(corpus) -> tuple[BLEU, Matrix, Matrix]:
    reference, a, b = corpus
    metric = BLEU()
    first, second = (metric.corpus_statistics(x, [reference]) for x in (a, b))
    return metric, first, second


def test_randomization_gives_sacrebleus_p(corpus, monkeypatch) -> None:
    metric, a, b = statistics(corpus)
    found = randomization(metric, a, b, samples=500, seed=12345)
    assert found.p == pytest.approx(sacrebleus(corpus, "ar", monkeypatch), abs=2.1 / 501)


def test_the_samples_of_the_bootstrap_are_sacrebleus(corpus, monkeypatch) -> None:
    """Its p comes out of them if their differences are folded before they are centred."""
    metric, a, b = statistics(corpus)
    first, second = resampled_scores(metric, [a, b], 500, 12345)
    folded = np.abs(second - first)
    observed = abs(metric.score(b.sum(axis=0)) - metric.score(a.sum(axis=0)))
    p = (np.count_nonzero(folded - folded.mean() >= observed) + 1) / 501
    assert p == pytest.approx(sacrebleus(corpus, "bs", monkeypatch), abs=2.1 / 501)


def test_p_is_as_often_small_by_chance_as_it_says() -> None:
    """Systems of the same quality: p < 0.2 in a fifth of the cases, whichever test; and the two tests agree."""
    rng = random.Random(11)
    metric = BLEU()
    found: dict[str, list[float]] = {"bootstrap": [], "randomization": []}
    for trial in range(200):
        reference = [" ".join(rng.choices(VOCABULARY, k=rng.randint(5, 12))) for _ in range(40)]
        a, b = (
            metric.corpus_statistics([noisy(line, 0.3, rng) for line in reference], [reference])
            for _ in range(2)
        )
        found["bootstrap"].append(bootstrap(metric, a, b, 200, trial).p)
        found["randomization"].append(randomization(metric, a, b, 200, trial).p)
    for values in found.values():
        assert np.mean(np.array(values) < 0.2) == pytest.approx(0.2, abs=0.09)
        assert np.mean(np.array(values) < 0.5) == pytest.approx(0.5, abs=0.12)
    ratios = np.array(found["bootstrap"]) / np.array(found["randomization"])
    assert 0.85 < np.median(ratios) < 1.15


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "0.5*bleu+0.5*ter"])
def test_the_same_output_is_no_difference_and_a_planted_one_is(corpus, name) -> None:
    reference, a, _ = corpus
    metric = make_metric(name)
    better = [r if i % 3 == 0 else h for i, (r, h) in enumerate(zip(reference, a, strict=True))]
    rows, good = (metric.corpus_statistics(x, [reference]) for x in (a, better))
    for test in (bootstrap, randomization):
        assert test(metric, rows, rows, 200).p > 0.99
        found = test(metric, rows, good, 200)
        assert found.p < 0.01
        assert test(metric, rows, good, 200) == found
    assert bootstrap(metric, rows, good, 200).wins == 1.0
    assert sign_test(metric, rows, rows).p == 1.0
    signs = sign_test(metric, rows, good)
    assert signs.p < 1e-6
    assert signs.rises > 30
    assert signs.rises + signs.falls + signs.same == len(reference)


def test_sign_test_counts_replacements_one_by_one(corpus) -> None:
    reference, a, b = corpus
    metric = BLEU()
    rows_a, rows_b = (metric.corpus_statistics(x, [reference]) for x in (a, b))
    base = metric.score(rows_a.sum(axis=0))
    signs = np.sign(
        [
            metric.score(rows_a.sum(axis=0) - x + y) - base
            for x, y in zip(rows_a, rows_b, strict=True)
        ]
    )
    found = sign_test(metric, rows_a, rows_b)
    assert (found.rises, found.falls) == (np.sum(signs > 0), np.sum(signs < 0))


@pytest.mark.parametrize("n", [0, 1, 5, 10])
def test_binomial_is_exact(n: int) -> None:
    outcomes = [sum(bits) for bits in product((0, 1), repeat=n)]
    for k in range(n + 1):
        extreme = sum(abs(2 * x - n) >= abs(2 * k - n) for x in outcomes)
        assert binomial_two_sided(k, n - k) == pytest.approx(extreme / 2**n)
