from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from sacrebleu.metrics import bleu
from sacrebleu.significance import PairedTest

from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import (
    binomial_two_sided,
    bootstrap,
    randomization,
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


@pytest.mark.parametrize(("test", "ours"), [("bs", bootstrap), ("ar", randomization)])
def test_p_values_are_sacrebleus(corpus, test, ours, monkeypatch) -> None:
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
    metric = BLEU()
    rows = [metric.corpus_statistics(x, [reference]) for x in (a, b)]
    found = ours(metric, *rows, samples=500, seed=12345)
    assert found.p == pytest.approx(scores["BLEU"][1].p_value, abs=2.1 / 501)


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
