"""One text has one score, whichever command computes it."""

from __future__ import annotations

import pytest
import sacrebleu
from sacrebleu.metrics.ter import TER

from dragoman.evaluate import tokenization
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.tokenization import bleu_tokenization


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "13a"), ("", "13a"), ("zh", "zh"), ("zh-Hant", "zh"), ("ZH_cn", "zh"), ("zha", "13a")],
)
def test_raw_text_is_tokenised_as_sacrebleu_does(language: str, expected: str) -> None:
    assert bleu_tokenization(language) == expected


def test_tokenised_text_is_left_alone() -> None:
    assert bleu_tokenization("zh", tokenized=True) == "none"


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_without_a_segmenter_characters_are_compared(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenization, "find_spec", lambda name: None)
    assert bleu_tokenization(language) == "char"
    monkeypatch.setattr(tokenization, "find_spec", lambda name: object())
    assert bleu_tokenization(language) == f"{language}-mecab"


def test_chinese_has_a_score() -> None:
    hypotheses, references = ["我喜欢猫和狗。"], ["我喜欢狗和猫。"]
    metric = make_metric("bleu", MetricOptions(bleu_tokenization("zh")))
    ours = metric.score(metric.corpus_statistics(hypotheses, [references])[0])
    theirs = sacrebleu.corpus_bleu(hypotheses, [references], tokenize="zh").score
    assert ours == pytest.approx(theirs)
    assert ours > 0


@pytest.mark.parametrize(("language", "asian"), [("zh", True), ("ja", True), ("en", False)])
def test_ter_splits_text_without_blanks(
    language: str, asian: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenization, "find_spec", lambda name: None)
    hypotheses, references = ["我喜欢猫和狗。", "他说：“你好”"], ["我喜欢狗和猫。", "她说（你好）"]
    metric = make_metric("ter", MetricOptions.of_text(language))
    rows = metric.corpus_statistics(hypotheses, [references])
    theirs = TER(normalized=asian, asian_support=asian)
    assert metric.score(rows.sum(axis=0)) == pytest.approx(
        theirs.corpus_score(hypotheses, [references]).score
    )
    assert metric.signature(1) == str(theirs.get_signature())
    assert (metric.score(rows.sum(axis=0)) < 100) == asian
