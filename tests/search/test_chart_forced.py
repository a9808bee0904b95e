"""Forced decoding with hierarchical rules: exact, whatever the text."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.search import ChartDecoder, ChartOptions, DecodeRequest, Input, Zone
from support.examples import examples
from support.search import hiero
from support.search.repeats import Repeats

relaxed = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
seeds = st.integers(0, 10**6)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)


def reached(model, words, text):
    """How far glue comes: the longest beginning of the source whose translation begins the text."""
    oracle = hiero.Oracle(model, words)
    for end in range(len(words) - 1, 0, -1):
        found = [f.tokens for f in oracle.glue(end) if text[: len(f.tokens)] == f.tokens]
        if found:
            return end, max(map(len, found))
    return 0, 0


@relaxed
@given(seeds, sentences, st.booleans())
def test_found_exactly_if_there_is_a_derivation(tmp_path, seed, words, unary):
    """The best derivation of a text and all others of it, whatever the table limit; how far one comes otherwise."""
    model = hiero.make(seed, tmp_path, unary=unary)
    expected = hiero.enumerate_all(model, words, limit=1000)
    assume(expected is not None)
    rng = random.Random(seed)
    options = ChartOptions(table_limit=rng.choice([1, 20]))
    decoder = ChartDecoder(model.table, model.lms, model.weights, options)
    texts = [rng.choice(expected)[0] for _ in range(4)]
    for text in list(texts):  # a word exchanged, left out, added
        for change in ([rng.choice("abcd")], [], ["a", "b"]):
            place = rng.randint(0, max(0, len(text) - 1))
            texts.append((*text[:place], *change, *text[place + 1 :]))
    for text in texts:
        [result] = decoder.decode([Input(words, reference=text)], DecodeRequest(forest=True))
        scores = [score for tokens, _, score in expected if tokens == text]
        assert result.outcome.unreachable == (not scores)
        if scores:
            assert result.tokens == text
            found = result.forest.kbest(len(scores) + 1)
            assert all(derivation.tokens == text for derivation in found)
            assert [d.score for d in found] == pytest.approx(scores, abs=1e-3)
            assert result.outcome.reached == (0, 0)
        else:
            assert result.outcome.reached == reached(model, words, text)
            assert result.tokens == ()


@relaxed
@given(seeds, sentences)
def test_together_with_zones_and_features(tmp_path, seed, words):
    model = hiero.make(seed, tmp_path)
    zone = Zone(0, 1, [["given", "given"], []])
    expected = hiero.enumerate_all(model, words, zones=[zone], limit=1000)
    assume(expected is not None)
    weights = model.weights | {"repeats": 0.5}
    decoder = ChartDecoder(model.table, model.lms, weights, None, [Repeats()])
    text = random.Random(seed).choice(expected)[0]
    repeats = -sum(a == b for a, b in pairwise(text))
    best = max(score for tokens, _, score in expected if tokens == text) + 0.5 * repeats
    [result] = decoder.decode([Input(words, zones=[zone], reference=text)])
    assert result.tokens == text
    assert result.score == pytest.approx(best, abs=1e-3)


def test_nothing_is_left_of_a_reference(tmp_path):
    """Rules are restricted for a forced sentence only, and a forced sentence forgets other rules."""
    model = hiero.make(4, tmp_path)
    decoder = ChartDecoder(model.table, model.lms, model.weights)
    words = ["x", "y", "z", "x"]
    [free] = decoder.decode([Input(words)])
    [forced, again] = decoder.decode([Input(words, reference=free.tokens), Input(words)])
    assert forced.tokens == again.tokens == free.tokens
    assert forced.score >= free.score - 1e-4
    assert again.score == free.score


@relaxed
@given(seeds, sentences, st.lists(st.sampled_from("abcdq"), max_size=5))
def test_relaxed_forced_decoding_always_gets_there(tmp_path, seed, words, text):
    """What is reachable is found as before; for the rest the additions are marked and paid for."""
    model = hiero.make(seed, tmp_path)
    weights = model.weights | {"unknown": 1.0}
    strict = ChartDecoder(model.table, model.lms, weights)
    loose = ChartDecoder(model.table, model.lms, weights, ChartOptions(force_relaxed=True))
    [expected] = strict.decode([Input(words, reference=text)])
    [result] = loose.decode([Input(words, reference=text)], DecodeRequest(forest=True))
    assert result.tokens == tuple(text)
    assert not result.outcome.unreachable
    assert result.outcome.relaxed == expected.outcome.unreachable
    if not expected.outcome.unreachable:
        assert result.score == expected.score
        return
    steps = result.derivation.steps
    added = {"unknown", "inserted", "deleted", "back-off"}
    assert any(step.kind in added - {"unknown"} for step in steps)
    count = sum(len(s.target) if s.kind == "inserted" else s.kind in added for s in steps)
    assert result.features["unknown"] == -100 * count
    # Every word for itself is the worst that can be needed.
    assert count <= max(len(words), len(text))
    for derivation in result.forest.kbest(10):
        assert derivation.tokens == tuple(text)
        total = sum(weights[name] * value for name, value in derivation.features.items())
        assert total == pytest.approx(derivation.score, abs=1e-2)
        covered = [i for s in derivation.steps for span in s.source_spans for i in range(*span)]
        assert sorted(covered) == list(range(len(words)))
