"""The tuning loop: decode, add the candidates to the lists, tune on all of them, until nothing changes.

    result = tune(decode, initial, references, TuneOptions(method="mira"), "work/tune")
    result.weights

``decode`` takes weights by name and returns, for every sentence, candidates with the best first; it must be
deterministic. The method ``mert-forest`` needs a decoder that has a method ``forests`` too (``ForestDecode``).
Every iteration is kept in the directory: a run that was killed at any moment continues where it was when called
again, and ends with the same weights, bit for bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import Matrix, Metric
from dragoman.evaluate.mix import make_metric
from dragoman.forest import Forest
from dragoman.tune.forest_surface import ForestSurface
from dragoman.tune.journal import Harvest, Journal
from dragoman.tune.lists import Candidate, KBestLists, Vector, stack_lists
from dragoman.tune.methods import FOREST_MERT, make_forest_mert, make_tuner
from dragoman.tune.options import TuneOptions
from dragoman.tune.report import IterationLines, TuningIteration
from dragoman.tune.tuner import Context, normalized

Decode = Callable[[dict[str, float]], Sequence[Sequence[Candidate]]]


@runtime_checkable
class ForestDecode(Protocol):
    """A decoder that also gives forests."""

    def __call__(self, weights: dict[str, float]) -> Sequence[Sequence[Candidate]]:
        """The candidates."""
        ...

    def forests(self, weights: dict[str, float]) -> Sequence[Forest]:
        """The forests from which the candidates come; usually called right after decoding, with the same weights."""
        ...


@dataclass(frozen=True)
class TuneResult:
    """The outcome."""

    weights: dict[str, float]
    """The weights whose decoding scored best."""
    score: float
    gain: float
    """The score, oriented so that more is better."""
    signature: str
    iterations: list[TuningIteration]
    converged: bool
    """Whether tuning stopped before the iterations were used up."""


def tune(
    decode: Decode,
    initial: Mapping[str, float],
    references: Sequence[Sequence[str]],
    options: TuneOptions,
    directory: str | PathLike[str],
    *,
    threads: int = 1,
    on_iteration: Callable[[TuningIteration], None] | None = None,
) -> TuneResult:
    """Tune the weights of features for the highest score on a development set.

    Args:
        decode: Called with weights; returns the candidates of every sentence.
        initial: The weights to start from.
        references: For every sentence its references, as text split like the candidates.
        options: The method, its settings and the metric.
        directory: Where finished iterations are kept; the same call goes on there.
        threads: How many threads work; the weights do not depend on it.
        on_iteration: Called after every iteration; what it raises stops the run, which the same call resumes. None logs
            a line.
    """
    names = list(initial)
    _check(initial, references, options)
    update = _updater(decode, references, options)
    metric = make_metric(options.metric, options.metric_options)
    journal = Journal(Path(directory), _facts(initial, references, options))
    lists = _Accumulated(metric, references, len(names))
    tunable = tuple(name not in options.fixed for name in names)
    least = _least(names, options)
    weights = np.array([float(initial[name]) for name in names])
    lines = IterationLines(options.iterations, metric.name, metric.higher_is_better)
    table: list[TuningIteration] = []
    earlier: list[Vector] = []
    converged = False
    sign = 1 if metric.higher_is_better else -1
    for number in range(1, options.iterations + 2):
        settled = _decodable(weights, options)
        by_name = dict(zip(names, settled.tolist(), strict=True))
        harvest = journal.harvest(number)
        kept = harvest is not None
        if harvest is None:
            harvest = lists.gather(decode(by_name))
            journal.save_harvest(number, harvest)
        lists.add(harvest)
        new = int(harvest.counts.sum())
        table.append(TuningIteration(number, harvest.score, new, lists.size, by_name))
        if on_iteration is None:
            lines(table[-1], kept)
        else:
            on_iteration(table[-1])
        exhausted = (
            options.method == "none"
            or (new == 0 and not _risen(table, sign))
            or _in_vain(table, sign) >= options.patience
        )
        if exhausted or number > options.iterations:
            converged = exhausted
            break
        found = journal.weights(number, names)
        if found is None:
            gains = tuple(sign * line.score for line in table)
            context = Context(options.seed, number, tunable, threads, tuple(earlier), gains, least)
            found = context.bounded(update(lists.lists(), weights, context, by_name))
            journal.save_weights(number, names, found)
        earlier.append(weights)
        moved = np.abs(_decodable(found, options) - settled).max()
        weights = found
        if moved < options.tolerance:
            converged = True
            break
    best = max(table, key=lambda line: sign * line.score)
    signature = metric.signature(len(references[0]))
    return TuneResult(best.weights, best.score, sign * best.score, signature, table, converged)


def _risen(table: Sequence[TuningIteration], sign: int) -> bool:
    """Whether the last decoding scored best so far; then another one may help, even without new candidates."""
    gains = [sign * line.score for line in table]
    return gains[-1] > max(gains[:-1], default=-np.inf)


def _in_vain(table: Sequence[TuningIteration], sign: int) -> int:
    """How many decodings followed the one that scored best."""
    gains = [sign * line.score for line in table]
    return len(gains) - 1 - gains.index(max(gains))


Update = Callable[[KBestLists, Vector, Context, dict[str, float]], Vector]


def _updater(decode: Decode, references: Sequence[Sequence[str]], options: TuneOptions) -> Update:
    """How new weights are found, from the lists or from the last decoding's forests and the lists."""
    if options.method == "none":
        return lambda lists, weights, context, _: weights
    if options.method != FOREST_MERT:
        tuner = make_tuner(options.method, options.method_options)
        return lambda lists, weights, context, _: tuner.update(lists, weights, context)
    mert = make_forest_mert(options.method_options)
    if not isinstance(decode, ForestDecode):
        raise ConfigError(f"{FOREST_MERT} needs a decoder that gives forests")
    forests = decode.forests

    def update(
        lists: KBestLists, weights: Vector, context: Context, by_name: dict[str, float]
    ) -> Vector:
        surface = ForestSurface(forests(by_name), references, lists.metric, lists)
        return mert.update_on(surface, weights, context)

    return update


def _decodable(weights: Vector, options: TuneOptions) -> Vector:
    """Weights for the decoder: their sizes sum to 1, unless some are fixed."""
    return weights if options.fixed else normalized(weights)


def _least(names: Sequence[str], options: TuneOptions) -> tuple[float, ...] | None:
    """The least value of every weight."""
    if not options.nonnegative:
        return None
    return tuple(0.0 if name in options.nonnegative else -np.inf for name in names)


def _check(
    initial: Mapping[str, float], references: Sequence[Sequence[str]], options: TuneOptions
) -> None:
    if not initial:
        raise ConfigError("there are no weights to tune")
    if not references:
        raise ConfigError("there are no references to tune on")
    if unknown := set(options.fixed) - set(initial):
        raise ConfigError(f"the weight '{min(unknown)}' that should stay fixed does not exist")
    for name in options.nonnegative:
        if name not in initial:
            raise ConfigError(f"the weight '{name}' that should not fall below 0 does not exist")
        if initial[name] < 0:
            raise ConfigError(
                f"the weight '{name}' should not fall below 0, but starts at {initial[name]:g}"
            )


def _facts(
    initial: Mapping[str, float], references: Sequence[Sequence[str]], options: TuneOptions
) -> dict[str, object]:
    digest = hashlib.sha256("\n".join("\t".join(its) for its in references).encode())
    settings = asdict(options)
    del settings["iterations"], settings["kbest"], settings["patience"]
    settings["fixed"] = list(options.fixed)
    settings["nonnegative"] = list(options.nonnegative)
    return {
        **settings,
        "features": list(initial),
        "initial": dict(initial),
        "references": digest.hexdigest(),
    }


class _Accumulated:
    """The lists of all iterations so far, without repetitions."""

    def __init__(self, metric: Metric, references: Sequence[Sequence[str]], width: int) -> None:
        self._metric = metric
        self._references = references
        self._width = width
        self._seen: list[set[bytes]] = [set() for _ in references]
        self._features: list[list[Matrix]] = [[] for _ in references]
        self._statistics: list[list[Matrix]] = [[] for _ in references]
        self.size = 0

    def gather(self, decoded: Sequence[Sequence[Candidate]]) -> Harvest:
        """The candidates that are new, and the score of the best ones."""
        if len(decoded) != len(self._references):
            raise ConfigError(
                f"{len(decoded)} sentences were decoded but {len(self._references)} have references"
            )
        fresh: list[list[Candidate]] = []
        for candidates, seen in zip(decoded, self._seen, strict=True):
            kept: dict[bytes, Candidate] = {}
            for candidate in candidates:
                if candidate.features.shape != (self._width,):
                    raise ConfigError(
                        f"a candidate has {candidate.features.size} features, but there are {self._width} weights"
                    )
                if not np.isfinite(candidate.features).all():
                    raise ConfigError("a candidate has a feature that is not finite")
                key = _key(" ".join(candidate.tokens), candidate.features)
                if key not in seen:
                    kept.setdefault(key, candidate)
            fresh.append(list(kept.values()))
        texts = [[" ".join(c.tokens) for c in candidates] for candidates in fresh]
        rows = self._metric.candidate_statistics(texts, self._references)
        best = [" ".join(c[0].tokens) if c else "" for c in decoded]
        chosen = self._metric.candidate_statistics([(text,) for text in best], self._references)
        total = np.vstack(chosen).sum(axis=0)
        features = [c.features for candidates in fresh for c in candidates]
        return Harvest(
            [text for its in texts for text in its],
            np.array(features, dtype=np.float64).reshape(len(features), self._width),
            np.vstack(rows),
            np.array([len(its) for its in texts], dtype=np.int64),
            self._metric.score(total),
        )

    def add(self, harvest: Harvest) -> None:
        """Adds the candidates of a decoding."""
        start = 0
        for sentence, count in enumerate(harvest.counts.tolist()):
            end = start + count
            self._features[sentence].append(harvest.features[start:end])
            self._statistics[sentence].append(harvest.statistics[start:end])
            self._seen[sentence].update(
                _key(text, row)
                for text, row in zip(
                    harvest.tokens[start:end], harvest.features[start:end], strict=True
                )
            )
            start = end
        self.size += start

    def lists(self) -> KBestLists:
        """As arrays."""
        features = [np.vstack(parts) for parts in self._features]
        return stack_lists(features, [np.vstack(parts) for parts in self._statistics], self._metric)


def _key(text: str, features: Vector) -> bytes:
    values = np.ascontiguousarray(features, dtype=np.float64) + 0.0
    return hashlib.blake2b(text.encode() + b"\n" + values.tobytes(), digest_size=16).digest()
