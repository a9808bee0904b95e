"""The chart decoder against enumeration of all derivations."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.search import (
    ChartDecoder,
    ChartOptions,
    DecodeRequest,
    Input,
    RuleFeature,
    SearchFeature,
    Zone,
)
from support.examples import examples
from support.search import hiero
from support.search.repeats import Repeats

WIDE = {"pop_limit": 10**6, "table_limit": 0, "guide": 1e9}
relaxed = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
seeds = st.integers(0, 10**6)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)
searches = st.sampled_from(["cube", "guided"])


def decode(model, sentence, forest=False, features=(), weights=None, **options):
    weights = model.weights | (weights or {})
    decoder = ChartDecoder(model.table, model.lms, weights, ChartOptions(**options), features)
    [result] = decoder.decode([sentence], DecodeRequest(forest=forest))
    return result


@relaxed
@given(seeds, sentences, searches, st.integers(1, 3), st.booleans(), st.sampled_from([1, 2, 3, 15]))
def test_equal_to_enumeration(tmp_path, seed, words, search, order, unary, max_span):
    """The best derivation, and the order of all of them, with their features."""
    model = hiero.make(seed, tmp_path, order=order, lms=1 + seed % 2, unary=unary)
    expected = hiero.enumerate_all(model, words, max_span=max_span, max_unary=1)
    assume(expected is not None)
    limits = {"search": search, "max_span": max_span, "max_unary": 1} | WIDE
    result = decode(model, Input(words), True, **limits)
    assert result.score == pytest.approx(expected[0][2], abs=1e-3)
    found = result.forest.kbest(300)
    assert [d.score for d in found] == pytest.approx([e[2] for e in expected[:300]], abs=1e-3)
    assert len(result.forest.kbest(len(expected) + 1)) == len(expected)
    known = {}
    for tokens, features, _ in expected:
        known.setdefault(tokens, []).append(features)
    for derivation in found[:20]:
        ours = {name: derivation.features.get(name, 0.0) for name in model.weights}
        assert any(ours == pytest.approx(f, abs=1e-3) for f in known[derivation.tokens])


@relaxed
@given(seeds, sentences, searches, st.data())
def test_walls_and_zones(tmp_path, seed, words, search, data):
    """Only glue joins what a wall separates; exclusive zones are closed to rules."""
    model = hiero.make(seed, tmp_path)
    walls = data.draw(st.lists(st.integers(0, len(words)), max_size=2))
    begin = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(begin + 1, len(words)))
    zone = Zone(begin, end, [["given"], []], exclusive=data.draw(st.booleans()))
    expected = hiero.enumerate_all(model, words, walls=walls, zones=[zone])
    assume(expected is not None)
    result = decode(model, Input(words, zones=[zone], walls=walls), True, search=search, **WIDE)
    assert result.score == pytest.approx(expected[0][2], abs=1e-3)
    found = [d.score for d in result.forest.kbest(200)]
    assert found == pytest.approx([e[2] for e in expected[:200]], abs=1e-3)


@relaxed
@given(seeds, st.lists(st.sampled_from("xyzu"), min_size=5, max_size=20), searches)
def test_narrow_search_gives_sound_derivations(tmp_path, seed, words, search):
    """Whatever is pruned, features are those of the text, and every word is translated once."""
    model = hiero.make(seed % 100, tmp_path)
    result = decode(model, Input(words), True, search=search, pop_limit=5)
    wide = decode(model, Input(words), search=search, pop_limit=500)
    assert wide.score >= result.score - 1e-3 or wide.score == pytest.approx(result.score, rel=0.05)
    for derivation in [result.derivation, *result.forest.kbest(5)]:
        covered = [i for s in derivation.steps for span in s.source_spans for i in range(*span)]
        assert sorted(covered) == list(range(len(words)))
        assert derivation.features["lm"] == pytest.approx(
            model.lms[0].score(derivation.tokens) * np.log(10), abs=1e-3
        )
        assert derivation.features.get("word_penalty", 0) == -len(derivation.tokens)
        total = sum(model.weights[name] * value for name, value in derivation.features.items())
        assert total == pytest.approx(derivation.score, abs=1e-3)


@relaxed
@given(seeds, sentences, searches)
def test_features_of_edges(tmp_path, seed, words, search):
    model = hiero.make(seed, tmp_path)
    expected = hiero.enumerate_all(model, words)
    assume(expected is not None)
    repeats = [-sum(a == b for a, b in pairwise(t)) for t, _, _ in expected]
    scores = sorted((e[2] + 0.7 * r for e, r in zip(expected, repeats, strict=True)), reverse=True)
    result = decode(model, Input(words), True, [Repeats()], {"repeats": 0.7}, search=search, **WIDE)
    assert result.score == pytest.approx(scores[0], abs=1e-3)
    found = result.forest.kbest(100)
    assert [d.score for d in found] == pytest.approx(scores[:100], abs=1e-3)
    for d in found[:10]:
        value = -sum(a == b for a, b in pairwise(d.tokens))
        assert d.features.get("repeats", 0) == value


class Odd(RuleFeature):
    name = "odd"

    def values(self, sentence, table, rules):
        return rules % 2 * len(sentence.tokens)


def test_features_of_rules(tmp_path):
    model = hiero.make(3, tmp_path)
    words = ["x", "y", "z"]
    result = decode(model, Input(words), True, [Odd()], {"odd": 2.0}, **WIDE)
    for derivation in result.forest.kbest(50):
        odd = sum(step.rule % 2 for step in derivation.steps if step.kind == "rule")
        assert derivation.features.get("odd", 0.0) == 3 * odd


def test_features_from_left_to_right_are_refused(tmp_path):
    class Last(SearchFeature):
        name = "last"

        def extend(self, sentence, states, steps):
            return [0.0] * len(steps), states

    model = hiero.make(3, tmp_path)
    with pytest.raises(ConfigError, match="'last' follows translations from left to right"):
        decode(model, Input(["x"]), features=[Last()], weights={"last": 1.0})


def test_rules_that_do_not_fit(tmp_path):
    """Target sides that lack a non-terminal are not used; three non-terminals are too many."""
    model = hiero.make(5, tmp_path)
    scores = [0.0] * 4
    model.rules[("x", 0)] = [(("a",), scores), ((0, 0), scores), ((1,), scores)]
    model.table = hiero.build_table(model.rules)
    result = decode(model, Input(["x", "y"]), True, **WIDE)
    for derivation in result.forest.kbest(1000):
        assert all(len(step.tails) <= 2 for step in derivation.steps)
    expected = hiero.enumerate_all(
        hiero.HieroModel(
            model.table,
            model.lms,
            model.weights,
            {k: v for k, v in model.rules.items() if k != ("x", 0)},
        ),
        ["x", "y"],
    )
    assert len(result.forest.kbest(10**4)) == len(expected)
    model.rules[("x", 0, "y", 1, "z", 2)] = [((0, 1, 2), scores)]
    model.table = hiero.build_table(model.rules)
    with pytest.raises(ConfigError, match="at most two non-terminals"):
        decode(model, Input(["x", "y", "y", "y", "z", "y"]))


def test_unknown_words(tmp_path):
    model = hiero.make(5, tmp_path)
    sentence = Input(["x", "qq", "q1"])
    assert decode(model, sentence, unknown="copy").features["unknown"] == -200
    assert "⟨qq⟩" in decode(model, sentence, unknown="mark").tokens
    dropped = decode(model, sentence, unknown="drop").tokens
    assert "qq" not in dropped
    assert "q1" in dropped
    with pytest.raises(ConfigError, match="unknown: expected copy, drop or mark"):
        decode(model, sentence, unknown="keep")


def test_threads_and_bounds(tmp_path):
    model = hiero.make(8, tmp_path)
    rng = random.Random(1)
    inputs = [Input([rng.choice("xyzu") for _ in range(rng.randint(1, 12))]) for _ in range(40)]
    decoder = ChartDecoder(model.table, model.lms, model.weights)
    first, *others = (decoder.decode(inputs, DecodeRequest(threads=n)) for n in (1, 2, 3))
    assert all(other == first for other in others)
    assert not any(result.outcome.degraded for result in first)
    narrowed = decode(model, Input(["x", "y", "z"] * 10), max_work=500)
    assert narrowed.outcome.degraded
    assert narrowed.tokens
    with pytest.raises(ConfigError, match="pop_limit: expected"):
        decode(model, inputs[0], pop_limit=0)
