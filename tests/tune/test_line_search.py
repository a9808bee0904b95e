"""The line search against brute force, on k-best lists and on forests."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import (
    CandidateLists,
    bleu_counts,
    forest_envelope,
    line_envelopes,
    metric_gain,
)
from dragoman._core import Forest as NativeForest
from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.forest import Forest
from dragoman.tune.climb import Box, ClimbPlan, climb, climb_plainly
from dragoman.tune.forest_surface import ForestSurface
from dragoman.tune.line_search import Best, KBestSurface, Range, search_line
from dragoman.tune.lists import Candidate, stack_lists
from dragoman.tune.mert import Mert, MertOptions
from dragoman.tune.tuner import Context
from support.tune.synthetic import as_lists, world

WORDS = ["a", "b", "c", "d", "e"]
OPTIONS = MetricOptions("none", order=2)
EVERYWHERE = Range(-400, 400)


def random_problem(seed: int):
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 5))
    lists, references = [], []
    for _ in range(int(rng.integers(1, 6))):
        reference = " ".join(rng.choice(WORDS, rng.integers(1, 7)))
        its = []
        for _ in range(int(rng.integers(1, 9))):
            words = tuple(str(w) for w in rng.choice(WORDS, rng.integers(0, 7)))
            its.append(Candidate(words, rng.integers(-3, 4, width).astype(float)))
        lists.append(its)
        references.append((reference,))
    return rng, lists, references, width


def gains_everywhere(lists, weights, direction, grid):
    """The gain of the model's choices at every point of the grid, by taking the best of each list."""
    sums = np.zeros((len(grid), lists.metric.size))
    for s in range(lists.sentences):
        mine = slice(int(lists.offsets[s]), int(lists.offsets[s + 1]))
        rows = lists.features[mine]
        scores = (rows @ weights)[:, None] + np.outer(rows @ direction, grid)
        sums += lists.statistics[mine][scores.argmax(axis=0)]
    return lists.metric.gains(sums)


@pytest.mark.parametrize("name", ["bleu", "ter", "chrf", "0.5*bleu+0.5*ter"])
@given(seed=st.integers(0, 10**6))
def test_line_search_is_as_good_as_a_fine_grid(name: str, seed: int) -> None:
    rng, candidates, references, width = random_problem(seed)
    metric = make_metric(name, OPTIONS)
    lists = as_lists(candidates, references, metric)
    weights, direction = rng.normal(size=width), rng.normal(size=width)
    grid = np.concatenate([np.linspace(-6, 6, 1201), np.linspace(-300, 300, 601)]) + 0.00137
    most = gains_everywhere(lists, weights, direction, grid).max()
    surface = KBestSurface(lists)
    native = surface.native.line_search(metric.formula(), weights, direction, -400, 400, 0)
    for best in (search_line(surface, weights, direction, EVERYWHERE), Best(*native)):
        assert lists.gain(weights + best.x * direction) == pytest.approx(best.gain, abs=1e-6)
        assert best.gain >= most - 1e-6


@pytest.mark.parametrize("name", ["bleu", "ter", "chrf", "0.5*bleu+0.25*ter+chrf"])
@given(seed=st.integers(0, 10**6))
def test_native_formulas_are_the_metrics(name: str, seed: int) -> None:
    _, candidates, references, _ = random_problem(seed)
    metric = make_metric(name, OPTIONS)
    texts = [[" ".join(c.tokens) for c in its] for its in candidates]
    rows = np.vstack(metric.candidate_statistics(texts, references))
    found = [metric_gain(metric.formula(), row) for row in rows]
    assert found == pytest.approx(metric.gains(rows).tolist(), abs=1e-9)


@pytest.mark.parametrize("name", ["bleu", "0.5*bleu+0.5*ter"])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("window", [0, 2])
def test_native_climbs_are_the_plain_ones(name: str, seed: int, window: int) -> None:
    lists = as_lists(*world(seed, 12, 10), make_metric(name, MetricOptions("none")))
    rng = np.random.default_rng(seed)
    width = lists.features.shape[1]
    passes = [np.vstack([np.eye(width), rng.normal(size=(3, width))]) for _ in range(4)]
    box = Box(np.zeros(width), rng.uniform(1, 4, width))
    plan = ClimbPlan(box.pulled(rng.normal(size=(5, width))), np.array(passes), box, window, 1e-4)
    surface = KBestSurface(lists)
    native, plain = climb(surface, plan, threads=2), climb_plainly(surface, plan)
    assert sorted(native.gains) == pytest.approx(sorted(plain.gains), abs=1e-9)
    best = [climbed.weights[np.argmax(climbed.gains)] for climbed in (native, plain)]
    assert lists.gain(best[0]) == pytest.approx(lists.gain(best[1]), abs=1e-9)


def test_candidates_that_cannot_be_told_apart_are_kept_once() -> None:
    lists = as_lists(*world(1, 6, 5), make_metric("bleu", OPTIONS))
    twice = stack_lists(
        [np.repeat(part, 2, axis=0) for part in np.split(lists.features, 6)],
        [np.repeat(part, 2, axis=0) for part in np.split(lists.statistics, 6)],
        lists.metric,
    )
    assert KBestSurface(twice).native.candidates == 30
    weights, direction = np.ones(5), np.array([1.0, -1, 0.5, 2, 0])
    formula = lists.metric.formula()
    found = [
        KBestSurface(x).native.line_search(formula, weights, direction, -9, 9, 3)
        for x in (lists, twice)
    ]
    assert found[0] == found[1]


@given(st.integers(0, 10**6))
def test_envelopes_are_the_argmax_everywhere(seed: int) -> None:
    rng, candidates, references, width = random_problem(seed)
    lists = as_lists(candidates, references, make_metric("bleu", OPTIONS))
    weights, direction = rng.normal(size=width), rng.normal(size=width)
    starts, chosen, offsets = line_envelopes(lists.features, lists.offsets, weights, direction, 2)
    for s in range(lists.sentences):
        mine = slice(int(offsets[s]), int(offsets[s + 1]))
        assert starts[mine][0] == -np.inf
        assert (np.diff(starts[mine][1:]) > 0).all()
        rows = lists.features[int(lists.offsets[s]) : int(lists.offsets[s + 1])]
        for x in rng.normal(0, 5, 20):
            at = int(np.searchsorted(starts[mine], x)) - 1
            scores = rows @ (weights + x * direction)
            row = lists.features[int(chosen[mine][at])]
            assert row @ (weights + x * direction) == pytest.approx(scores.max(), abs=1e-9)


def random_forest(rng: np.random.Generator, width: int) -> tuple[Forest, list[Candidate]]:
    """A small forest, and all its derivations."""
    edges = []
    derivations: list[list[tuple[tuple[str, ...], np.ndarray]]] = []
    for head in range(int(rng.integers(2, 5))):
        mine = []
        for _ in range(int(rng.integers(1, 4))):
            tails = [
                int(t) for t in rng.integers(0, max(1, head), rng.integers(0, 3) if head else 0)
            ]
            while prod(len(derivations[t]) for t in tails) > 500:
                tails.pop()
            side = [int(w) for w in rng.integers(0, len(WORDS), rng.integers(0, 3))]
            side += [-2 - k for k in range(len(tails))]
            rng.shuffle(side)
            row = rng.normal(size=width).astype(np.float32).astype(float)
            for parts in product(*(derivations[t] for t in tails)):
                words: list[str] = []
                for s in side:
                    words += [WORDS[s]] if s >= 0 else parts[-2 - s][0]
                mine.append((tuple(words), row + sum((p[1] for p in parts), np.zeros(width))))
            edges.append((head, tails, side, row.tolist(), 0.0))
        derivations.append(mine)
    names = [f"feature {i}" for i in range(width)]
    forest = Forest(NativeForest.build(WORDS, width, edges), names, ["source"])
    return forest, [Candidate(words, row) for words, row in derivations[-1]]


@given(st.integers(0, 10**6))
def test_forests_equal_their_exhaustive_lists(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width = 3
    pairs = [random_forest(rng, width) for _ in range(3)]
    pairs = [(f, c) for f, c in pairs if len(c) <= 2000]
    if not pairs:
        return
    references = [(" ".join(rng.choice(WORDS, 5)),) for _ in pairs]
    metric = make_metric("bleu", OPTIONS)
    surface = ForestSurface([f for f, _ in pairs], references, metric)
    lists = KBestSurface(as_lists([c for _, c in pairs], references, metric))
    weights, direction = rng.normal(size=width), rng.normal(size=width)
    a, b = (search_line(s, weights, direction, EVERYWHERE) for s in (surface, lists))
    assert a.gain == pytest.approx(b.gain, abs=1e-9)
    assert a.x == pytest.approx(b.x, rel=1e-6, abs=1e-6)


@given(st.integers(0, 10**6))
def test_forests_and_lists_equal_the_lists_of_both(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pairs = [(f, c) for f, c in (random_forest(rng, 3) for _ in range(3)) if len(c) <= 500]
    if not pairs:
        return
    references = [(" ".join(rng.choice(WORDS, 5)),) for _ in pairs]
    more = [
        [Candidate(tuple(rng.choice(WORDS, 4)), 2 * rng.normal(size=3)) for _ in range(4)]
        for _ in pairs
    ]
    metric = make_metric("bleu", OPTIONS)
    surface = ForestSurface(
        [f for f, _ in pairs], references, metric, as_lists(more, references, metric)
    )
    both = [c + its for (_, c), its in zip(pairs, more, strict=True)]
    lists = KBestSurface(as_lists(both, references, metric))
    weights, direction = rng.normal(size=3), rng.normal(size=3)
    within = Range(-float(rng.uniform(0, 3)), float(rng.uniform(0, 3)))
    a, b = (search_line(s, weights, direction, within) for s in (surface, lists))
    assert (a.x, a.gain, a.smooth, a.stay) == pytest.approx((b.x, b.gain, b.smooth, b.stay))


def test_a_forest_without_derivations_has_an_empty_envelope() -> None:
    empty = NativeForest.build(WORDS, 2, [])
    starts, slopes, intercepts, text, words = forest_envelope(empty, np.ones(2), np.ones(2), -9, 9)
    assert [len(x) for x in (starts, slopes, intercepts, text, words)] == [0, 0, 0, 1, 0]


def test_mert_climbs_on_forests() -> None:
    rng = np.random.default_rng(5)
    pairs = [random_forest(rng, 4) for _ in range(8)]
    references = [(" ".join(max(c, key=lambda x: x.features.sum()).tokens),) for _, c in pairs]
    metric = make_metric("bleu", OPTIONS)
    surface = ForestSurface([f for f, _ in pairs], references, metric)
    start = -np.ones(4)
    weights = Mert(MertOptions(restarts=4)).update_on(surface, start, Context())
    lists = as_lists([c for _, c in pairs], references, metric)
    assert lists.gain(weights) > lists.gain(start) + 20


def climb_plan(**changes: object) -> ClimbPlan:
    plan = ClimbPlan(np.ones((1, 2)), np.ones((1, 1, 2)), Box(np.ones(2), np.ones(2)), 0, 0.02)
    return replace(plan, **changes)


def test_bad_arrays_are_refused() -> None:
    forest, _ = random_forest(np.random.default_rng(1), 2)
    one = np.ones(2)
    with pytest.raises(ConfigError, match="per feature"):
        forest_envelope(forest.native, np.ones(3), one, -9, 9)
    with pytest.raises(ConfigError, match="per feature"):
        forest_envelope(forest.native, one, np.ones(1), -9, 9)
    with pytest.raises(ConfigError):
        line_envelopes(np.ones((2, 2)), np.array([0, 3], np.uint64), one, one, 1)
    with pytest.raises(ConfigError):
        CandidateLists(np.ones((2, 2)), np.ones((3, 2)), np.array([0, 2], np.uint64))
    lists = CandidateLists(np.ones((2, 2)), np.ones((2, 2)), np.array([0, 2], np.uint64))
    with pytest.raises(ConfigError, match="not those of the metric"):
        lists.line_search([("bleu", 1.0, 4)], one, one, -9, 9, 0)
    with pytest.raises(ConfigError, match="no native formula"):
        lists.line_search([("nist", 1.0, 4)], one, one, -9, 9, 0)
    with pytest.raises(ConfigError, match="per feature"):
        lists.line_search([("ter", 1.0, 0)], np.ones(3), one, -9, 9, 0)
    with pytest.raises(ConfigError, match="per feature"):
        lists.climb([("ter", 1.0, 0)], climb_plan(starts=np.ones((1, 3))), 1)
    with pytest.raises(ConfigError, match=r"^starts: the value .* cannot be used"):
        lists.climb([("ter", 1.0, 0)], climb_plan(starts=np.ones(3)), 1)
    with pytest.raises(ConfigError, match=r"^window: the value -1 cannot be used"):
        lists.climb([("ter", 1.0, 0)], climb_plan(window=-1), 1)
    with pytest.raises(ConfigError):
        metric_gain([("ter", 1.0, 0)], np.ones(3))
    words, text = np.zeros(3, np.uint32), np.array([0, 3], np.uint64)
    sentence = np.array([0, 1], np.uint64)
    with pytest.raises(ConfigError):
        bleu_counts(words, text, sentence, words, text, np.array([0, 0], np.uint64), 4, 1)
    with pytest.raises(ConfigError):
        bleu_counts(words, text, np.array([0, 2], np.uint64), words, text, sentence, 4, 1)
