"""Metrics as users of sacreBLEU know them: names, shapes and Score objects."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import bleu, chrf, ter

from dragoman.common.errors import ConfigError
from dragoman.evaluate import BLEU, CHRF, TER, make_metric

PAIRS = [
    (BLEU(), bleu.BLEU()),
    (
        BLEU(lowercase=True, tokenize="intl", max_ngram_order=2),
        bleu.BLEU(True, tokenize="intl", max_ngram_order=2),
    ),
    (CHRF(), chrf.CHRF()),
    (CHRF(lowercase=True), chrf.CHRF(lowercase=True)),
    (TER(), ter.TER()),
    (TER(normalized=True, asian_support=True), ter.TER(normalized=True, asian_support=True)),
]
SENTENCE = st.lists(
    st.sampled_from(["the", "The", "house", "is", "small,", "big.", "中文"]), max_size=9
).map(" ".join)


@st.composite
def texts(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    size = draw(st.integers(1, 5))
    first = st.lists(SENTENCE, min_size=size, max_size=size)
    gappy = st.lists(st.none() | SENTENCE, min_size=size, max_size=size)
    return draw(first), [draw(first), *draw(st.lists(gappy, max_size=2))]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
@given(corpus=texts())
def test_corpus_scores_are_sacrebleus(ours: Any, theirs: Any, corpus: Any) -> None:
    found, expected = ours.corpus_score(*corpus), theirs.corpus_score(*corpus)
    assert found.score == pytest.approx(expected.score, rel=1e-12, abs=1e-12)
    assert type(found) is type(expected)
    assert str(found) == str(expected)
    signature = str(theirs.get_signature())
    assert found.format(width=1, signature=signature, is_json=True) == expected.format(
        width=1, signature=signature, is_json=True
    )


@pytest.mark.parametrize(
    ("ours", "theirs"), [(BLEU(), bleu.BLEU(effective_order=True)), *PAIRS[2:]]
)
@given(hypothesis=SENTENCE, references=st.lists(SENTENCE, min_size=1, max_size=3))
def test_sentence_scores_are_sacrebleus(
    ours: Any, theirs: Any, hypothesis: str, references: list[str]
) -> None:
    found = ours.sentence_score(hypothesis, references)
    expected = theirs.sentence_score(hypothesis, references)
    assert found.score == pytest.approx(expected.score, rel=1e-12, abs=1e-12)
    assert str(found) == str(expected)


def test_a_mix_is_scored_in_the_same_way() -> None:
    mix = make_metric("0.5*bleu+0.25*ter")
    text, references = ["a b c d e", "f g"], [["a b c d f", "f g"]]
    expected = 0.5 * BLEU().corpus_score(text, references).score
    expected -= 0.25 * TER().corpus_score(text, references).score
    assert mix.corpus_score(text, references).score == pytest.approx(expected)
    assert str(mix.corpus_score(text, references)).startswith("0.5*BLEU+0.25*TER = ")
    alone = mix.sentence_score(text[0], ["a b c d f"]).score
    assert alone == pytest.approx(0.5 * BLEU().sentence_score(text[0], ["a b c d f"]).score - 5)


WRONG: list[tuple[Any, Any, str]] = [
    ("a b", [["a b"]], "for one sentence use sentence_score"),
    (["a b"], "a b", "write \\[references\\] for one text"),
    (["a b", "c"], ["a b", "c"], "write \\[references\\] for one text"),
    (["a b"], [], "there are no references"),
    (
        ["a", "b", "c"],
        [["a"], ["b"], ["c"]],
        r"references\[0\] has 1 sentences but there are 3 hypotheses",
    ),
    (
        ["a", "b"],
        [["a", "b"], ["a"]],
        r"references\[1\] has 1 sentences but there are 2 hypotheses",
    ),
    (["a", "b"], [["a", None], ["x", None]], "sentence 1 has no reference"),
    (["a", None], [["a", "b"]], "sentence 1: hypotheses and references are strings"),
    ([["a", "b"]], [["a"]], "sentence 0: hypotheses and references are strings"),
]


@pytest.mark.parametrize(("hypotheses", "references", "message"), WRONG)
@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "bleu+ter"])
def test_wrong_shapes_are_refused(
    name: str, hypotheses: Any, references: Any, message: str
) -> None:
    metric = make_metric(name)
    for method in (metric.corpus_score, metric.corpus_statistics):
        with pytest.raises(ConfigError, match=message):
            method(hypotheses, references)


@pytest.mark.parametrize(
    ("hypothesis", "references"), [(["a"], ["a"]), ("a", "a"), ("a", []), ("a", [["a"]])]
)
def test_wrong_sentences_are_refused(hypothesis: Any, references: Any) -> None:
    with pytest.raises(ConfigError):
        BLEU().sentence_score(hypothesis, references)
