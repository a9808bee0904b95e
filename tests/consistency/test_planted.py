"""The sample world, from training to significance: where documents use one of two translations of a term, tuned
features help; where they do not, tuned features do no harm.

All weights of the baseline are tuned on development documents, then all weights together on the second pass, and test
documents are reported. ``dragoman reproduce ture2012`` does it with more sentences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from dragoman.consistency import NAMES, Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.tuning import Decoding
from dragoman.grammar import AlignedBitext, extract
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.sample import Phenomena, SampleDocument
from dragoman.search import Input, SearchOptions
from dragoman.tune.loop import tune
from dragoman.tune.mira import MiraOptions
from dragoman.tune.options import TuneOptions
from support.sample_corpus import sample_directory, sample_documents

METRIC = BLEU()
TRAINING = 2000
RATES = {"term": 0.5, "cue": 0.4}
"""More terms than usual, and fewer hints at the right translation."""
COMMON = 0.15
"""Documents of a dozen short sentences have few words: articles are in less than half of them."""


@dataclass(frozen=True)
class Outcome:
    """BLEU's statistics of every test sentence without and with the features, and each sentence's document."""

    before: Matrix
    after: Matrix
    documents: tuple[str, ...]
    weights: dict[str, float]

    def changes(self) -> list[float]:
        """What the features change in the BLEU of each document."""
        places = np.array(self.documents)
        return [
            METRIC.score(self.after[places == name].sum(axis=0))
            - METRIC.score(self.before[places == name].sum(axis=0))
            for name in dict.fromkeys(self.documents)
        ]


def sentences(documents: list[SampleDocument]) -> tuple[list[Input], list[list[str]]]:
    inputs = [Input(s.source, document=d.id) for d in documents for s in d.sentences]
    return inputs, [[" ".join(s.target)] for d in documents for s in d.sentences]


def tuned(model: Model, documents: list[SampleDocument], scratch: Path) -> None:
    inputs, references = sentences(documents)
    mira = MiraOptions(passes=10)
    options = TuneOptions(method="mira", iterations=3, kbest=50, method_options=mira)
    decoding = Decoding(model, inputs, options.kbest, 1)
    model.weights = dict(tune(decoding, model.weights, references, options, scratch).weights)


@lru_cache
def outcome(planted: bool, scratch: Path) -> Outcome:
    phenomena = replace(Phenomena().only(*(["consistency"] if planted else [])), **RATES)
    world = sample_directory(train=TRAINING, dev=1, test=1, phenomena=phenomena)
    bitext = AlignedBitext.read(world / "train.qar", world / "train.qot", world / "train.align")
    lm = LanguageModel.train((world / "train.qot").read_text().splitlines(), LMOptions(order=3))
    model = Model(extract(bitext), [lm], options=SearchOptions(pop_limit=25, stack=15))
    development = sample_documents(300, seed=7, phenomena=phenomena)
    inputs, references = sentences(sample_documents(800, seed=5, phenomena=phenomena))

    def statistics() -> Matrix:
        texts = [translation.text for translation in model.translate(inputs)]
        return METRIC.corpus_statistics(texts, list(zip(*references, strict=True)))

    tuned(model, development, scratch / "base")
    before = statistics()
    collection = sample_documents(600, seed=4, phenomena=phenomena)
    model.consistency = Consistency(
        ConsistencyOptions(("c1", "c2", "c3"), common=COMMON),
        DocumentFrequencies.of({w for s in d.sentences for w in s.target} for d in collection),
    )
    tuned(model, development, scratch / "all")
    own = {name: model.weights[name] for name in NAMES.values()}
    return Outcome(before, statistics(), tuple(one.document for one in inputs), own)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("tuning")


def test_planted_consistency_is_found(scratch: Path) -> None:
    found = outcome(True, scratch / "planted")
    assert METRIC.score(found.after.sum(axis=0)) > METRIC.score(found.before.sum(axis=0))
    assert bootstrap(METRIC, found.before, found.after, 500).p < 0.05
    changes = found.changes()
    assert sum(change > 0 for change in changes) > sum(change < 0 for change in changes)


def test_without_it_nothing_is_lost(scratch: Path) -> None:
    found = outcome(False, scratch / "plain")
    lost = METRIC.score(found.after.sum(axis=0)) < METRIC.score(found.before.sum(axis=0))
    assert not lost or bootstrap(METRIC, found.before, found.after, 500).p >= 0.05
