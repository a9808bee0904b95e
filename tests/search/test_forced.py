"""Forced decoding of the phrase decoder beyond the best derivation: how far it comes, and the relaxed mode."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchOptions, Zone
from support.examples import examples
from support.search import tiny

quick = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
seeds = st.integers(0, 10**6)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)
texts = st.lists(st.sampled_from("abcdq"), max_size=6)
LIMIT = 2


def reached(model, words, text):
    """The longest beginning of the text that some steps produce, and the most source words with it."""
    best = (0, 0)

    def grow(covered, last, produced):
        nonlocal best
        best = max(best, (produced, len(covered)))
        gap = min((i for i in range(len(words)) if i not in covered), default=None)
        if gap is None:
            return
        for begin in range(gap, len(words)):
            for end in range(begin + 1, len(words) + 1):
                if covered & set(range(begin, end)):
                    break
                if abs(begin - last) > LIMIT or (begin != gap and abs(end - gap) > LIMIT):
                    continue
                side = tuple(words[begin:end])
                targets = [target for target, _, _ in model.rules.get(side, [])]
                if end - begin == 1 and not targets:
                    targets = [side]
                for target in targets:
                    after = produced + len(target)
                    now = covered | set(range(begin, end))
                    whole = len(now) == len(words)
                    if tuple(text[produced:after]) != target or (whole and after != len(text)):
                        continue
                    grow(now, end, after)

    grow(frozenset(), 0, 0)
    return best[1], best[0]


@quick
@given(seeds, sentences, texts)
def test_how_far_it_comes(tmp_path, seed, words, text):
    model = tiny.make(seed, tmp_path)
    options = SearchOptions(distortion_limit=LIMIT)
    [result] = PhraseDecoder(model.table, model.lms, model.weights, options).decode(
        [Input(words, reference=text)]
    )
    possible = {tokens for tokens, _, _, _ in tiny.derivations(model, words, LIMIT)}
    assert result.outcome.unreachable == (tuple(text) not in possible)
    assert result.outcome.reached == (
        reached(model, words, text) if result.outcome.unreachable else (0, 0)
    )


@quick
@given(seeds, sentences, texts, st.booleans())
def test_relaxed_forced_decoding_always_gets_there(tmp_path, seed, words, text, zone):
    """What is reachable is found as before; for the rest the additions are marked and paid for."""
    model = tiny.make(seed, tmp_path)
    weights = model.weights | {"unknown": 1.0}
    zones = [Zone(0, 1, [text[:1]])] if zone and text and len(words) > 1 else []
    sentence = Input(words, zones=zones, reference=text)
    strict, loose = (
        PhraseDecoder(model.table, model.lms, weights, SearchOptions(force_relaxed=relaxed))
        for relaxed in (False, True)
    )
    [expected] = strict.decode([sentence])
    [result] = loose.decode([sentence], DecodeRequest(forest=True))
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
    assert count <= max(len(words), len(text))
    for derivation in result.forest.kbest(10):
        assert derivation.tokens == tuple(text)
        total = sum(weights[name] * value for name, value in derivation.features.items())
        assert total == pytest.approx(derivation.score, abs=1e-2)


def test_a_known_word_is_not_copied_for_a_reference(tmp_path):
    """Free decoding would never copy it."""
    model = tiny.make(1, tmp_path)
    decoder = PhraseDecoder(model.table, model.lms, model.weights)
    known = next(side[0] for side in model.rules if len(side) == 1)
    results = decoder.decode([Input([w], reference=[w]) for w in (known, "nobody")])
    assert [result.outcome.unreachable for result in results] == [True, False]


def test_long_sentences_are_not_cut(tmp_path):
    """The reference belongs to the whole line, however long it is."""
    model = tiny.make(2, tmp_path)
    rng = random.Random(3)
    decoder = PhraseDecoder(
        model.table, model.lms, model.weights, SearchOptions(max_words=10, distortion_limit=0)
    )
    words = [rng.choice("xyz") for _ in range(40)]
    whole = PhraseDecoder(
        model.table, model.lms, model.weights, SearchOptions(distortion_limit=0)
    ).decode([Input(words)])[0]
    [forced] = decoder.decode([Input(words, reference=whole.tokens)])
    assert forced.tokens == whole.tokens
    assert not forced.outcome.degraded
