"""K-best lists, expectations and MBR of random forests of any arity, against enumeration."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import Forest as NativeForest
from dragoman.common.errors import ConfigError, ModelError
from support.examples import examples
from support.forest.random_forests import MOST, enumerate_all, make, random_edges, seeds


@settings(max_examples=examples(60), deadline=None)
@given(seeds, st.booleans())
def test_kbest(seed, distinct):
    edges = random_edges(seed)
    expected = sorted(enumerate_all(edges), key=lambda d: -d[0])
    if distinct:
        seen: set[tuple[str, ...]] = set()
        expected = [d for d in expected if not (d[1] in seen or seen.add(d[1]))]
    found = make(edges).kbest(500, distinct)
    assert [d.score for d in found] == pytest.approx([d[0] for d in expected[:500]])
    assert all(
        sorted(d.tokens for d in found if abs(d.score - s) < 1e-9)
        == sorted(d[1] for d in expected if abs(d[0] - s) < 1e-9)
        for s in {d.score for d in found}
        if len(expected) <= 500
    )
    for derivation in found[:20]:
        assert derivation.score == pytest.approx(
            0.5 * derivation.features.get("one", 0) + 0.25 * derivation.features.get("two", 0)
        )
        assert sorted(p for s in derivation.steps for p in s.target_positions) == list(
            range(len(derivation.tokens))
        )


@settings(max_examples=examples(40), deadline=None)
@given(seeds, st.sampled_from([0.5, 1.0, 2.0]))
def test_expected_features(seed, scale):
    edges = random_edges(seed)
    everything = enumerate_all(edges)
    weights = np.array([math.exp(scale * d[0]) for d in everything])
    expected = sum(w * d[2] for w, d in zip(weights, everything, strict=True)) / weights.sum()
    forest = make(edges)
    assert list(forest.expected_features(scale).values()) == pytest.approx(list(expected), abs=1e-6)
    size = sum(w * d[3] for w, d in zip(weights, everything, strict=True)) / weights.sum()
    assert forest.posteriors(scale).sum() == pytest.approx(size)


def test_rescoring():
    forest = make(random_edges(5))
    other = forest.rescore({"one": -1.0, "two": 2.0})
    assert other.scores == pytest.approx(forest.features @ np.array([-1.0, 2.0]))
    assert forest.scores == pytest.approx(forest.features @ np.array([0.5, 0.25]))
    with pytest.raises(ConfigError, match="'two' has no weight"):
        forest.rescore({"one": 1.0})
    with pytest.raises(ConfigError, match="'three'"):
        forest.rescore({"one": 1.0, "two": 1.0, "three": 1.0})


@settings(max_examples=examples(60), deadline=None)
@given(seeds, st.integers(0, 15))
def test_pruning_keeps_the_edges_of_the_best_derivations(seed, count):
    whole = make(random_edges(seed))
    derivations = whole.native.kbest(3 * MOST)
    merit = [
        max((s for s, edges in derivations if e in edges), default=None) for e in range(whole.edges)
    ]
    finite = sorted((m for m in merit if m is not None), reverse=True)
    least = finite[min(count, len(finite) - 1)]
    kept = [e for e, m in enumerate(merit) if m is not None and m >= least]
    pruned = whole.pruned(count)
    assert pruned.features.tolist() == whole.features[kept].tolist()
    assert pruned.scores.tolist() == whole.scores[kept].tolist()
    assert pruned.native.rule.tolist() == whole.native.rule[kept].tolist()
    expected = [
        (score, [kept.index(e) for e in edges])
        for score, edges in derivations
        if set(edges) <= set(kept)
    ]
    assert pruned.native.kbest(3 * MOST) == expected


def test_pruning_a_forest_without_derivations():
    assert len(make([]).pruned(5)) == 0
    impossible = make([(0, [], [0], [0, 0], -math.inf)])
    assert len(impossible.pruned(5)) == 0


def test_mbr_prefers_the_middle():
    """Two close texts outweigh a slightly better outsider."""
    texts = [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 2]]
    scores = [0.1, 0.0, 0.0]
    edges = [(0, [], text, [0, 0], score) for text, score in zip(texts, scores, strict=True)]
    forest = make(edges)
    assert forest.kbest(1)[0].tokens == ("a",) * 5
    assert forest.mbr(10, 1.0).tokens[:4] == ("b",) * 4


def test_deep_chain():
    """A derivation of many steps does not exhaust the stack."""
    size = 30_000
    edges = [(0, [], [0], [0, 0], 0.0), (0, [], [1], [0, 0], -1.0)]
    edges += [(n, [n - 1], [-2, 2], [0, 0], 0.0) for n in range(1, size)]
    best = make(edges).kbest(3)
    assert [d.score for d in best] == [0.0, -1.0]
    assert len(best[1].tokens) == size


def test_json():
    whole = json.loads(make(random_edges(7)).to_json())
    assert whole["nodes"] == max(edge["head"] for edge in whole["edges"]) + 1
    assert {"head", "tails", "rule", "target", "score", "features"} <= set(whole["edges"][0])


def test_broken_forests_are_refused():
    with pytest.raises(ModelError, match="tails"):
        NativeForest.build(["a"], 0, [(0, [0], [-2], [], 0.0)])
    with pytest.raises(ModelError, match="symbol"):
        NativeForest.build(["a"], 0, [(0, [], [1], [], 0.0)])
    with pytest.raises(ModelError, match="no edge"):
        NativeForest.build(["a"], 0, [(1, [], [0], [], 0.0)])
    assert make([]).kbest(3) == []
