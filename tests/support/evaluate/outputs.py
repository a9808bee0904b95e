"""Translations of documents made by hand: a baseline, and a system that chooses otherwise."""

from __future__ import annotations

from dragoman.evaluate.consistency import DocumentOutput
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.forest import Derivation
from dragoman.forest.derivation import Step


def derivation(*phrases: tuple[str, str]) -> Derivation:
    """Phrases in order; the words of each are linked one by one, the last ones to the last."""
    source = tuple(word for phrase, _ in phrases for word in phrase.split())
    target = tuple(word for _, phrase in phrases for word in phrase.split())
    steps, i, j = [], 0, 0
    for left, right in phrases:
        m, n = len(left.split()), len(right.split())
        links = tuple((i + min(k, m - 1), j + min(k, n - 1)) for k in range(max(m, n)) if n)
        places = tuple(range(j, j + n))
        words = tuple(left.split()), tuple(right.split())
        steps.append(Step(0, ((i, i + m),), *words, places, links, {}, 0.0))
        i, j = i + m, j + n
    return Derivation(source, target, tuple(steps), 0.0)


def output(name: str, *sentences: Derivation) -> DocumentOutput:
    documents = ["a", "a", "b"]
    return DocumentOutput(name, [d.text for d in sentences], sentences, documents)


BASE = output(
    "base",
    derivation(("grenz", "border"), ("truppen", "troops")),
    derivation(("grenz", "frontier"), ("wache", "guards")),
    derivation(("haus", "house")),
)
BETTER = output(
    "better",
    derivation(("grenz truppen", "border troops")),
    derivation(("grenz wache", "border guards")),
    derivation(("haus", "houses")),
)
REFERENCES = [["border troops", "border guards", "house"]]
METRIC = make_metric("chrf", MetricOptions())
