"""Tables 2 to 4 of Ture, Oard & Resnik (2012) from one first pass with a tuned model that has no such features.

    python -m benchmarks.papers.consistency_quick MODEL --collection train.en train.docs \\
        --dev dev.de dev.docs dev.en --test test.de test.docs test.en --sentences 400

A set is its source, its document ids and one or more references. One first pass over each set, with the weights of the
model, serves all eight systems: a system without a feature keeps its weight at 0. The weights of the features are tuned
(MERT) on the development set, and those of the model stay; with ``--all`` all weights are tuned together on the second
pass (MIRA, as in the paper), and the row "again" is the baseline with its weights tuned once more in the same way.
``benchmarks/papers/consistency_table.py`` does the same with the stages of ``dragoman train``, and takes much longer.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import islice
from pathlib import Path

from benchmarks.papers.consistency_table import SYSTEMS
from dragoman.common.progress import note
from dragoman.consistency import NAMES, Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.draw.tables import text_table
from dragoman.evaluate.consistency import DocumentOutput, consistency_report
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.consistent import document_words
from dragoman.experiment.tuning import Decoding
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.search import DecodeRequest, Input
from dragoman.tune.loop import tune
from dragoman.tune.options import TuneOptions

KBEST = 100
STARTS = {"consistency.rules": 0.01, "consistency.words": 0.02, "consistency.pairs": 0.05}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--collection", nargs=2, type=Path, required=True)
    for name in ("--dev", "--test"):
        parser.add_argument(name, nargs="+", type=Path, required=True)
    parser.add_argument("--sentences", type=int, help="the first so many of each set")
    parser.add_argument("--all", action="store_true", help="tune all weights together")
    parser.add_argument("--iterations", type=int, default=4, help="of tuning")
    parser.add_argument("--threads", type=int, default=1)
    print(_table(parser.parse_args()))


def _read(model: Model, files: list[Path], most: int | None) -> tuple[list[Input], list[list[str]]]:
    """Sentences, and the references of each as the decoder would write them."""
    source, docs, *references = files
    inputs = list(islice(InputReader(model.text, docs=docs).read(source), most))
    columns = [path.read_text("utf-8").splitlines()[: len(inputs)] for path in references]
    return inputs, [[model.text.target(text) for text in row] for row in zip(*columns, strict=True)]


def _table(given: argparse.Namespace) -> str:
    model = Model.open(given.model)
    texts, docs = given.collection
    frequencies = DocumentFrequencies.of(document_words([texts], docs, model.text.target.words))
    others = tuple(model.weights)
    model.consistency = Consistency(ConsistencyOptions(("c1", "c2", "c3")), frequencies)
    plain = {**model.weights, **dict.fromkeys(NAMES.values(), 0.0)}
    inputs, references = _read(model, given.dev, given.sentences)
    decoding = Decoding(model, inputs, KBEST, given.threads)
    inputs, expected = _read(model, given.test, given.sentences)
    streams = list(zip(*expected, strict=True))
    second = model.for_sentences(inputs, given.threads)
    informed = second.informed(second.with_trees(inputs, given.threads), given.threads)
    metric = make_metric("bleu", MetricOptions("none"))
    rows, outputs = [], []
    for system in ("base", *(["again"] if given.all else []), *SYSTEMS[1:]):
        own = {NAMES[name] for name in NAMES if name[1] in system[1:]}
        second.weights = {**plain, **({} if given.all else {name: STARTS[name] for name in own})}
        if system != "base":
            without = tuple(name for name in NAMES.values() if name not in own)
            options = TuneOptions(
                method="mira" if given.all else "mert",
                iterations=given.iterations,
                kbest=KBEST,
                fixed=without if given.all else (*others, *without),
            )
            with tempfile.TemporaryDirectory() as scratch:
                tuned = tune(decoding, second.weights, references, options, Path(scratch) / "run")
            second.weights = dict(tuned.weights)
        found = second.decoder().decode(informed, DecodeRequest(threads=given.threads))
        texts = [" ".join(one.tokens) for one in found]
        derivations = [one.derivation for one in found]
        note(f"{system}: {' '.join(f'{name}={w:.4g}' for name, w in second.weights.items())}")
        outputs.append(DocumentOutput(system, texts, derivations, [i.document for i in inputs]))
        rows.append((metric.corpus_statistics(texts, streams), dict(second.weights)))
    report = consistency_report(outputs, streams, metric)
    lines = [["system", "BLEU", "p", "rise", "fall", "same", "cases", "sentences", "weights"]]
    for one, (statistics, weights) in zip(report.systems, rows, strict=True):
        p = bootstrap(metric, rows[0][0], statistics, 1000).p
        share = f"{100 * one.changed_sentences / report.sentences:.0f}%"
        score = f"{metric.score(statistics.sum(axis=0)):.2f}"
        numbers = [str(n) for n in (one.rises, one.falls, one.same, len(one.changes))]
        size = sum(map(abs, weights.values()))
        found_weights = " ".join(f"{weights[name] / size:.3f}" for name in NAMES.values())
        lines.append([one.name, score, f"{p:.3f}", *numbers, share, found_weights])
    return text_table(lines)


if __name__ == "__main__":
    main()
