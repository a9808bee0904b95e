"""The tuning stage: decode the development set with changing weights until they settle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from dragoman.common.progress import Report, progress
from dragoman.corpus.parallel import read_parallel
from dragoman.evaluate.mix import make_metric
from dragoman.experiment.config import TuningRun
from dragoman.experiment.layout import HISTORY, MODEL
from dragoman.experiment.numbered import numbered
from dragoman.experiment.parsing import open_model
from dragoman.experiment.resources import Resources
from dragoman.experiment.scoring import text_metric_options
from dragoman.experiment.sentences import read_sentences, source_file
from dragoman.experiment.stages import Inputs
from dragoman.experiment.treelet_start import fixed_with_treelets, match_length
from dragoman.forest import Forest
from dragoman.grammar import TableBudget
from dragoman.grammar.count_scores import GAPPED
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.cohesive import warn_without_trees
from dragoman.search import DecodeRequest, Input, PhraseDecoder, Result, SearchOptions
from dragoman.search.chart_options import ChartOptions
from dragoman.tune.lists import Candidate
from dragoman.tune.loop import TuneResult, tune
from dragoman.tune.methods import FOREST_MERT
from dragoman.tune.options import TuneOptions

BATCH = 32
"""Sentences per thread whose search graphs are in memory together."""
EDGES = 15
"""Edges per source word of the forests that are tuned on."""

FEWEST_POPS = 100
"""With fewer, candidates would differ too much from those that are translated with."""


@dataclass(frozen=True)
class RunSettings:
    """What a run of tuning depends on beside its model and its text."""

    tuning: TuningRun
    parser: str | None


def run_tuning(run: RunSettings, output: Path, inputs: Inputs, resources: Resources) -> None:
    """One run: writes the tuned model, and its iterations as ``history.json``."""
    settings, threads, seed = run.tuning, resources.threads, run.tuning.seed
    model = open_model(run.parser, inputs["untuned"] / MODEL, inputs)
    sentences = model.with_guesses(_sentences(model, settings, inputs), threads)
    references = _references(model, settings, inputs)
    weights, options = dict(model.weights), TuneOptions.part_of(settings)
    place = inputs["scratch"] / f"run{seed}"

    def tuned(decoded: Model, kind: str = "") -> TuneResult:
        edges = EDGES if settings.method == FOREST_MERT else 0
        narrow = narrowed(decoded, settings.pop_share)
        decoding = Decoding(narrow, sentences, settings.kbest, threads, edges)
        directory = place.with_name(f"{place.name}{kind}")
        return tune(decoding, weights, references, options, directory, threads=threads)

    # Rules with gaps are some 20,000 a sentence.
    budget = TableBudget(resources.memory, place.with_name(f"{place.name}.rules"))
    looked_up = model.for_sentences(sentences, threads, budget)
    if settings.gaps_last and (of_gaps := gap_weights(model)):
        # Together, the weights of gaps would add noise to all the others (docs/results/gaps.md).
        without = looked_up.changed(options=replace(model.options, gaps="none"))
        weights = tuned(without, ".without-gaps").weights
        options = replace(options, fixed=tuple(name for name in weights if name not in of_gaps))
    if settings.phrases_first and model.decoder().makes_trees:
        directory = place.with_name(f"{place.name}.phrases")
        weights = tune_phrases(
            model, sentences, references, options, directory, settings.kbest, threads
        )
        weights = match_length(model.changed(weights=weights), sentences, references, threads)
        kept = fixed_with_treelets(list(weights))
        options = replace(options, fixed=tuple(dict.fromkeys((*options.fixed, *kept))))
    result = tuned(looked_up)
    model.weights = dict(result.weights)
    model.provenance["tuning"] = result.signature
    model.save(output / MODEL)
    history = {
        "seed": seed,
        "score": result.score,
        "gain": result.gain,
        "signature": result.signature,
        "iterations": [[line.number, line.score, line.weights] for line in result.iterations],
    }
    (output / HISTORY).write_text(json.dumps(history, indent=1), encoding="utf-8")


def tune_phrases(
    model: Model,
    sentences: list[Input],
    references: list[list[str]],
    options: TuneOptions,
    directory: Path,
    kbest: int,
    threads: int,
) -> dict[str, float]:
    """The weights of a model with treelets, after those that phrases have too were tuned with the phrase decoder.

    From weights that were never tuned, tuning with treelets ends with translations that are too short
    (docs/results/treelets.md). The sizes of the tuned weights keep their sum, so that the others keep their share.
    """
    table = model.rules.rules_for([])
    search = SearchOptions(table_limit=model.options.table_limit, unknown=model.options.unknown)
    names = PhraseDecoder.features_of(table, model.lms, search)
    shared = {name: float(model.weights[name]) for name in names}
    phrases = Model(table, model.lms, shared, search, model.text)
    options = replace(
        options,
        fixed=tuple(name for name in options.fixed if name in shared),
        nonnegative=tuple(name for name in options.nonnegative if name in shared),
    )
    narrow = narrowed(phrases, options.pop_share)
    decoding = Decoding(narrow, sentences, kbest, threads)
    tuned = tune(decoding, shared, references, options, directory, threads=threads).weights
    kept = bool(options.fixed)  # then tuning does not change the sum
    scale = 1.0 if kept else sum(map(abs, shared.values())) / sum(map(abs, tuned.values()))
    return {**model.weights, **{name: scale * weight for name, weight in tuned.items()}}


def narrowed(model: Model, share: float) -> Model:
    """The model as it decodes while it is tuned: with fewer pops of cube pruning.

    The search with gaps takes a share of the pops already, and the first pass of consistency is that of translating.
    """
    options = model.options
    if not isinstance(options, SearchOptions | ChartOptions):
        return model
    fewer = max(FEWEST_POPS, ceil(share * options.pop_limit))
    if fewer >= options.pop_limit or gap_weights(model) or model.consistency is not None:
        return model
    return model.changed(options=replace(options, pop_limit=fewer))


def gap_weights(model: Model) -> set[str]:
    """The features that only phrases with gaps have, if the model's search uses such phrases."""
    if not isinstance(model.options, SearchOptions) or "none" in (
        model.rules.gaps,
        model.options.gaps,
    ):
        return set()
    return {name for name in model.weights if name.startswith("gaps.") or name == GAPPED}


def read_runs(inputs: Inputs) -> list[tuple[Path, dict[str, Any]]]:
    """The directories and histories of all runs among a stage's inputs."""
    runs = numbered(inputs, "run")
    return [(run, json.loads((run / HISTORY).read_text(encoding="utf-8"))) for run in runs]


def select_run(settings: None, output: Path, inputs: Inputs) -> None:
    """The model of the run with the best score on the development set; of equal ones the first."""
    best, _ = max(read_runs(inputs), key=lambda run: float(run[1]["gain"]))
    Model.open(best / MODEL, bounds=None).save(output / MODEL)


def average_runs(settings: None, output: Path, inputs: Inputs) -> None:
    """A model whose weights are the mean of the runs' weights."""
    models = [Model.open(path / MODEL, bounds=None) for path, _ in read_runs(inputs)]
    model = models[0]
    model.weights = {
        name: float(np.mean([each.weights[name] for each in models])) for name in model.weights
    }
    model.save(output / MODEL)


class Decoding:
    """Decodes the development set with the weights that it is called with."""

    def __init__(
        self, model: Model, sentences: list[Input], kbest: int, threads: int, edges: int = 0
    ) -> None:
        """Keeps forests of about ``edges`` edges a word; 0: none."""
        if (
            model.consistency is not None
        ):  # the first pass is the same whatever the tuned weights are
            model.consistency = model.consistency.with_first_weights(model.weights)
        self.model = model.for_sentences(sentences, threads)
        self.sentences = self.model.informed(model.with_trees(sentences, threads), threads)
        self.kbest = kbest
        self.threads = threads
        self.edges = edges
        self._forests: list[Forest] = []
        self._weights: dict[str, float] = {}

    def __call__(self, weights: dict[str, float]) -> list[list[Candidate]]:
        """The k best of every sentence."""
        self.model.weights = self._weights = dict(weights)
        self._forests = []
        decoder = self.model.decoder()
        lists: list[list[Candidate]] = []
        step = BATCH * max(1, self.threads)
        request = DecodeRequest(
            threads=self.threads, forest=True, nbest=0 if self.edges else self.kbest
        )
        total = len(self.sentences)
        with (
            ThreadPoolExecutor(max(1, self.threads)) as pool,
            progress("decoding the development set") as report,
        ):
            for start in range(0, total, step):
                batch = self.sentences[start : start + step]
                results = decoder.decode(
                    batch,
                    request,
                    progress=_after(start, total, report),
                )
                for candidates, forest in pool.map(self._extract, results):
                    lists.append(candidates)
                    if forest is not None:
                        self._forests.append(forest)
        return lists

    def _extract(self, result: Result) -> tuple[list[Candidate], Forest | None]:
        assert result.forest is not None
        texts, features, _ = result.forest.kbest_table(self.kbest)
        candidates = [Candidate(tuple(t), row) for t, row in zip(texts, features, strict=True)]
        if not self.edges:
            return candidates, None
        edges = self.edges * max(1, len(result.forest.source))
        return candidates, result.forest.pruned(edges)

    def forests(self, weights: dict[str, float]) -> list[Forest]:
        """What the candidates come from; decoded again if the last decoding had other weights."""
        if weights != self._weights or len(self._forests) != len(self.sentences):
            self.edges = self.edges or EDGES
            self(weights)
        return self._forests


def _after(before: int, total: int, report: Report) -> Report:
    """Tells of a batch as the part of all work that comes after ``before``."""
    return lambda done, _: report(before + done, total)


def _sentences(model: Model, settings: TuningRun, inputs: Inputs) -> list[Input]:
    warn_without_trees(model.options, inputs.get("conllu") or model.has_parser)
    sentences = read_sentences(model, inputs)
    return list(islice(sentences, settings.sentences) if settings.sentences else sentences)


def _references(model: Model, settings: TuningRun, inputs: Inputs) -> list[list[str]]:
    lines = read_references(model, source_file(inputs), numbered(inputs, "target"))
    return lines[: settings.sentences] if settings.sentences else lines


def score_translations(
    model: Model,
    sentences: list[Input],
    references: Sequence[str | Path],
    metric: str,
    threads: int,
) -> tuple[float, str]:
    """What the model's translations score as its users see them, as ``dragoman score`` would, with the signature."""
    measure = make_metric(metric, text_metric_options(model.text))
    with progress("scoring") as report:
        lines = [t.text for t in model.translate(sentences, threads=threads, progress=report)]
    streams = [list(read_lines(path)) for path in references]
    return measure.corpus_score(lines, streams).score, measure.signature(len(streams))


def read_references(
    model: Model, source: str | Path, references: Sequence[str | Path]
) -> list[list[str]]:
    """Of every sentence, as the model's decoder would write them."""
    prepare = model.text.target
    pairs = read_parallel(source, references)
    return [[prepare(target) for target in pair.targets] for pair in pairs]
