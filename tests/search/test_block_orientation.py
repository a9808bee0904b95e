"""Orientation with respect to blocks (Galley & Manning 2008; Moses calls it hier) in the decoder."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.grammar import RuleTable
from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchFeature, SearchOptions
from support.examples import examples
from support.search import tiny
from support.search.trees import features as cohesion_features
from support.search.trees import random_tree

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6}
relaxed = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=2, max_size=5)
searches = pytest.mark.parametrize("search", ["stack", "cube"])


@searches
@relaxed
@given(st.integers(0, 10**6), sentences, st.sampled_from([-1, 2, 3]))
def test_equal_to_enumeration(tmp_path, search, seed, words, limit):
    """Recombination keeps the stacks of blocks apart: all derivations rank as in enumeration."""
    model = tiny.make(seed, tmp_path, order=1 + seed % 3, reordering_model="hier")
    options = SearchOptions(search=search, distortion_limit=limit, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    expected = sorted((d[2] for d in tiny.derivations(model, words, limit)), reverse=True)
    assert result.score == pytest.approx(expected[0], abs=1e-3)
    assert [d.score for d in result.forest.kbest(200)] == pytest.approx(expected[:200], abs=1e-3)


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(2, 14))
def test_features_of_derivations(tmp_path, search, seed, size):
    rng = random.Random(seed)
    words = [rng.choice("xyzu") for _ in range(size)]
    model = tiny.make(seed % 50, tmp_path, reordering_model="hier")
    options = SearchOptions(search=search, stack=30, pop_limit=60, distortion_limit=-1)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    for derivation in [result.derivation, *result.forest.kbest(10)]:
        steps = []
        for step in derivation.steps:
            begin, end = step.source_spans[0]
            known = model.rules.get(tuple(words[begin:end]), [((words[begin],), None, [])])
            steps.append((begin, end, next(rule for rule in known if rule[0] == step.target)))
        expected = tiny.describe(model, steps)[1]
        found = {name: derivation.features.get(name, 0.0) for name in expected}
        assert found == pytest.approx(expected, abs=1e-3)


class Words(SearchFeature):
    name = "words"

    def extend(self, sentence, states, steps):
        return [len(step.target) for step in steps], states


@searches
@relaxed
@given(st.integers(0, 10**6), sentences)
def test_together_with_the_rest(tmp_path, search, seed, words):
    """Cohesion, a feature from Python, and a demanded output."""
    model = tiny.make(seed, tmp_path, reordering_model="hier")
    tree = random_tree(words, random.Random(seed))
    weights = model.weights | {"coh3": 0.6, "words": 0.3}
    options = SearchOptions(search=search, cohesion=("coh3",), distortion_limit=-1, **WIDE)

    def score(derivation):
        tokens, _, plain, spans = derivation
        return plain + 0.6 * cohesion_features(tree, spans)["coh3"] + 0.3 * len(tokens)

    best: dict[tuple[str, ...], float] = {}
    for derivation in tiny.derivations(model, words, -1):
        best[derivation[0]] = max(score(derivation), best.get(derivation[0], float("-inf")))
    decoder = PhraseDecoder(model.table, model.lms, weights, options, [Words()])
    [result] = decoder.decode([Input(words, tree=tree)])
    assert result.score == pytest.approx(max(best.values()), abs=1e-3)
    text = min(best)
    [forced] = decoder.decode([Input(words, tree=tree, reference=list(text))])
    assert forced.score == pytest.approx(best[text], abs=1e-3)


def test_the_table_says_which_model_it_is(tmp_path):
    table = tiny.make(1, tmp_path, reordering_model="hier").table
    table.save(tmp_path / "rules")
    assert RuleTable.open(tmp_path / "rules").reordering_model == "hier"
    assert tiny.make(1, tmp_path).table.reordering_model == "wbe"
