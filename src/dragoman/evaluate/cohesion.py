"""How cohesive translations are, and how cohesion relates to quality (Cherry 2008, sections 4 and 6).

    report = analyze(outputs, references)
    report.systems[0].count("uncohesive")   # table 2
    report.subsets[2].scores                # table 3: BLEU of every system on the uncohesive subset
    report.systems[0].confidence            # how well cohesion predicts bad sentences

Subsets are split by the first system, the baseline: sentences that it translates cohesively, and the others. Outputs of
the same name are runs of one system with different seeds of tuning: its scores are means over the runs, and a sentence
has the label that most runs give it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from statistics import fmean, stdev
from typing import Any

import numpy as np

from dragoman.cohesion.definition import is_cohesive
from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree
from dragoman.evaluate.metric import Matrix, Metric, MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.shapes import Stream, reference_count
from dragoman.evaluate.significance import Resampled, bootstrap_runs
from dragoman.forest.segmentation import Segmentation, TranslatedPhrase

COHESIVE, UNCOHESIVE, UNTRANSLATED = "cohesive", "uncohesive", "untranslated"
BAD = 0.25
"""A sentence is bad if its score is in the lowest part, of this size, of its system's sentences."""


@dataclass(frozen=True)
class SystemOutput:
    """The translations of one system, their phrases, and the source trees over the words that it saw."""

    name: str
    texts: Sequence[str]
    phrases: Sequence[Sequence[TranslatedPhrase]]
    trees: Sequence[DependencyTree]

    @classmethod
    def of(
        cls, name: str, lines: Iterable[Segmentation], trees: Sequence[DependencyTree]
    ) -> SystemOutput:
        """Return what a file of translations with their phrases holds."""
        known = list(lines)
        texts = [" ".join(line.tokens) for line in known]
        return cls(name, texts, [line.phrases for line in known], trees)


@dataclass(frozen=True)
class AnalysisOptions:
    """How quality is measured."""

    metric: str = "bleu"
    metric_options: MetricOptions = field(default_factory=MetricOptions)
    samples: int = 1000
    seed: int = 1


@dataclass(frozen=True)
class Confidence:
    """How well "uncohesive" predicts that a sentence is bad."""

    bad: int
    """Sentences in the worst quarter."""
    flagged: int
    """Uncohesive sentences."""
    hits: int
    """Both."""
    mean_cohesive: float
    mean_uncohesive: float
    """Mean sentence scores."""
    auc: float
    """The chance that an uncohesive sentence scores lower than a cohesive one (a tie is half a chance)."""

    @property
    def precision(self) -> float:
        """The part of the uncohesive sentences that are bad."""
        return self.hits / self.flagged if self.flagged else 0.0

    @property
    def recall(self) -> float:
        """The part of the bad sentences that are uncohesive."""
        return self.hits / self.bad if self.bad else 0.0


@dataclass(frozen=True)
class SystemCohesion:
    """One system's sentences by cohesion."""

    name: str
    runs: list[list[str]]
    """The labels of each run's translations."""
    confidence: Confidence | None = None

    @property
    def labels(self) -> list[str]:
        """The label that most runs give to each sentence; if two are equally frequent, the one that occurs first."""
        return [Counter(its).most_common(1)[0][0] for its in zip(*self.runs, strict=True)]

    def count(self, label: str) -> float:
        """How many sentences of a run have a label, on average."""
        return sum(labels.count(label) for labels in self.runs) / len(self.runs)


@dataclass(frozen=True)
class Subset:
    """Scores of all systems on some sentences; tests are of each later system against the first."""

    name: str
    sentences: int
    scores: list[float]
    deviations: list[float]
    """Standard deviations of the scores over a system's runs; 0 for a single run."""
    tests: list[Resampled]


@dataclass(frozen=True)
class CohesionReport:
    """The results; subsets are empty without references."""

    systems: list[SystemCohesion]
    subsets: list[Subset]
    metric: str = ""
    signature: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        systems = []
        for system in self.systems:
            entry: dict[str, Any] = {"name": system.name}
            entry |= {label: system.count(label) for label in (COHESIVE, UNCOHESIVE, UNTRANSLATED)}
            if system.confidence is not None:
                entry["confidence"] = asdict(system.confidence) | {
                    "precision": system.confidence.precision,
                    "recall": system.confidence.recall,
                }
            systems.append(entry)
        subsets = [asdict(subset) for subset in self.subsets]
        return {
            "systems": systems,
            "subsets": subsets,
            "metric": self.metric,
            "signature": self.signature,
        }


def label_of(tree: DependencyTree, phrases: Sequence[TranslatedPhrase], number: int) -> str:
    """Whether a translation is cohesive by the definition of section 2."""
    if not phrases and len(tree):
        return UNTRANSLATED
    words = sorted(word for phrase in phrases for word in phrase.source)
    if words != list(range(len(tree))):
        raise ConfigError(
            f"sentence {number}: its phrases do not translate each of its {len(tree)} words once"
        )
    return COHESIVE if is_cohesive(tree, [phrase.source for phrase in phrases]) else UNCOHESIVE


def analyze(
    outputs: Sequence[SystemOutput],
    references: Sequence[Stream] | None = None,
    options: AnalysisOptions | None = None,
) -> CohesionReport:
    """Label every translation; with references (whole texts) also score and test.

    Args:
        outputs: The systems' translations; the first system is the baseline.
        references: Whole reference texts; None gives no scores.
        options: The metric and its tests; None for the defaults.
    """
    options = options or AnalysisOptions()
    labels: dict[str, list[list[str]]] = {}
    for output in outputs:
        pairs = zip(output.trees, output.phrases, strict=True)
        found = [label_of(tree, its, n) for n, (tree, its) in enumerate(pairs, 1)]
        labels.setdefault(output.name, []).append(found)
    if not references:
        return CohesionReport([SystemCohesion(name, runs) for name, runs in labels.items()], [])
    metric = make_metric(options.metric, options.metric_options)
    rows: dict[str, list[Matrix]] = {}
    for output in outputs:
        statistics = metric.corpus_statistics(output.texts, references)
        rows.setdefault(output.name, []).append(statistics)
    systems = []
    for name, runs in labels.items():
        gains = np.mean([metric.sentence_gains(r) for r in rows[name]], axis=0)
        plain = SystemCohesion(name, runs)
        systems.append(replace(plain, confidence=_confidence(gains, plain.labels)))
    matrices = list(rows.values())
    subsets = [_subset("all", range(len(references[0])), metric, matrices, options)]
    baseline = systems[0].labels
    for name in (COHESIVE, UNCOHESIVE, UNTRANSLATED):
        lines = [i for i, label in enumerate(baseline) if label == name]
        if lines:
            subsets.append(_subset(name, lines, metric, matrices, options))
    return CohesionReport(
        systems, subsets, metric.name, metric.signature(reference_count(references))
    )


def _subset(
    name: str,
    lines: Sequence[int],
    metric: Metric,
    systems: Sequence[list[Matrix]],
    options: AnalysisOptions,
) -> Subset:
    parts = [[rows[list(lines)] for rows in runs] for runs in systems]
    scores = [[metric.score(rows.sum(axis=0)) for rows in runs] for runs in parts]
    return Subset(
        name,
        len(lines),
        [fmean(its) for its in scores],
        [stdev(its) if len(its) > 1 else 0.0 for its in scores],
        [
            bootstrap_runs(metric, parts[0], runs, options.samples, options.seed)
            for runs in parts[1:]
        ],
    )


def _confidence(scores: Matrix, labels: Sequence[str]) -> Confidence | None:
    flagged = np.array([label == UNCOHESIVE for label in labels])
    passed = np.array([label == COHESIVE for label in labels])
    if not flagged.any() or not passed.any():
        return None
    worst = np.argsort(scores, kind="stable")[: max(1, round(BAD * len(scores)))]
    bad = np.zeros(len(scores), dtype=bool)
    bad[worst] = True
    low, high = scores[flagged], np.sort(scores[passed])
    below = np.searchsorted(high, low, side="left") + np.searchsorted(high, low, side="right")
    return Confidence(
        bad=int(bad.sum()),
        flagged=int(flagged.sum()),
        hits=int((bad & flagged).sum()),
        mean_cohesive=float(scores[passed].mean()),
        mean_uncohesive=float(low.mean()),
        auc=float(1 - below.mean() / 2 / len(high)),
    )
