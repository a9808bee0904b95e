"""Comparing systems: scores, tests against the baseline, documents, labelled subsets, lengths and n-grams.

    comparison = compare(systems, references, CompareOptions())
    comparison.as_dict()          # everything, for JSON
    text_tables(comparison)       # tables.py
    html_report(comparison)       # report.py

The first system is the baseline.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.draw.tables import html_table
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix, Metric, MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.shapes import Stream, reference_count
from dragoman.evaluate.significance import Resampled, Signs, bootstrap, randomization, sign_test
from dragoman.evaluate.texts import groups_of
from dragoman.evaluate.words import Telling, TrainingCounts, WordCounts, WordGroup

TESTS = ("bootstrap", "randomization", "sign")
LENGTH_BUCKETS = (10, 20, 30, 40, 60)
"""Reference lengths (in words) at which a new bucket begins, after the first."""


@dataclass(frozen=True)
class CompareOptions:
    """What to compute."""

    metrics: tuple[str, ...] = ("bleu", "chrf", "ter")
    """The first one is used for documents, subsets, lengths and the choice of sentences."""
    metric_options: MetricOptions = field(default_factory=MetricOptions)
    tests: tuple[str, ...] = ("bootstrap",)
    samples: int = 1000
    seed: int = 1


@dataclass(frozen=True)
class MetricResult:
    """One metric on all systems."""

    name: str
    signature: str
    higher_is_better: bool
    scores: list[float]
    tests: list[dict[str, Resampled | Signs]]
    """For every system after the first, the outcome of each test against the first."""


@dataclass(frozen=True)
class GroupScores:
    """Scores of all systems on one group of sentences, and how many sentences it has."""

    name: str
    sentences: int
    scores: list[float]


@dataclass(frozen=True)
class Movement:
    """How many documents a system makes better, worse, or leaves unchanged (Ture et al. 2012, table 3)."""

    rises: int
    falls: int
    same: int


@dataclass(frozen=True)
class Breakdown:
    """The parts of BLEU for one system."""

    precisions: list[float]
    brevity: float
    length: int
    reference_length: int


@dataclass(repr=False)
class Comparison:
    """The results."""

    names: list[str]
    hypotheses: list[list[str]]
    references: Sequence[Stream]
    """Whole texts, one for each reference."""
    sources: list[str] | None
    metrics: list[MetricResult]
    documents: list[GroupScores]
    movements: list[Movement]
    subsets: list[GroupScores]
    lengths: list[GroupScores]
    breakdowns: list[Breakdown]
    sentence_gains: Matrix
    """Sentence gains of the first metric: one row a system."""
    telling: list[Telling]
    """For every system after the first, the n-grams that tell it from the first."""
    frequencies: list[WordGroup]
    """Words by how often the training text has them, if it is known."""
    ngrams: list[WordGroup]
    """N-grams that the training text has, and those that it has not."""
    labels: list[str] | None = None
    document_of: list[str] | None = None

    def most_changed(self, system: int, count: int) -> tuple[list[int], list[int]]:
        """Return the sentences that gain and lose most against the first system.

        Args:
            system: The number of the system.
            count: How many of each.
        """
        gains = self.sentence_gains[system] - self.sentence_gains[0]
        order = np.argsort(-gains, kind="stable")
        rises = [int(i) for i in order if gains[i] > 0][:count]
        return rises, [int(i) for i in order[::-1] if gains[i] < 0][:count]

    def __repr__(self) -> str:
        return f"Comparison({', '.join(self.names)}: {len(self.hypotheses[0])} sentences)"

    def _repr_html_(self) -> str:
        """A table for each metric; ``html_report`` gives the whole page."""
        tables = []
        for metric in self.metrics:
            tests = list(metric.tests[0]) if metric.tests else []
            rows = [[metric.name, "score", *(f"p ({test})" for test in tests)]]
            for number, (name, score) in enumerate(zip(self.names, metric.scores, strict=True)):
                found = metric.tests[number - 1] if number else {}
                rows.append(
                    [name, f"{score:.2f}", *(f"{found[t].p:.4f}" if found else "" for t in tests)]
                )
            tables.append(html_table(rows))
        return "".join(tables)

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers, without the texts."""
        return {
            "systems": self.names,
            "metrics": [asdict(m) for m in self.metrics],
            "documents": [asdict(d) for d in self.documents],
            "movements": [asdict(m) for m in self.movements],
            "subsets": [asdict(s) for s in self.subsets],
            "lengths": [asdict(b) for b in self.lengths],
            "breakdowns": [asdict(b) for b in self.breakdowns],
            "telling": [asdict(t) for t in self.telling],
            "frequencies": [asdict(g) for g in self.frequencies],
            "ngrams": [asdict(g) for g in self.ngrams],
        }


@dataclass(frozen=True)
class Texts:
    """The texts to compare; all have the same number of sentences."""

    names: list[str]
    hypotheses: list[list[str]]
    """One text for each system."""
    references: Sequence[Stream]
    """One text for each reference."""
    documents: list[str] | None = None
    labels: list[str] | None = None
    sources: list[str] | None = None
    training: Iterable[str] | None = None
    """The target side of the training text; it is read once."""


def compare(
    texts: Texts, options: CompareOptions | None = None, progress: Report | None = None
) -> Comparison:
    """Compare every system with the first; ``progress`` hears of every test, and stops the work by raising.

    Args:
        texts: The systems' translations, the references, and what else is known of the sentences.
        options: Metrics and tests; None for the defaults.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    options = options or CompareOptions()
    if unknown := set(options.tests) - set(TESTS):
        raise ConfigError(f"there is no test '{min(unknown)}' ({', '.join(TESTS)})")
    metrics = [make_metric(name, options.metric_options) for name in options.metrics]
    statistics = [
        [metric.corpus_statistics(text, texts.references) for text in texts.hypotheses]
        for metric in metrics
    ]
    references = reference_count(texts.references)
    results: list[MetricResult] = []
    with shown("comparing", progress) as report:
        for metric, systems in zip(metrics, statistics, strict=True):
            tests: list[dict[str, Resampled | Signs]] = []
            for rows in systems[1:]:
                done = len(results) * (len(systems) - 1) + len(tests)
                report(done, len(metrics) * (len(systems) - 1))
                tests.append(_tests(metric, systems[0], rows, options))
            scores = [metric.score(rows.sum(axis=0)) for rows in systems]
            facts = metric.name, metric.signature(references), metric.higher_is_better
            results.append(MetricResult(*facts, scores, tests))
    main, systems = metrics[0], statistics[0]
    tokens = _bleu(metrics, options.metric_options).tokens
    counts = WordCounts(
        [[tokens(line) for line in text] for text in texts.hypotheses],
        [tokens(_first(its)) for its in zip(*texts.references, strict=True)],
    )
    training = None
    if texts.training is not None:
        training = TrainingCounts.of(map(tokens, texts.training), counts.all())
    documents = _groups(main, systems, groups_of(texts.documents or []))
    return Comparison(
        names=texts.names,
        hypotheses=texts.hypotheses,
        references=texts.references,
        sources=texts.sources,
        metrics=results,
        documents=documents,
        movements=[_movement(main, documents, i) for i in range(1, len(systems))],
        subsets=_groups(main, systems, groups_of(texts.labels or [])),
        lengths=_groups(main, systems, _length_groups(texts.references)),
        breakdowns=_breakdowns(texts, metrics, statistics, options.metric_options),
        sentence_gains=np.array([main.sentence_gains(rows) for rows in systems]),
        telling=[counts.telling(system) for system in range(1, len(systems))],
        frequencies=[] if training is None else training.frequencies(counts),
        ngrams=[] if training is None else training.ngrams(counts),
        labels=texts.labels,
        document_of=texts.documents,
    )


def _tests(
    metric: Metric, a: Matrix, b: Matrix, options: CompareOptions
) -> dict[str, Resampled | Signs]:
    found: dict[str, Resampled | Signs] = {}
    for test in options.tests:
        if test == "sign":
            found[test] = sign_test(metric, a, b)
        else:
            resample = bootstrap if test == "bootstrap" else randomization
            found[test] = resample(metric, a, b, options.samples, options.seed)
    return found


def _groups(
    metric: Metric, systems: Sequence[Matrix], groups: dict[str, list[int]]
) -> list[GroupScores]:
    return [
        GroupScores(name, len(lines), [metric.score(rows[lines].sum(axis=0)) for rows in systems])
        for name, lines in groups.items()
    ]


def _movement(metric: Metric, documents: list[GroupScores], system: int) -> Movement:
    sign = 1 if metric.higher_is_better else -1
    changes = [sign * (d.scores[system] - d.scores[0]) for d in documents]
    rises, falls = sum(c > 0 for c in changes), sum(c < 0 for c in changes)
    return Movement(rises, falls, len(changes) - rises - falls)


def _length_groups(references: Sequence[Stream]) -> dict[str, list[int]]:
    bounds = (1, *LENGTH_BUCKETS)
    names = [f"{a}-{b - 1}" for a, b in zip(bounds, LENGTH_BUCKETS, strict=False)]
    names.append(f"{LENGTH_BUCKETS[-1]}+")
    groups: dict[str, list[int]] = {name: [] for name in names}
    for number, its in enumerate(zip(*references, strict=True)):
        bucket = np.searchsorted(LENGTH_BUCKETS, len(_first(its).split()), side="right")
        groups[names[int(bucket)]].append(number)
    return {name: lines for name, lines in groups.items() if lines}


def _first(references: Sequence[str | None]) -> str:
    return next(one for one in references if one is not None)


def _bleu(metrics: Sequence[Metric], options: MetricOptions) -> BLEU:
    """BLEU among the metrics, or by their options; words are what it compares."""
    found = next((one for one in metrics if isinstance(one, BLEU)), None)
    return found or BLEU(options.lowercase, options.tokenize, options.order)


def _breakdowns(
    texts: Texts,
    metrics: Sequence[Metric],
    statistics: Sequence[Sequence[Matrix]],
    options: MetricOptions,
) -> list[Breakdown]:
    for metric, systems in zip(metrics, statistics, strict=True):
        if isinstance(metric, BLEU):
            bleu, rows = metric, list(systems)
            break
    else:
        bleu = _bleu(metrics, options)
        rows = [bleu.corpus_statistics(text, texts.references) for text in texts.hypotheses]
    totals = [system.sum(axis=0) for system in rows]
    return [
        Breakdown(
            bleu.precisions(total).tolist(),
            float(bleu.brevity(total)),
            int(total[0]),
            int(total[1]),
        )
        for total in totals
    ]
