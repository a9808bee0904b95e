"""Cohesion of phrases with gaps, against its definitions in ``dragoman.cohesion.definition``."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.cohesion.definition import is_cohesive
from dragoman.corpus.dependency import DependencyTree
from dragoman.search import (
    COHESION_FEATURES,
    GAP_FEATURES,
    DecodeRequest,
    Input,
    PhraseDecoder,
    SearchOptions,
)
from support.examples import examples
from support.search import gappy
from support.search.gap_phrases import decoder_of
from support.search.trees import random_tree, step_features

relaxed = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
searches = pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6, "gap_limit": 0}


def decoder_with(model, seed, cohesion, **options):
    rng = random.Random(seed)
    weights = model.weights | {name: rng.uniform(-1, 2) for name in cohesion}
    chosen = SearchOptions(cohesion=tuple(cohesion), gap_features=GAP_FEATURES, **options)
    return PhraseDecoder(model.table, model.lms, weights, chosen)


def source_words(derivation):
    return [[w for a, b in step.source_spans for w in range(a, b)] for step in derivation.steps]


@searches
@relaxed
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=2, max_size=4),
    st.sampled_from([-1, 2]),
)
def test_all_features_equal_enumeration(tmp_path, search, seed, words, limit):
    rng = random.Random(seed)
    model = gappy.make(seed, tmp_path, seed % 2 == 0)
    tree = random_tree(words, rng)
    chosen = [n for n in COHESION_FEATURES if rng.random() < 0.6] or ["coh1"]
    decoder = decoder_with(model, seed, chosen, search=search, distortion_limit=limit, **WIDE)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    expected = []
    for _, _, score, phrases in gappy.derivations(model, words, decoder.options, tree):
        steps = step_features(tree, [source for source, _ in phrases])
        extra = sum(decoder.weights[name] * step[name] for step in steps for name in chosen)
        expected.append(score + extra)
    expected.sort(reverse=True)
    assert result.score == pytest.approx(expected[0], abs=1e-3)
    assert [d.score for d in result.forest.kbest(200)] == pytest.approx(expected[:200], abs=1e-3)


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(2, 14), st.booleans(), st.sampled_from([-1, 5]))
def test_steps_carry_their_definitions(tmp_path, search, seed, size, projective, limit):
    rng = random.Random(seed)
    model = gappy.make(seed, tmp_path)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective)
    options = {"search": search, "stack": 30, "pop_limit": 60, "distortion_limit": limit}
    decoder = decoder_with(model, seed, COHESION_FEATURES, **options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    for derivation in [result.derivation, *result.forest.kbest(20)]:
        expected = step_features(tree, source_words(derivation))
        for step, values in zip(derivation.steps, expected, strict=True):
            assert {n: step.features.get(n, 0.0) for n in COHESION_FEATURES} == values


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(2, 10), st.booleans(), st.sampled_from([-1, 3]))
def test_the_constraint_is_kept(tmp_path, search, seed, size, projective, limit):
    rng = random.Random(seed)
    model = gappy.make(seed, tmp_path)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective)
    options = {"search": search, "stack": 20, "pop_limit": 60, "distortion_limit": limit}
    decoder = decoder_with(model, seed, (), cohesion_hard=True, **options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    assert not result.outcome.unreachable
    if projective:
        assert not result.outcome.relaxed
    if not result.outcome.relaxed:
        for derivation in [result.derivation, *result.forest.kbest(20)]:
            assert is_cohesive(tree, source_words(derivation))


@searches
@relaxed
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=2, max_size=4),
    st.sampled_from([-1, 0, 1, 2, 3]),
)
def test_the_constraint_refuses_nothing_else(tmp_path, search, seed, words, limit):
    """Nor a step from which there is a way to finish within the limit (Cherry 2008, footnote 4)."""
    model = gappy.make(seed, tmp_path)
    tree = random_tree(words, random.Random(seed), projective=limit >= 0)
    decoder = decoder_with(
        model, seed, (), cohesion_hard=True, search=search, distortion_limit=limit, **WIDE
    )
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    expected = sorted(
        (
            score
            for _, _, score, phrases in gappy.derivations(model, words, decoder.options, tree)
            if is_cohesive(tree, [source for source, _ in phrases])
        ),
        reverse=True,
    )
    assert not result.outcome.relaxed
    assert [d.score for d in result.forest.kbest(200)] == pytest.approx(expected[:200], abs=1e-3)


def test_a_phrase_with_a_gap_may_be_the_only_way_to_finish(tmp_path):
    pairs = [("b", "b"), ("c", "c"), ("a … d", "a")]
    tree = DependencyTree(tuple("abcd"), (-1, -1, 1, 2))
    for features in ({}, {"search": "stack"}):
        decoder = decoder_of(pairs, tmp_path, distortion_limit=3, cohesion_hard=True, **features)
        [result] = decoder.decode([Input(list("abcd"), tree=tree, reference=list("bca"))])
        assert not result.outcome.unreachable
        assert [step.source_text for step in result.derivation.steps] == ["b", "c", "a … d"]
