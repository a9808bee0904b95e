"""Variants of one experiment, each tuned several times: what the tables of papers are made of.

Each is trained, tuned with different seeds and evaluated by the stages of ``dragoman train``, which the variants share
and which are kept: what was interrupted goes on where it was. Seeds come in the outer loop, so that every variant has
as many runs as the others at any moment.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from dragoman.evaluate.metric import MetricOptions
from dragoman.experiment.config import EvaluationSet, Experiment, read_experiment
from dragoman.experiment.dump import dump
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun

Vary = Callable[[Experiment, str], Experiment]


def arguments_of(
    description: str, systems: Sequence[str], default: Sequence[str]
) -> argparse.Namespace:
    """What every table asks for."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("experiment", type=Path)
    parser.add_argument("--systems", nargs="+", choices=systems, default=list(default))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


class Variants:
    """An experiment and how its systems differ from it."""

    def __init__(self, arguments: argparse.Namespace, vary: Vary) -> None:
        self.plain = read_experiment(arguments.experiment)
        self.base = arguments.experiment.resolve().parent
        self.systems: list[str] = arguments.systems
        self._arguments = arguments
        self._vary = vary

    def run(self) -> dict[str, list[Path]]:
        """The directories of the evaluations of every system's runs."""
        found: dict[str, list[Path]] = {system: [] for system in self.systems}
        for seed in self._seeds:
            for system in self.systems:
                run = ExperimentRun(self._write(system, seed), Resources(self._arguments.threads))
                run.run()
                found[system].append(run.store.path(run.recipe.last))
        return found

    def models(self, system: str) -> list[Path]:
        """The models of a system's runs."""
        return [self.base / f"{self._name(system, seed)}.model" for seed in self._seeds]

    def references(self, test: EvaluationSet) -> list[list[str]]:
        """Return the reference texts of a test set."""
        limit = self.plain.evaluation.sentences or None
        return [(self.base / path).read_text("utf-8").splitlines()[:limit] for path in test.targets]

    @property
    def metric_options(self) -> MetricOptions:
        """As the experiment evaluates."""
        settings = self.plain.evaluation
        lowercase = settings.lowercase or self.plain.preprocessing.lowercase
        return MetricOptions(settings.tokenize, lowercase)

    @property
    def _seeds(self) -> range:
        first = self.plain.tuning.seed
        return range(first, first + self._arguments.runs)

    def _name(self, system: str, seed: int) -> str:
        return f"{self.plain.name}.{system}.{seed}"

    def _write(self, system: str, seed: int) -> Path:
        name, varied = self._name(system, seed), self._vary(self.plain, system)
        one = replace(
            varied,
            name=name,
            output=f"{name}.model",
            tuning=replace(varied.tuning, seed=seed, runs=1),
        )
        path = self.base / f"{name}.toml"
        path.write_text(dump(one), encoding="utf-8")
        return path
