"""Tables 2 to 4 of Ture, Oard & Resnik (2012) for any experiment whose sets have documents.

    python -m benchmarks.papers.consistency_table experiment.toml --runs 1
    python -m benchmarks.papers.consistency_table experiment.toml --systems base c1 c2 c3 c12 c13 c23 c123

Prints BLEU (the mean over the runs), p of the difference to the baseline (bootstrap), and of the first run the
documents that rise and fall, the cases and sentences that change, and the processor time of translating as a multiple
of the baseline's. On ``dragoman sample world --only consistency`` the features must help; without the phenomenon
(``--only cohesion``) they must do no significant harm.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.support.variants import Variants, arguments_of
from dragoman.draw.tables import text_table
from dragoman.evaluate.consistency import DocumentOutput, consistency_report
from dragoman.evaluate.metric import Metric
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap_runs, mean_score
from dragoman.experiment.config import EvaluationSet, Experiment
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.search import Input

SYSTEMS = ("base", "c1", "c2", "c3", "c12", "c13", "c23", "c123")


def vary(plain: Experiment, system: str) -> Experiment:
    """The experiment as one of the systems."""
    names = () if system == "base" else tuple(f"c{digit}" for digit in system[1:])
    return replace(plain, consistency=replace(plain.consistency, features=names))


def main() -> None:
    arguments = arguments_of(__doc__.splitlines()[0], SYSTEMS, SYSTEMS)
    variants = Variants(arguments, vary)
    results = variants.run()
    metric = make_metric("bleu", variants.metric_options)
    for test in variants.plain.test:
        print(f"\n== {test.name}\n")
        print(table(variants, test, metric, results))


def table(
    variants: Variants, test: EvaluationSet, metric: Metric, results: dict[str, list[Path]]
) -> str:
    """A row for every system."""
    references = variants.references(test)
    first = variants.plain.tuning.seed
    outputs, seconds, statistics = [], [], []
    for system, directories in results.items():
        model = Model.open(variants.base / f"{variants.plain.name}.{system}.{first}.model")
        docs = variants.base / test.docs if test.docs else None
        inputs = list(InputReader(model.text, docs=docs).read(variants.base / test.source))
        output, spent = _translated(system, model, inputs[: len(references[0])])
        outputs.append(output)
        seconds.append(spent)
        texts = [(d / f"{test.name}.translation").read_text("utf-8") for d in directories]
        statistics.append([metric.corpus_statistics(t.splitlines(), references) for t in texts])
    report = consistency_report(outputs, references, metric)
    rows = [["system", "BLEU", "p", "rise", "fall", "same", "cases", "sentences", "time"]]
    for one, own, spent in zip(report.systems, statistics, seconds, strict=True):
        p = "" if own is statistics[0] else f"{bootstrap_runs(metric, statistics[0], own).p:.3f}"
        numbers = one.rises, one.falls, one.same, len(one.changes)
        share = f"{100 * one.changed_sentences / report.sentences:.0f}%"
        row = [one.name, f"{mean_score(metric, own):.2f}", p, *map(str, numbers), share]
        rows.append([*row, f"{spent / seconds[0]:.2f}"])
    return text_table(rows)


def _translated(name: str, model: Model, inputs: Sequence[Input]) -> tuple[DocumentOutput, float]:
    """What a system makes of documents, and the processor time that it takes."""
    model.translate(list(inputs[:20]))
    begin = time.process_time()
    found = model.translate(list(inputs))
    spent = time.process_time() - begin
    texts, derivations = [t.text for t in found], [t.derivation for t in found]
    return DocumentOutput(name, texts, derivations, [one.document for one in inputs]), spent


if __name__ == "__main__":
    main()
