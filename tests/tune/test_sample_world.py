"""All tuners on the sample world: planted weights are found again, and the default weights beaten on held-out text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap
from dragoman.experiment.config import Bitext, Experiment, LanguageModelSection
from dragoman.experiment.dump import dump
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun
from dragoman.experiment.tuning import Decoding
from dragoman.model import Model
from dragoman.search import DecodeRequest, Input
from dragoman.tune.loop import TuneOptions, tune
from dragoman.tune.methods import FOREST_MERT, METHODS
from support.sample_corpus import sample_directory

METRIC = BLEU(tokenize="none")
PLANTED = (0.3, 1.0, 2.5)
"""What default weights are multiplied by, in turn."""


@dataclass
class World:
    """A model with default weights and two sets of sentences."""

    model: Model
    dev: list[Input]
    test: list[Input]
    references: dict[str, list[str]]

    def translate(self, weights: dict[str, float], sentences: list[Input]) -> list[str]:
        self.model.weights = dict(weights)
        return [
            result.text
            for result in self.model.decoder().decode(sentences, DecodeRequest(threads=2))
        ]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    place = sample_directory(3000, 200, 600)
    experiment = Experiment(
        training=Bitext(source=str(place / "train.qar"), target=str(place / "train.qot")),
        lm=LanguageModelSection(order=3),
    )
    config = tmp_path_factory.mktemp("world") / "world.toml"
    config.write_text(dump(experiment))
    model = Model.open(ExperimentRun(config, Resources(threads=2)).run().model)
    model.options = replace(model.options, pop_limit=100, stack=50)

    def lines(name: str) -> list[str]:
        return (place / name).read_text().splitlines()

    return World(
        model,
        [Input(line.split()) for line in lines("dev.qar")],
        [Input(line.split()) for line in lines("test.qar")],
        {part: lines(f"{part}.qot") for part in ("dev", "test")},
    )


def rows(lines: list[str], references: list[str]) -> Matrix:
    return METRIC.corpus_statistics(lines, [references])


@pytest.mark.parametrize("method", [*METHODS, FOREST_MERT])
def test_planted_weights_are_found_again(method: str, world: World, tmp_path: Path) -> None:
    default = dict(world.model.weights)
    planted = {name: w * PLANTED[i % 3] for i, (name, w) in enumerate(default.items())}
    # Two iterations on forests find what four do on lists, on fewer sentences.
    iterations, sentences = (2, 50) if method == FOREST_MERT else (4, 100)
    dev, test = world.dev[:sentences], world.test[:150]
    references = [(line,) for line in world.translate(planted, dev)]
    theirs = world.translate(planted, test)
    options = TuneOptions(method=method, iterations=iterations)
    decode = Decoding(world.model, dev, 50, 2, edges=10 if method == FOREST_MERT else 0)
    result = tune(
        decode, default, references, options, tmp_path, threads=2, on_iteration=lambda line: None
    )
    before = rows(world.translate(default, test), theirs)
    after = rows(world.translate(result.weights, test), theirs)
    world.model.weights = default
    missing = 100 - METRIC.score(before.sum(axis=0))
    assert missing > 15
    assert 100 - METRIC.score(after.sum(axis=0)) < missing / 2
    assert bootstrap(METRIC, before, after).p < 0.01


@pytest.mark.parametrize("method", METHODS)
def test_default_weights_are_beaten(method: str, world: World, tmp_path: Path) -> None:
    default = dict(world.model.weights)
    options = TuneOptions(method=method, iterations=3)
    references = [(line,) for line in world.references["dev"]]
    decode = Decoding(world.model, world.dev, 50, 2)
    result = tune(
        decode, default, references, options, tmp_path, threads=2, on_iteration=lambda line: None
    )
    before = rows(world.translate(default, world.test), world.references["test"])
    after = rows(world.translate(result.weights, world.test), world.references["test"])
    world.model.weights = default
    assert METRIC.score(after.sum(axis=0)) > METRIC.score(before.sum(axis=0))
    assert bootstrap(METRIC, before, after).p < 0.05
