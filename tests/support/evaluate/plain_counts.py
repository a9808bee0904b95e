"""The statistics of BLEU in plain Python, and those of TER by sacreBLEU: what the native counters must equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sacrebleu.metrics.lib_ter import translation_edit_rate

from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.chrf import CHRF
from dragoman.evaluate.metric import Metric
from dragoman.evaluate.mix import Mix
from dragoman.evaluate.ter import TER

Words = Sequence[str]


def ngrams(words: Words, order: int) -> Iterator[tuple[str, ...]]:
    for n in range(1, order + 1):
        yield from zip(*(words[i:] for i in range(n)), strict=False)


def bleu_row(words: Words, references: Sequence[Words], order: int) -> list[float]:
    """Length, closest reference length, matches of every length, n-grams of every length."""
    most: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        most |= Counter(ngrams(reference, order))
    matches = [0] * order
    for ngram, count in Counter(ngrams(words, order)).items():
        matches[len(ngram) - 1] += min(count, most[ngram])
    lengths = [len(reference) for reference in references]
    closest = min(lengths, key=lambda length: (abs(length - len(words)), length))
    return [len(words), closest, *matches, *(max(0, len(words) - n) for n in range(order))]


def ter_row(words: Words, references: Sequence[Words]) -> list[float]:
    """The fewest edits over the references, and their mean length."""
    edits = [
        0 if words == reference else translation_edit_rate(words, reference)[0]
        for reference in references
    ]
    return [min(edits), sum(map(len, references)) / len(references)]


def row(metric: Metric, hypothesis: str, references: Sequence[str]) -> list[float]:
    """The statistics of any metric, each part by itself."""
    if isinstance(metric, Mix):
        return [x for _, part in metric.parts for x in row(part, hypothesis, references)]
    if isinstance(metric, BLEU):
        its = [metric.tokens(reference) for reference in references]
        return bleu_row(metric.tokens(hypothesis), its, metric.order)
    if isinstance(metric, TER):
        its = [metric.tokens(reference) for reference in references]
        return ter_row(metric.tokens(hypothesis), its)
    assert isinstance(metric, CHRF)
    return metric.statistics(hypothesis, references).tolist()
