"""Is the difference between two systems more than chance? Three tests, all on additive statistics.

- ``bootstrap``: paired bootstrap resampling (Koehn 2004), two-sided;
- ``randomization``: approximate randomization (Riezler & Maxwell 2005), two-sided;
- ``sign_test``: Collins et al. 2005: does replacing one sentence of the baseline's output by the other system's
  raise or lower the corpus score? Sentences that rise against sentences that fall, under a two-sided sign test.

With the same seed the two resampling tests draw the same samples as sacreBLEU. Randomization gives its p, except for
ties: a sample that differs exactly as much as observed counts as chance, so that equal outputs have p = 1. Bootstrap
gives a larger p. sacreBLEU takes the absolute differences of the samples before it centres them: it counts one side of
two, and where there is no difference the folded samples look even less like chance. Of pairs of systems that do not
differ it finds 11% to differ with p < 0.05, and 59% with p < 0.2. Here signed differences are centred, and 5% and 20%
of them do (``tests/evaluate/test_significance.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dragoman.evaluate.metric import Matrix, Metric

_BLOCK = 1 << 23


@dataclass(frozen=True)
class Resampled:
    """Outcome of a resampling test of system B against baseline A."""

    p: float
    wins: float
    """Share of the samples in which B scores better than A."""
    low: float
    high: float
    """95% interval of the difference B - A (for randomization: of chance differences)."""


@dataclass(frozen=True)
class Signs:
    """Outcome of a sign test."""

    rises: int
    falls: int
    same: int
    p: float


def _p_value(samples: Matrix, observed: float) -> float:
    chance = np.count_nonzero(samples >= observed - 1e-9)
    return float((chance + 1) / (len(samples) + 1))


def _blocks(samples: int, sentences: int) -> list[int]:
    rows = max(1, _BLOCK // max(1, sentences))
    return [min(rows, samples - start) for start in range(0, samples, rows)]


def _summary(metric: Metric, a: Matrix, b: Matrix, p: float) -> Resampled:
    sign = 1 if metric.higher_is_better else -1
    low, high = np.quantile(b - a, [0.025, 0.975])
    return Resampled(p, float(np.mean(sign * (b - a) > 0)), float(low), float(high))


def resampled_scores(metric: Metric, systems: list[Matrix], samples: int, seed: int) -> Matrix:
    """Scores of every system on the same bootstrap samples of the sentences: one row a system."""
    rng = np.random.default_rng(seed)
    sentences = len(systems[0])
    parts = []
    for rows in _blocks(samples, sentences):
        drawn = rng.choice(sentences, size=(rows, sentences), replace=True)
        drawn += sentences * np.arange(rows)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * sentences).reshape(rows, sentences)
        weights = counts.astype(np.float64)
        parts.append([metric.scores(weights @ system) for system in systems])
    return np.concatenate(parts, axis=1)


def bootstrap(
    metric: Metric, a: Matrix, b: Matrix, samples: int = 1000, seed: int = 1
) -> Resampled:
    """Return the result of paired bootstrap resampling; ``a`` and ``b`` hold one row of statistics per sentence.

    Args:
        metric: What is compared.
        a: The baseline's statistics, a row for each sentence.
        b: The other system's statistics, a row for each sentence.
        samples: How many samples are drawn.
        seed: The seed of the samples.
    """
    return bootstrap_runs(metric, [a], [b], samples, seed)


def bootstrap_runs(
    metric: Metric, a: list[Matrix], b: list[Matrix], samples: int = 1000, seed: int = 1
) -> Resampled:
    """Paired bootstrap of systems that were tuned several times: each sample scores a system by its runs' mean."""
    scores = resampled_scores(metric, [*a, *b], samples, seed)
    scores_a, scores_b = scores[: len(a)].mean(axis=0), scores[len(a) :].mean(axis=0)
    observed = abs(mean_score(metric, b) - mean_score(metric, a))
    differences = scores_b - scores_a
    p = _p_value(np.abs(differences - differences.mean()), observed)
    return _summary(metric, scores_a, scores_b, p)


def mean_score(metric: Metric, runs: list[Matrix]) -> float:
    """The mean of the corpus scores of a system's runs."""
    return math.fsum(metric.score(rows.sum(axis=0)) for rows in runs) / len(runs)


def randomization(
    metric: Metric, a: Matrix, b: Matrix, samples: int = 1000, seed: int = 1
) -> Resampled:
    """Return the result of approximate randomization: the systems' outputs are swapped, sentence by sentence.

    Args:
        metric: What is compared.
        a: The baseline's statistics, a row for each sentence.
        b: The other system's statistics, a row for each sentence.
        samples: How many samples are drawn.
        seed: The seed of the samples.
    """
    rng = np.random.default_rng(seed)
    observed = abs(metric.score(b.sum(axis=0)) - metric.score(a.sum(axis=0)))
    total = a.sum(axis=0) + b.sum(axis=0)
    shuffled = []
    for rows in _blocks(samples, len(a)):
        keep = rng.integers(2, size=(rows, len(a)), dtype=bool).astype(np.float64)
        first = keep @ (a - b) + b.sum(axis=0)
        shuffled.append((metric.scores(first), metric.scores(total - first)))
    scores_a, scores_b = (np.concatenate(parts) for parts in zip(*shuffled, strict=True))
    p = _p_value(np.abs(scores_a - scores_b), observed)
    return _summary(metric, scores_a, scores_b, p)


def binomial_two_sided(successes: int, failures: int) -> float:
    """The exact probability of a split that is at least as uneven, if both sides are equally likely."""
    n = successes + failures
    if n == 0:
        return 1.0
    logs = [
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2)
        for k in range(min(successes, failures) + 1)
    ]
    return min(1.0, 2 * math.fsum(math.exp(x) for x in logs))


def sign_test(metric: Metric, a: Matrix, b: Matrix) -> Signs:
    """Return the sign test of Collins et al. 2005 (section 5): rises and falls of the corpus score.

    Args:
        metric: What is compared.
        a: The baseline's statistics, a row for each sentence.
        b: The other system's statistics, a row for each sentence.
    """
    total = a.sum(axis=0)
    base = metric.gains(total[None])[0]
    changed = (a != b).any(axis=1)
    gains = metric.gains(total + (b - a)) - base
    rises = int(np.count_nonzero((gains > 1e-12) & changed))
    falls = int(np.count_nonzero((gains < -1e-12) & changed))
    return Signs(rises, falls, len(a) - rises - falls, binomial_two_sided(rises, falls))
