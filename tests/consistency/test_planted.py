"""The sample world: where documents use one of two translations of a term, the features help.

Weights are given here; ``benchmarks/consistency_table.py`` tunes them, and does the same without planted consistency.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from dragoman.consistency import NAMES, Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.evaluate.bleu import Bleu
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.significance import bootstrap
from dragoman.grammar import AlignedBitext, extract
from dragoman.lm import LMOptions, estimate
from dragoman.model import Model
from dragoman.sample import Phenomena
from dragoman.search import Input, SearchOptions
from sample_corpus import sample_directory, sample_documents

PLANTED = Phenomena().only("consistency")
WEIGHTS = {NAMES["c1"]: 0.05, NAMES["c2"]: 0.3, NAMES["c3"]: 0.7}


def trained(world: Path) -> Model:
    bitext = AlignedBitext.read(world / "train.qar", world / "train.qot", world / "train.align")
    lm = estimate((world / "train.qot").read_text().splitlines(), LMOptions(order=3)).model()
    return Model(extract(bitext), [lm], options=SearchOptions(pop_limit=100, stack=50))


def test_planted_consistency_is_found() -> None:
    model = trained(sample_directory(train=1500, dev=1, test=1, phenomena=PLANTED))
    documents = sample_documents(700, seed=5, phenomena=PLANTED)
    inputs = [Input(s.source, document=d.id) for d in documents for s in d.sentences]
    references = [[" ".join(s.target)] for d in documents for s in d.sentences]
    collection = sample_documents(300, seed=4, phenomena=PLANTED)
    metric = Bleu(MetricOptions())

    def statistics() -> np.ndarray:
        texts = [translation.text for translation in model.translate(inputs)]
        return metric.corpus_statistics(texts, references)

    before = statistics()
    model.consistency = Consistency(
        ConsistencyOptions(("c1", "c2", "c3")),
        DocumentFrequencies.of({w for s in d.sentences for w in s.target} for d in collection),
    )
    model.weights |= WEIGHTS
    after = statistics()
    assert metric.score(after.sum(axis=0)) > metric.score(before.sum(axis=0))
    assert bootstrap(metric, before, after, 500).p < 0.05
    places = np.array([one.document for one in inputs])
    changes = [
        metric.score(after[places == name].sum(axis=0))
        - metric.score(before[places == name].sum(axis=0))
        for name in dict.fromkeys(places.tolist())
    ]
    assert sum(change > 0 for change in changes) > sum(change < 0 for change in changes)
