"""What a campaign of ratings says: the systems' scores, which differ, how far annotators agree, and if they looked.

A system's score is the mean over segments of the mean over annotators. ``z`` is the same after each annotator's scores
were made to have the mean 0 and the deviation 1, so that strict and mild annotators count alike. Systems are in one
cluster unless all above a line are better than all below it (paired permutation test of their common segments).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean, median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.draw.tables import text_table
from dragoman.evaluate.tables import format_p
from dragoman.judge.rating import COSTS, Protocol, SegmentRating, Span
from dragoman.judge.rating_journal import ItemRating

LEVEL = 0.05
_SAMPLES = 10_000

Key = tuple[str, str]
"""A segment: its document and its name."""


@dataclass(frozen=True)
class SystemRating:
    """A system's score."""

    system: str
    cluster: int
    """Counted from 1, the best first."""
    score: float
    z: float
    segments: int
    minor: float
    """Minor errors for a segment, if they are marked."""
    major: float


@dataclass(frozen=True)
class Difference:
    """Two systems on the segments of both."""

    better: str
    worse: str
    segments: int
    difference: float
    p: float


@dataclass(frozen=True)
class RatersAgreement:
    """Two annotators on the translations that both rated."""

    one: str
    two: str
    segments: int
    pearson: float
    kendall: float
    spans: float
    """Twice the characters that both marked as errors, by all that either marked (F1)."""


@dataclass(frozen=True)
class Annotator:
    """How an annotator worked."""

    name: str
    segments: int
    seconds: float
    """For a segment; the median over items."""
    attention: int
    """Items that were there for attention."""
    passed: int
    """Of these, the ones whose wrong translation was rated lower than the right one."""


@dataclass(frozen=True)
class RatingReport:
    """The whole campaign."""

    protocol: Protocol
    systems: list[SystemRating]
    differences: list[Difference]
    agreements: list[RatersAgreement]
    annotators: list[Annotator]

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return asdict(self)


def summarize_ratings(
    protocol: Protocol, ratings: Iterable[ItemRating], seed: int = 1
) -> RatingReport:
    """Return the report.

    Args:
        protocol: How it was judged.
        ratings: The last rating of each annotator for each item.
        seed: The seed of the tests.
    """
    said = sorted(ratings, key=lambda one: (one.annotator, one.item))
    values: dict[str, dict[tuple[str, Key], float]] = defaultdict(dict)
    marks: dict[str, dict[tuple[str, Key], tuple[Span, ...]]] = defaultdict(dict)
    for rating in said:
        for key, one in _segments(rating):
            value = one.value(protocol)
            if rating.distorted is None and value is not None:
                values[rating.annotator][rating.system, key] = value
                marks[rating.annotator][rating.system, key] = one.spans
    means = _means(values)
    standard = _means({name: _standardised(own) for name, own in values.items()})
    order = sorted(means, key=lambda system: (-fmean(means[system].values()), system))
    tests = {(a, b): _difference(a, b, means, seed) for a, b in combinations(order, 2)}
    clusters = _clusters(order, tests)
    return RatingReport(
        protocol,
        [
            SystemRating(
                system,
                clusters[system],
                fmean(means[system].values()),
                fmean(standard[system].values()),
                len(means[system]),
                *(_errors(system, marks, severity) for severity in COSTS),
            )
            for system in order
        ],
        list(tests.values()),
        [_agreement(a, b, values, marks) for a, b in combinations(sorted(values), 2)],
        [_annotator(name, said, protocol) for name in sorted({one.annotator for one in said})],
    )


def _segments(rating: ItemRating) -> list[tuple[Key, SegmentRating]]:
    pairs = zip(rating.names, rating.segments, strict=True)
    return [((rating.document, name), one) for name, one in pairs]


def _means(values: Mapping[str, Mapping[tuple[str, Key], float]]) -> dict[str, dict[Key, float]]:
    """For each system the mean over annotators of each segment."""
    found: dict[str, dict[Key, list[float]]] = defaultdict(lambda: defaultdict(list))
    for own in values.values():
        for (system, key), value in own.items():
            found[system][key].append(value)
    return {s: {key: fmean(all) for key, all in keys.items()} for s, keys in found.items()}


def _standardised(values: Mapping[tuple[str, Key], float]) -> dict[tuple[str, Key], float]:
    numbers = np.array(list(values.values()))
    spread = float(numbers.std()) or 1.0
    return {key: (value - float(numbers.mean())) / spread for key, value in values.items()}


def _errors(
    system: str, marks: Mapping[str, Mapping[tuple[str, Key], Sequence[Span]]], severity: str
) -> float:
    counts = [
        sum(span.severity == severity for span in spans)
        for own in marks.values()
        for (name, _), spans in own.items()
        if name == system
    ]
    return fmean(counts) if counts else 0.0


def _difference(a: str, b: str, means: Mapping[str, Mapping[Key, float]], seed: int) -> Difference:
    both = sorted(means[a].keys() & means[b].keys())
    differences = np.array([means[a][key] - means[b][key] for key in both])
    mean = float(differences.mean()) if both else 0.0
    return Difference(a, b, len(both), mean, permutation_p(differences, seed))


def permutation_p(differences: NDArray[np.float64], seed: int = 1) -> float:
    """Return how often chance alone gives a mean as far from 0, if the signs of differences are chance.

    All signs are tried if there are few differences, otherwise a sample.

    Args:
        differences: Those of two systems, segment by segment.
        seed: The seed of the sample.
    """
    count = len(differences)
    if not count:
        return 1.0
    observed = abs(float(differences.sum())) - 1e-9
    if 2**count <= _SAMPLES:
        signs = 1 - 2 * ((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
        return float(np.mean(np.abs(signs @ differences) >= observed))
    random = np.random.default_rng(seed)
    chance = 0
    for _ in range(0, _SAMPLES, 1000):
        signs = 1 - 2 * random.integers(2, size=(1000, count))
        chance += int(np.count_nonzero(np.abs(signs @ differences) >= observed))
    return (chance + 1) / (_SAMPLES + 1)


def _clusters(order: Sequence[str], tests: Mapping[tuple[str, str], Difference]) -> dict[str, int]:
    found, cluster = {}, 1
    for place, system in enumerate(order):
        above, below = order[:place], order[place:]
        if above and all(tests[a, b].p < LEVEL for a in above for b in below):
            cluster += 1
        found[system] = cluster
    return found


def _agreement(
    one: str,
    two: str,
    values: Mapping[str, Mapping[tuple[str, Key], float]],
    marks: Mapping[str, Mapping[tuple[str, Key], Sequence[Span]]],
) -> RatersAgreement:
    both = sorted(values[one].keys() & values[two].keys())
    a, b = (np.array([values[name][key] for key in both]) for name in (one, two))
    common = total = 0
    for key in both:
        first, second = (_marked(marks[name][key]) for name in (one, two))
        common += len(first & second)
        total += len(first) + len(second)
    shared = 2 * common / total if total else 1.0
    return RatersAgreement(one, two, len(both), pearson(a, b), kendall(a, b), shared)


def _marked(spans: Sequence[Span]) -> set[int]:
    return {place for span in spans for place in range(span.begin, span.end)}


def pearson(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return the correlation of two lists of numbers; 0 if one does not vary.

    Args:
        a: The first list.
        b: The second list.
    """
    if len(a) < 2 or not a.std() or not b.std():
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def kendall(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return Kendall's tau-b of two lists of numbers; 0 if one does not vary.

    Args:
        a: The first list.
        b: The second list.
    """
    agree = untied_a = untied_b = 0
    for place in range(1, len(a)):
        own, other = np.sign(a[:place] - a[place]), np.sign(b[:place] - b[place])
        agree += int((own * other).sum())
        untied_a += int(np.count_nonzero(own))
        untied_b += int(np.count_nonzero(other))
    return agree / float(np.sqrt(untied_a * untied_b)) if untied_a and untied_b else 0.0


def _annotator(name: str, ratings: Sequence[ItemRating], protocol: Protocol) -> Annotator:
    own = [one for one in ratings if one.annotator == name]
    right = {
        (one.system, key): segment
        for one in own
        if one.distorted is None
        for key, segment in _segments(one)
    }
    passed, attention = 0, [one for one in own if one.distorted is not None]
    for one in attention:
        key, wrong = _segments(one)[one.distorted or 0]
        good = right.get((one.system, key))
        if good is not None:
            passed += (wrong.value(protocol) or 0) < (good.value(protocol) or 0)
    times = [one.seconds / max(1, len(one.segments)) for one in own]
    return Annotator(
        name, sum(len(one.segments) for one in own), median(times), len(attention), passed
    )


def rating_report_text(report: RatingReport) -> str:
    """Return tables for the terminal.

    Args:
        report: The report.
    """
    head = ["cluster", "system", report.protocol, "z", "segments"]
    marked = report.protocol != "da"
    rows = [
        [str(s.cluster), s.system, f"{s.score:.2f}", f"{s.z:+z.3f}", str(s.segments)]
        + ([f"{s.minor:.2f}", f"{s.major:.2f}"] if marked else [])
        for s in report.systems
    ]
    parts = [text_table([head + (["minor", "major"] if marked else []), *rows], left=2)]
    if report.differences:
        rows = [
            [d.better, d.worse, str(d.segments), f"{d.difference:+z.2f}", format_p(d.p)]
            for d in report.differences
        ]
        parts.append(
            text_table([["better", "worse", "segments", "difference", "p"], *rows], left=2)
        )
    if report.agreements:
        rows = [
            [a.one, a.two, str(a.segments), f"{a.pearson:.3f}", f"{a.kendall:.3f}"]
            + ([f"{a.spans:.3f}"] if marked else [])
            for a in report.agreements
        ]
        head = ["annotator", "and", "segments", "Pearson", "Kendall"]
        parts.append(text_table([head + (["errors (F1)"] if marked else []), *rows], left=2))
    rows = [
        [a.name, str(a.segments), f"{a.seconds:.1f}", f"{a.passed} of {a.attention}"]
        for a in report.annotators
    ]
    head = ["annotator", "segments", "seconds for one", "attention passed"]
    parts.append(text_table([head, *rows], left=1))
    return "\n\n".join(parts)
