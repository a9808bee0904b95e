"""A model of the sample world, made in some seconds, so that the page can be tried at once (``dragoman serve``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dragoman.experiment.dump import dump
from dragoman.experiment.quickstart import WORLD, System, experiment_of
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun
from dragoman.grammar import PhraseLookupOptions
from dragoman.io.files import open_output
from dragoman.sample.writer import WorldOptions, write_world
from dragoman.search import SearchOptions

PAIRS = 2000


def make_demo_model(directory: Path, threads: int = 1) -> Path:
    """Trains the model below ``directory``; it looks its rules up, so that it can take suggestions."""
    write_world(directory / WORLD, WorldOptions(train=PAIRS, dev=10, test=10))
    grammar = PhraseLookupOptions()
    system = System("sample", "the sample world", grammar, SearchOptions())
    experiment = replace(experiment_of(system), development=None, test=())
    config = directory / "sample.toml"
    with open_output(config) as out:
        out.write(dump(experiment))
    return ExperimentRun(config, Resources(threads)).run().model
