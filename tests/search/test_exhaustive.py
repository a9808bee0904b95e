"""With unlimited beams the search finds what exhaustive enumeration finds, every feature on."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchOptions
from support.examples import examples
from support.search import tiny

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6}
relaxed = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
@relaxed
@given(st.integers(0, 10**6), sentences, st.sampled_from([-1, 0, 1, 2, 3]), st.booleans())
def test_best_of_all(tmp_path, search, seed, words, limit, reordering):
    model = tiny.make(seed, tmp_path, reordering, lms=1 + seed % 2, order=1 + seed % 4)
    options = SearchOptions(search=search, distortion_limit=limit, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words)])
    everything = list(tiny.derivations(model, words, limit))
    best = max(score for _, _, score, _ in everything)
    assert result.score == pytest.approx(best, abs=1e-3)
    steps = [(s.source_spans[0], s.target) for s in result.derivation.steps]
    match = [
        features
        for tokens, features, score, spans in everything
        if tokens == result.tokens
        and spans == [span for span, _ in steps]
        and abs(score - result.score) < 1e-3
    ]
    assert any(
        all(result.features[name] == pytest.approx(f[name], abs=1e-3) for name in f) for f in match
    )


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
@relaxed
@given(st.integers(0, 10**6), sentences, st.sampled_from([-1, 2]), st.booleans())
def test_kbest_of_all(tmp_path, search, seed, words, limit, distinct):
    """The forest holds every derivation once, and k-best lists them in order."""
    model = tiny.make(seed, tmp_path)
    options = SearchOptions(search=search, distortion_limit=limit, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    everything = sorted(tiny.derivations(model, words, limit), key=lambda d: -d[2])
    if distinct:
        seen: set[tuple[str, ...]] = set()
        everything = [d for d in everything if not (d[0] in seen or seen.add(d[0]))]
    listed = result.forest.kbest(300, distinct)
    assert len(listed) == min(300, len(everything))
    for ours, theirs in zip(listed, everything, strict=False):
        assert ours.score == pytest.approx(theirs[2], abs=1e-3)
        assert ours.score == pytest.approx(
            sum(model.weights[name] * value for name, value in ours.features.items()), abs=1e-6
        )
    assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-3)


@relaxed
@given(st.integers(0, 10**6), sentences)
def test_forced_decoding(tmp_path, seed, words):
    """The best derivation of every text that exists, and none of a text that does not."""
    model = tiny.make(seed, tmp_path)
    decoder = PhraseDecoder(
        model.table, model.lms, model.weights, SearchOptions(distortion_limit=2, stack=0)
    )
    best: dict[tuple[str, ...], float] = {}
    for tokens, _, score, _ in tiny.derivations(model, words, 2):
        best[tokens] = max(score, best.get(tokens, score))
    texts = sorted(best)[:20]
    results = decoder.decode([Input(words, reference=list(text)) for text in texts])
    for text, result in zip(texts, results, strict=True):
        assert not result.outcome.unreachable
        assert result.tokens == text
        assert result.score == pytest.approx(best[text], abs=1e-3)
    [lost] = decoder.decode([Input(words, reference=["a"] * 40)])
    assert lost.outcome.unreachable
    assert lost.tokens == ()
