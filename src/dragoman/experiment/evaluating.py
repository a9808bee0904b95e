"""The last stages: test sets translated and scored, and the scores of several runs put together."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.experiment.layout import MODEL, SCORES
from dragoman.experiment.numbered import numbered
from dragoman.experiment.parsing import open_model
from dragoman.experiment.resources import Resources
from dragoman.experiment.sentences import read_sentences
from dragoman.experiment.stages import Inputs
from dragoman.forest.segmentation import segmented
from dragoman.io.files import open_output, read_lines
from dragoman.model.cohesive import warn_without_trees
from dragoman.model.documents.whole_documents import warn_without_documents


@dataclass(frozen=True)
class EvaluationSettings:
    """What the evaluation depends on beside the model and the test sets."""

    names: tuple[str, ...]
    """Of the test sets."""
    sentences: int
    metrics: tuple[str, ...]
    text: MetricOptions
    parser: str | None


def evaluate(
    settings: EvaluationSettings, output: Path, inputs: Inputs, resources: Resources
) -> None:
    """Writes each test set's ``NAME.translation``, with its phrases ``NAME.segments``, and ``scores.json`` for all."""
    model = open_model(settings.parser, inputs["model"] / MODEL, inputs)
    scores: dict[str, Any] = {}
    for number, name in enumerate(settings.names):
        warn_without_trees(model.options, inputs.get(f"{number}.conllu") or model.has_parser)
        warn_without_documents(model, inputs.get(f"{number}.docs"))
        limit = settings.sentences or None
        sentences = list(islice(read_sentences(model, inputs, f"{number}."), limit))
        translations = model.translate(sentences, threads=resources.threads)
        lines = [str(t) for t in translations]
        with open_output(output / f"{name}.translation") as out:
            out.writelines(f"{line}\n" for line in lines)
        with open_output(output / f"{name}.segments") as out:
            out.writelines(f"{segmented(t.derivation)}\n" for t in translations)
        files = numbered(inputs, f"{number}.target")
        references = [list(islice(read_lines(file), limit)) for file in files]
        scores[name] = {
            metric: score(lines, references, metric, settings.text) for metric in settings.metrics
        }
    (output / SCORES).write_text(json.dumps(scores, indent=1), encoding="utf-8")


def summarize(settings: None, output: Path, inputs: Inputs) -> None:
    """Writes ``scores.json`` with several runs' mean scores, standard deviations and the scores themselves."""
    files = [place / SCORES for place in numbered(inputs, "evaluation")]
    runs = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    scores: dict[str, Any] = {}
    for test, metrics in runs[0].items():
        scores[test] = {}
        for metric, result in metrics.items():
            values = [float(run[test][metric]["score"]) for run in runs]
            scores[test][metric] = {
                "score": mean(values),
                "deviation": stdev(values),
                "runs": values,
                "signature": result["signature"],
            }
    (output / SCORES).write_text(json.dumps(scores, indent=1), encoding="utf-8")


def score(
    lines: list[str], references: list[list[str]], name: str, options: MetricOptions
) -> dict[str, Any]:
    """A metric's score with the signature that says how it was computed."""
    metric = make_metric(name, options)
    total = metric.corpus_statistics(lines, references).sum(axis=0)
    return {"score": metric.score(total), "signature": metric.signature(len(references))}
