"""Forced decoding with several references: the best derivation that yields any of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.search import (
    ChartDecoder,
    ChartOptions,
    DecodeRequest,
    Input,
    PhraseDecoder,
    SearchOptions,
)
from support.examples import examples
from support.search import hiero, tiny

quick = settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
seeds = st.integers(0, 10**6)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)


@quick
@given(seeds, sentences, st.integers(0, 3))
def test_the_best_of_all_derivations_of_them(tmp_path, seed, words, reachable):
    model = hiero.make(seed, tmp_path)
    expected = hiero.enumerate_all(model, words, limit=5000)
    assume(expected is not None)
    rng = random.Random(seed)
    references = [("nothing", "like", "it")]
    references += [rng.choice(expected)[0] for _ in range(reachable)]
    rng.shuffle(references)
    decoder = ChartDecoder(model.table, model.lms, model.weights)
    [result] = decoder.decode([Input(words, references=references)])
    scores = [score for tokens, _, score in expected if tokens in references]
    assert result.outcome.unreachable == (not scores)
    if scores:
        assert result.outcome.reference is not None
        assert result.tokens == references[result.outcome.reference]
        assert result.score == pytest.approx(max(scores), abs=1e-3)
    else:
        assert result.outcome.reference is None


def results_of(decoder, words, references):
    several, *alone = decoder.decode(
        [Input(words, references=references), *(Input(words, reference=r) for r in references)]
    )
    return several, alone


@quick
@given(
    seeds,
    sentences,
    st.lists(st.lists(st.sampled_from("abcdq"), max_size=5), min_size=2, max_size=4),
)
@pytest.mark.parametrize("relaxed", [False, True])
def test_the_phrase_decoder_too(tmp_path, relaxed, seed, words, references):
    """Rules alone before additions; what is unreachable tells the farthest that it came."""
    model = tiny.make(seed, tmp_path)
    options = SearchOptions(force_relaxed=relaxed)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    several, alone = results_of(decoder, words, references)
    strict = [r for r in alone if not r.outcome.unreachable and not r.outcome.relaxed]
    reached = [r for r in alone if not r.outcome.unreachable]
    if reached:
        assert several.tokens == tuple(references[several.outcome.reference])
        assert several.score == max(r.score for r in strict or reached)
    else:
        assert several.outcome.unreachable
        assert sum(several.outcome.reached) == max(sum(r.outcome.reached) for r in alone)


def test_beside_other_sentences(tmp_path):
    """The results stay in step with the inputs."""
    model = hiero.make(3, tmp_path)
    decoder = ChartDecoder(model.table, model.lms, model.weights, ChartOptions())
    [plain] = decoder.decode([Input(["x", "y"])])
    inputs = [
        Input(["x", "y"]),
        Input(["x", "y"], references=[["q"], plain.tokens]),
        Input(["x"], reference=["q"]),
    ]
    first, second, third = decoder.decode(inputs, DecodeRequest(forest=True))
    assert first.tokens == second.tokens == plain.tokens
    assert tuple(one.outcome.reference for one in (first, second, third)) == (None, 1, None)
    assert all(d.tokens == plain.tokens for d in second.forest.kbest(5))
    assert third.outcome.unreachable


def test_one_or_several_but_not_both():
    with pytest.raises(ConfigError, match="not both"):
        Input(["x"], reference=["a"], references=[["b"]])
