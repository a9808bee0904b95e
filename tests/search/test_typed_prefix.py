"""The beginning of a translation as a demand: the best derivation among those whose text begins so."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.forest.prefix import Prefix
from dragoman.search import (
    ChartDecoder,
    ChartOptions,
    DecodeRequest,
    Input,
    PhraseDecoder,
    SearchOptions,
    Zone,
)
from support.examples import examples
from support.search import hiero, tiny

LIMIT = 2
quick = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=3)
spellings = st.lists(st.sampled_from("abcdu"), min_size=1, max_size=2).map(tuple)
prefixes = st.builds(
    lambda words, partial: Prefix(tuple(words), partial),
    st.lists(spellings, max_size=4),
    st.booleans(),
)


def begins(tokens: tuple[str, ...], prefix: Prefix) -> bool:
    """Whether a text begins as demanded, word by word."""
    if len(tokens) < len(prefix.words):
        return False
    for place, (word, typed) in enumerate(zip(tokens, prefix.words, strict=False)):
        last = place + 1 == len(prefix.words) and prefix.partial
        if not any(word.startswith(one) if last else word == one for one in typed):
            return False
    return True


@quick
@given(st.integers(0, 10**6), sentences, prefixes, st.sampled_from(["cube", "stack"]))
def test_the_best_derivation_that_begins_so(tmp_path, seed, words, prefix, algorithm):
    model = tiny.make(seed, tmp_path)
    options = SearchOptions(search=algorithm, distortion_limit=LIMIT)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words, prefix=prefix)], DecodeRequest(forest=True))
    scores = [
        score
        for tokens, _, score, _ in tiny.derivations(model, words, LIMIT)
        if begins(tokens, prefix)
    ]
    assert result.outcome.unreachable == (not scores)
    if scores:
        assert begins(result.tokens, prefix)
        assert result.score == pytest.approx(max(scores), abs=1e-3)
        assert all(begins(one.tokens, prefix) for one in result.forest.kbest(50))


@quick
@given(
    st.integers(0, 10**6),
    sentences,
    prefixes,
    st.booleans(),
    st.sampled_from(["cube", "guided"]),
)
def test_the_best_hierarchical_derivation_that_begins_so(
    tmp_path, seed, words, prefix, unary, algorithm
):
    """It is found whenever there is one; it is the best one if nothing was pruned."""
    model = hiero.make(seed, tmp_path, unary=unary)
    expected = hiero.enumerate_all(model, words, limit=3000)
    assume(expected is not None)
    decoder = ChartDecoder(model.table, model.lms, model.weights, ChartOptions(search=algorithm))
    [result] = decoder.decode([Input(words, prefix=prefix)], DecodeRequest(forest=True))
    scores = [score for tokens, _, score in expected if begins(tokens, prefix)]
    assert result.outcome.unreachable == (not scores)
    if scores:
        found = result.forest.kbest(50)
        assert begins(result.tokens, prefix)
        assert all(begins(one.tokens, prefix) for one in found)
        assert result.score <= max(scores) + 1e-3
        assert found[0].score == pytest.approx(result.score, abs=1e-3)
    if scores and len(expected) <= 30:
        assert result.score == pytest.approx(max(scores), abs=1e-3)


def test_the_chart_finds_typed_words_behind_dropped_ones_and_beyond_the_table_limit(tmp_path):
    """A zone without words leads nowhere in what was typed; a rule beyond the limit serves it."""
    model = hiero.make(3, tmp_path)
    options = ChartOptions(table_limit=1)
    decoder = ChartDecoder(model.table, model.lms, model.weights, options)
    plain = ChartDecoder(model.table, model.lms, model.weights)
    [free] = plain.decode([Input(["x", "y"])], DecodeRequest(forest=True))
    texts = {one.tokens for one in free.forest.kbest(50)}
    dropped = [Zone(0, 1, [""])]
    for tokens in texts:
        given = [
            Input(["x", "y"], prefix=Prefix.of(tokens[:1])),
            Input(["u", "x", "y"], zones=dropped, prefix=Prefix.of(tokens[:1])),
        ]
        for result in decoder.decode(given):
            assert result.tokens[:1] == tokens[:1]


@quick
@given(prefixes, prefixes, st.lists(st.sampled_from(["a", "ab", "b", "u"]), max_size=5))
def test_a_beginning_of_a_beginning(one, other, text):
    """If one begins the other, every text that begins with the other begins with the one."""
    if one.begins(other) and begins(tuple(text), other):
        assert begins(tuple(text), one)
    assert one.begins(one)


def test_rules_beyond_the_table_limit_serve_what_was_typed(tmp_path):
    """The demand is met by any rule, not only by those that a free search would take."""
    model = tiny.make(3, tmp_path)
    wide = SearchOptions(distortion_limit=LIMIT, table_limit=0)
    narrow = SearchOptions(distortion_limit=LIMIT, table_limit=1)
    texts = {tokens for tokens, _, _, _ in tiny.derivations(model, ["x", "y"], LIMIT)}
    for tokens in texts:
        for options in (wide, narrow):
            decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
            [result] = decoder.decode([Input(["x", "y"], prefix=Prefix.of(tokens))])
            assert result.tokens[: len(tokens)] == tokens


def test_a_reference_and_a_beginning_exclude_each_other():
    with pytest.raises(ConfigError, match="not both"):
        Input(["x"], reference=["a"], prefix=Prefix.of(["a"]))
