"""Coh1 to Coh5 and the hard constraint in the chart: the phrases of its derivations in target order, by definition."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.cohesion.definition import is_cohesive
from dragoman.corpus.dependency import DependencyTree
from dragoman.forest.prefix import Prefix
from dragoman.search import COHESION_FEATURES, ChartDecoder, ChartOptions, DecodeRequest, Input
from support.examples import examples
from support.search import hiero
from support.search.plain_cohesion import cohesive, phrases_in_order
from support.search.trees import random_tree, step_features

quick = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
searches = pytest.mark.parametrize("search", ["cube", "guided"])
sentences = st.lists(st.sampled_from("xyzu"), min_size=2, max_size=5)
WIDE = {"pop_limit": 10**6, "table_limit": 0, "guide": 1e9}
MOST = 500
"""Derivations that are enumerated; sentences with more are not tried."""


def counts(derivation, tree, table):
    """By the definitions, of the phrases in the order that follows from the rules' target sides."""
    total = dict.fromkeys(COHESION_FEATURES, 0.0)
    for step in step_features(tree, phrases_in_order(derivation, table)):
        for name, value in step.items():
            total[name] += value
    return total


def found_in(derivation):
    return {name: derivation.features.get(name, 0.0) for name in COHESION_FEATURES}


def everything(model, words):
    """All derivations, from a search without cohesion."""
    plain = ChartDecoder(model.table, model.lms, model.weights, ChartOptions(**WIDE))
    [result] = plain.decode([Input(words)], DecodeRequest(forest=True))
    found = result.forest.kbest(MOST + 1)
    assume(len(found) <= MOST)
    return found


def random_weights(model, rng, chosen):
    return model.weights | {name: rng.uniform(-1, 2) for name in chosen}


@searches
@quick
@given(st.integers(0, 10**6), sentences, st.booleans(), st.booleans(), st.booleans())
def test_all_derivations_have_the_counts_of_the_definitions(
    tmp_path, search, seed, words, projective, hard, unary
):
    """Any choice of features: what recombination takes for the same has the same counts, whatever follows."""
    rng = random.Random(seed)
    model = hiero.make(seed, tmp_path, order=1 + seed % 2, patterns=5, unary=unary)
    tree = random_tree(words, rng, projective)
    chosen = tuple(name for name in COHESION_FEATURES if rng.random() < rng.choice([0.2, 0.6]))
    weights = random_weights(model, rng, chosen)
    expected = []
    for derivation in everything(model, words):
        if hard and not cohesive(tree, phrases_in_order(derivation, model.table)):
            continue
        values = counts(derivation, tree, model.table)
        expected.append(derivation.score + sum(weights[name] * values[name] for name in chosen))
    expected.sort(reverse=True)
    options = ChartOptions(
        search=search, cohesion=chosen, cohesion_hard=hard, cohesion_fallback=False, **WIDE
    )
    decoder = ChartDecoder(model.table, model.lms, weights, options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    assert result.outcome.unreachable == (not expected)
    if not expected:
        return
    assert result.score == pytest.approx(expected[0], abs=1e-3)
    listed = result.forest.kbest(MOST + 1)
    assert [one.score for one in listed] == pytest.approx(expected, abs=1e-3)
    for derivation in listed:
        values = counts(derivation, tree, model.table)
        assert {n: derivation.features.get(n, 0.0) for n in chosen} == {
            n: values[n] for n in chosen
        }


@searches
@quick
@given(st.integers(0, 10**6), st.integers(2, 14), st.booleans())
def test_a_narrow_search_counts_the_same(tmp_path, search, seed, size, projective):
    rng = random.Random(seed)
    model = hiero.make(seed, tmp_path, patterns=5, unary=seed % 2 == 0)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective)
    weights = random_weights(model, rng, COHESION_FEATURES)
    options = ChartOptions(search=search, cohesion=COHESION_FEATURES, pop_limit=20)
    decoder = ChartDecoder(model.table, model.lms, weights, options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    for derivation in [result.derivation, *result.forest.kbest(30)]:
        assert found_in(derivation) == counts(derivation, tree, model.table)
    assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-3)


@searches
@quick
@given(st.integers(0, 10**6), st.integers(2, 14), st.sampled_from([2, 20, 200]))
def test_the_constraint_is_kept(tmp_path, search, seed, size, pops):
    """In a projective tree there is always a cohesive translation, and a narrow search finds one."""
    rng = random.Random(seed)
    model = hiero.make(seed, tmp_path, patterns=5)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective=True)
    options = ChartOptions(search=search, cohesion_hard=True, pop_limit=pops)
    decoder = ChartDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    assert not result.outcome.relaxed
    for derivation in [result.derivation, *result.forest.kbest(20)]:
        assert is_cohesive(tree, phrases_in_order(derivation, model.table))


def test_more_words_than_a_machine_word_has_bits(tmp_path):
    rng = random.Random(5)
    model = hiero.make(5, tmp_path, patterns=5)
    words = [rng.choice("xyzu") for _ in range(150)]
    tree = random_tree(words, rng, projective=True)
    weights = random_weights(model, rng, COHESION_FEATURES)
    options = ChartOptions(cohesion=COHESION_FEATURES, pop_limit=10)
    decoder = ChartDecoder(model.table, model.lms, weights, options)
    [result] = decoder.decode([Input(words, tree=tree)])
    assert found_in(result.derivation) == counts(result.derivation, tree, model.table)
    held = ChartOptions(cohesion_hard=True, cohesion_fallback=False, pop_limit=10)
    decoder = ChartDecoder(model.table, model.lms, model.weights, held)
    [result] = decoder.decode([Input(words, tree=tree)])
    assert is_cohesive(tree, phrases_in_order(result.derivation, model.table))


CROSSING = DependencyTree(tuple("xyz"), (2, -1, 1))
"""x hangs on z, over y: the only rules there are translate from left to right."""


def test_the_constraint_is_lifted_where_nothing_is_cohesive(tmp_path):
    model = hiero.make(1, tmp_path)
    table = hiero.build_table({(word,): [((word.upper(),), [0.0] * 4)] for word in "xyz"})
    outcomes = []
    for fallback in (True, False):
        options = ChartOptions(cohesion_hard=True, cohesion_fallback=fallback)
        decoder = ChartDecoder(table, model.lms, model.weights, options)
        for request in (Input(list("xyz"), tree=CROSSING), Input(list("xyz"))):
            [result] = decoder.decode([request])
            outcomes.append((result.outcome.relaxed, result.outcome.unreachable))
            assert result.outcome.unreachable or result.tokens == ("X", "Y", "Z")
    assert outcomes == [(True, False), (False, False), (False, True), (False, False)]


@pytest.mark.parametrize("relaxed", [False, True])
def test_forced_decoding_holds_the_constraint(tmp_path, relaxed):
    """Of the derivations of a text a cohesive one is taken; if there is none, the constraint is lifted."""
    rng = random.Random(6)
    seen = set()
    for seed in range(60):
        model = hiero.make(seed, tmp_path, patterns=5)
        words = [rng.choice("xyz") for _ in range(rng.randint(3, 5))]
        tree = random_tree(words, rng)
        plain = ChartDecoder(model.table, model.lms, model.weights)
        [text] = plain.decode([Input(words)])
        wanted = Input(words, tree=tree, reference=text.tokens)
        [all_of_them] = ChartDecoder(
            model.table, model.lms, model.weights, ChartOptions(table_limit=0)
        ).decode([wanted], DecodeRequest(forest=True))
        any_cohesive = any(
            cohesive(tree, phrases_in_order(one, model.table))
            for one in all_of_them.forest.kbest(MOST)
        )
        options = ChartOptions(cohesion_hard=True, force_relaxed=relaxed, table_limit=0)
        [result] = ChartDecoder(model.table, model.lms, model.weights, options).decode([wanted])
        assert result.tokens == text.tokens
        assert result.outcome.relaxed == (not any_cohesive)
        verdict = cohesive(tree, phrases_in_order(result.derivation, model.table))
        assert verdict == any_cohesive
        seen.add(verdict)
    assert seen == {True, False}


def test_a_completion_holds_the_constraint(tmp_path):
    rng = random.Random(7)
    lifted = []
    for seed in range(40):
        model = hiero.make(seed, tmp_path, patterns=5)
        words = [rng.choice("xyz") for _ in range(5)]
        tree = random_tree(words, rng, projective=True)
        plain = ChartDecoder(model.table, model.lms, model.weights)
        [text] = plain.decode([Input(words)])
        typed = Prefix.of(text.tokens[:2])
        options = ChartOptions(cohesion_hard=True)
        decoder = ChartDecoder(model.table, model.lms, model.weights, options)
        [result] = decoder.decode([Input(words, tree=tree, prefix=typed)])
        assert result.tokens[:2] == text.tokens[:2]
        verdict = cohesive(tree, phrases_in_order(result.derivation, model.table))
        assert verdict or result.outcome.relaxed
        lifted.append(result.outcome.relaxed)
    assert not all(lifted)
