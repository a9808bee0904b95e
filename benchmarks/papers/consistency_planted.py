"""Planted consistency, from training to significance: base and C123 on the sample world, all weights tuned together.

    python -m benchmarks.papers.consistency_planted                    # three development sets
    python -m benchmarks.papers.consistency_planted --plain            # the same world without planted consistency

Documents use one of two translations of a term (``--term``: how many common nouns are terms; ``--cue``: how many terms
stand beside an adjective that hints at the right one). The weights of the baseline are tuned; they are those of the
first pass; then all weights are tuned on the second pass, from these, with MIRA. Every seed makes another development
set; the test set is one and the same, and nothing is chosen on it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dragoman.consistency import NAMES, Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.draw.tables import text_table
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.tuning import Decoding
from dragoman.grammar import AlignedBitext, RuleTable, extract
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.sample import (
    Phenomena,
    SampleDocument,
    SampleOptions,
    WorldOptions,
    generate,
    write_world,
)
from dragoman.search import Input, SearchOptions
from dragoman.tune.loop import tune
from dragoman.tune.options import TuneOptions

METRIC = BLEU()
TRAINING_SEED = 1


@dataclass(frozen=True)
class Text:
    """Sentences of documents, with their references."""

    inputs: list[Input]
    references: list[list[str]]

    @classmethod
    def of(cls, documents: Iterable[SampleDocument]) -> Text:
        pairs = [(d.id, s) for d in documents for s in d.sentences]
        inputs = [Input(s.source, document=name) for name, s in pairs]
        return cls(inputs, [[" ".join(s.target)] for _, s in pairs])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plain", action="store_true", help="plant nothing")
    for name, value in (
        ("train", 2000),
        ("dev", 500),
        ("test", 1600),
        ("test-seed", 9),
        ("iterations", 4),
    ):
        parser.add_argument(f"--{name}", type=int, default=value)
    for name, share in (("term", 0.5), ("cue", 0.4), ("common", 0.15)):
        parser.add_argument(f"--{name}", type=float, default=share)
    parser.add_argument("--seeds", nargs="+", type=int, default=[6, 7, 8])
    given = parser.parse_args()
    phenomena = Phenomena().only(*([] if given.plain else ["consistency"]))
    phenomena = replace(phenomena, term=given.term, cue=given.cue)
    with tempfile.TemporaryDirectory() as scratch:
        options = WorldOptions(given.train, 1, 1, TRAINING_SEED, phenomena)
        write_world(Path(scratch) / "world", options)
        parts = _components(Path(scratch) / "world")
        rows = [["seed", "base", "C123", "p", "rise", "fall", "weights of C1, C2, C3"]]
        for seed in given.seeds:
            rows.append(_row(given, phenomena, parts, seed, Path(scratch) / str(seed)))
    print(text_table(rows))


def _components(world: Path) -> tuple[RuleTable, LanguageModel]:
    bitext = AlignedBitext.read(world / "train.qar", world / "train.qot", world / "train.align")
    text = (world / "train.qot").read_text("utf-8").splitlines()
    return extract(bitext), LanguageModel.train(text, LMOptions(order=3))


def _row(
    given: argparse.Namespace,
    phenomena: Phenomena,
    parts: tuple[RuleTable, LanguageModel],
    seed: int,
    scratch: Path,
) -> list[str]:
    """The results with one development set."""

    def documents(pairs: int, own: int) -> Iterable[SampleDocument]:
        return generate(SampleOptions(pairs, own, phenomena=phenomena))

    options = TuneOptions(method="mira", iterations=given.iterations, kbest=100, seed=seed)
    rules, lm = parts
    model = Model(rules, [lm], options=SearchOptions(pop_limit=50, stack=30))
    development = Text.of(documents(given.dev, seed))
    test = Text.of(documents(given.test, given.test_seed))
    before = _tuned(model, development, test, options, scratch / "base")
    collection = documents(given.train, TRAINING_SEED)
    model.consistency = Consistency(
        ConsistencyOptions(("c1", "c2", "c3"), common=given.common),
        DocumentFrequencies.of({w for s in d.sentences for w in s.target} for d in collection),
    )
    after = _tuned(model, development, test, options, scratch / "all")
    places = np.array([one.document for one in test.inputs])
    changes = [
        METRIC.score(after[places == name].sum(axis=0))
        - METRIC.score(before[places == name].sum(axis=0))
        for name in dict.fromkeys(places.tolist())
    ]
    scores = [f"{METRIC.score(one.sum(axis=0)):.2f}" for one in (before, after)]
    p = f"{bootstrap(METRIC, before, after, 1000).p:.3f}"
    moves = [str(sum(c > 0 for c in changes)), str(sum(c < 0 for c in changes))]
    size = sum(map(abs, model.weights.values()))
    weights = " ".join(f"{model.weights[name] / size:.3f}" for name in NAMES.values())
    return [str(seed), *scores, p, *moves, weights]


def _tuned(model: Model, dev: Text, test: Text, options: TuneOptions, scratch: Path) -> Matrix:
    """Tunes all weights of the model; BLEU's statistics of the test sentences with them."""
    decoding = Decoding(model, dev.inputs, options.kbest, 1)
    result = tune(decoding, model.weights, dev.references, options, scratch)
    model.weights = dict(result.weights)
    texts = [translation.text for translation in model.translate(test.inputs)]
    return METRIC.corpus_statistics(texts, list(zip(*test.references, strict=True)))


if __name__ == "__main__":
    main()
