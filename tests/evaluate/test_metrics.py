"""Our statistics and scores against sacreBLEU's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import bleu, chrf, ter

from dragoman.common.errors import ConfigError
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Metric, MetricOptions
from dragoman.evaluate.mix import make_metric
from support.evaluate import plain_counts

WORDS = st.sampled_from(
    ["the", "The", "house", "is", "small,", "big.", "ein", "«Haus»", "中文", "a"]
)
SENTENCE = st.lists(WORDS, max_size=12).map(" ".join)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    size = draw(st.integers(1, 6))
    count = draw(st.integers(1, 3))
    hypotheses = draw(st.lists(SENTENCE, min_size=size, max_size=size))
    text = st.lists(SENTENCE, min_size=size, max_size=size)
    references = draw(st.lists(text, min_size=count, max_size=count))
    return hypotheses, references


CASES = [
    ("bleu", MetricOptions("13a"), bleu.BLEU(force=True)),
    ("bleu", MetricOptions("none", True), bleu.BLEU(tokenize="none", lowercase=True, force=True)),
    ("bleu", MetricOptions("zh"), bleu.BLEU(tokenize="zh", force=True)),
    (
        "bleu",
        MetricOptions("char", order=2),
        bleu.BLEU(tokenize="char", max_ngram_order=2, force=True),
    ),
    ("chrf", MetricOptions(), chrf.CHRF()),
    ("chrf", MetricOptions(lowercase=True), chrf.CHRF(lowercase=True)),
    ("ter", MetricOptions(), ter.TER()),
]


@pytest.mark.parametrize(("name", "options", "peer"), CASES)
@given(corpus=corpora())
def test_scores_and_signatures_are_sacrebleus(name, options, peer, corpus) -> None:
    hypotheses, references = corpus
    metric = make_metric(name, options)
    expected = peer.corpus_score(hypotheses, references)
    rows = metric.corpus_statistics(hypotheses, references)
    total = rows.sum(axis=0)
    if name == "bleu":
        assert metric.score(total) == expected.score
    else:
        assert metric.score(total) == pytest.approx(expected.score, rel=1e-12, abs=1e-12)
    assert metric.scores(total[None])[0] == pytest.approx(expected.score, rel=1e-9, abs=1e-9)
    assert metric.signature(len(references)) == str(peer.get_signature())


@given(SENTENCE, st.lists(SENTENCE, min_size=1, max_size=3))
def test_sentence_scores_are_sacrebleus(hypothesis: str, references: list[str]) -> None:
    metric = BLEU()
    expected = (
        bleu.BLEU(effective_order=True, force=True).sentence_score(hypothesis, references).score
    )
    got = metric.sentence_scores(metric.statistics(hypothesis, references)[None])[0]
    assert got == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "0.5*bleu+0.5*ter", "2*chrf"])
@given(corpus=corpora())
def test_scores_of_many_are_scores_of_each(name: str, corpus) -> None:
    metric: Metric = make_metric(name)
    rows = metric.corpus_statistics(*corpus)
    assert rows.shape == (len(corpus[0]), metric.size)
    assert metric.scores(rows) == pytest.approx([metric.score(row) for row in rows], abs=1e-9)
    hypotheses, references = corpus
    its = list(zip(*references, strict=True))
    by_list = metric.candidate_statistics([[h, h] for h in hypotheses], its)
    plain = [plain_counts.row(metric, h, r) for h, r in zip(hypotheses, its, strict=True)]
    assert np.array_equal(np.vstack(by_list), np.repeat(plain, 2, axis=0))


def test_a_mix_counts_ter_against() -> None:
    metric = make_metric("0.5*bleu+0.25*ter")
    row = metric.statistics("a b c d e", ["a b c d f"])
    alone = BLEU().score(row[:10])
    assert metric.score(row) == pytest.approx(0.5 * alone - 0.25 * 20)
    assert metric.signature(1).startswith("0.5*(BLEU|nrefs:1")


@pytest.mark.parametrize("name", ["blue", "x*bleu", "bleu+"])
def test_unknown_metrics_are_one_sentence(name: str) -> None:
    with pytest.raises(ConfigError):
        make_metric(name)


def test_unknown_tokenisation_is_one_sentence() -> None:
    with pytest.raises(ConfigError, match="'moses' is not available"):
        BLEU(tokenize="moses")


@pytest.mark.parametrize("name", ["bleu", "ter", "chrf"])
@given(
    lists=st.lists(
        st.tuples(st.lists(SENTENCE, max_size=4), st.lists(SENTENCE, min_size=1, max_size=3)),
        max_size=4,
    ),
    order=st.integers(1, 4),
)
def test_lists_are_counted_as_their_candidates(name: str, lists, order: int) -> None:
    metric = make_metric(name, MetricOptions("none", order=order))
    found = metric.candidate_statistics([texts for texts, _ in lists], [its for _, its in lists])
    assert len(found) == len(lists)
    for rows, (texts, references) in zip(found, lists, strict=True):
        assert rows.shape == (len(texts), metric.size)
        assert rows.tolist() == [plain_counts.row(metric, text, references) for text in texts]


@given(
    st.lists(st.lists(WORDS, max_size=40).map(" ".join), max_size=4),
    st.lists(st.lists(WORDS, max_size=40).map(" ".join), min_size=1, max_size=2),
)
def test_native_ter_is_sacrebleus_on_long_sentences(
    texts: list[str], references: list[str]
) -> None:
    metric = make_metric("ter")
    (rows,) = metric.candidate_statistics([texts], [references])
    assert rows.tolist() == [plain_counts.row(metric, text, references) for text in texts]


def test_native_ter_is_sacrebleus_on_very_unequal_lengths() -> None:
    metric = make_metric("ter")
    long = " ".join(f"w{i % 37}" for i in range(200))
    pairs = [
        ("w1", long),
        (long, "w1 w2"),
        ("", "a b"),
        ("a b", ""),
        ("w3 w2 w1", long),
        (long, long),
    ]
    for hypothesis, reference in pairs:
        row = metric.statistics(hypothesis, [reference])
        assert row.tolist() == plain_counts.row(metric, hypothesis, [reference])
