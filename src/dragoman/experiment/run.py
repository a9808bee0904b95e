"""Running an experiment: its stages, the finished model, and what is said along the way."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dragoman.common.artifact import check_place
from dragoman.common.errors import ConfigError
from dragoman.common.files import open_output
from dragoman.common.progress import note
from dragoman.common.temporary import final_place, remove_leftovers
from dragoman.experiment.checks import check_files, check_settings
from dragoman.experiment.config import Experiment, read_experiment
from dragoman.experiment.dump import dump
from dragoman.experiment.evaluating import SCORES
from dragoman.experiment.recipe import Recipe
from dragoman.experiment.stages import Stage, Verdict, Workshop
from dragoman.experiment.tuning import HISTORY, MODEL
from dragoman.model import Model
from dragoman.model.model import KIND

EXPERIMENT = "experiment.toml"
STAGES = "stages.json"
TUNING = "tuning.json"


@dataclass(frozen=True)
class Outcome:
    """What an experiment gave."""

    model: Path
    scores: dict[str, dict[str, dict[str, Any]]]
    """Test set -> metric -> score and signature; of several runs the mean score, ``deviation`` and ``runs``."""
    ran: tuple[str, ...]
    """The stages that had to run."""


class ExperimentRun:
    """One experiment file, ready to be run or explained."""

    def __init__(self, path: str | Path, threads: int = 1) -> None:
        self.path = Path(path)
        self.experiment: Experiment = read_experiment(self.path)
        base = self.path.resolve().parent
        self.recipe = Recipe(self.experiment, base, threads)
        self.shop = Workshop(base / self.experiment.work)
        self.output = base / self.experiment.output
        self._memory = self.shop.directory / f"{self.experiment.name}.last.json"

    def plan(self) -> list[Verdict]:
        """Which stages would run, and why."""
        return self.shop.explain(self.recipe.last, self._earlier())

    def check(self) -> None:
        """Raises a ConfigError if the experiment cannot run: by its settings or by the files that it names."""
        try:
            check_settings(self.experiment)
            if not self._done():
                check_files(self.experiment, self.path.resolve().parent)
        except ConfigError as error:
            raise ConfigError(f"{self.path}: {error}") from None

    def _done(self) -> bool:
        """Whether nothing is left to run."""
        files = (file for stage in self.recipe.last.order() for file in stage.files.values())
        return all(file.is_file() for file in files) and self.shop.done(self.recipe.last)

    def run(self) -> Outcome:
        """Runs what has to be run and puts the model into its place; what else is there stays, with an error."""
        self.check()
        check_place(self.output, KIND)
        ran: list[str] = []
        started: list[float] = []

        def announce(stage: Stage, runs: bool) -> None:
            if started:
                note(f"{ran[-1]}: {time.monotonic() - started.pop():.1f} s")
            if runs:
                ran.append(stage.name)
                started.append(time.monotonic())
                note(f"{stage.name} ...")
            else:
                note(f"{stage.name}: done before")

        last = self.shop.run(self.recipe.last, announce)
        if started:
            note(f"{ran[-1]}: {time.monotonic() - started.pop():.1f} s")
        scores = {}
        if self.experiment.test:
            scores = json.loads((last / SCORES).read_text(encoding="utf-8"))
        self._publish(scores)
        return Outcome(self.output, scores, tuple(ran))

    def _publish(self, scores: dict[str, Any]) -> None:
        """Saves the model with all that is needed to repeat it, unless the very same is there."""
        facts = self.shop.remember(self.recipe.last)
        record = json.dumps(facts, indent=1, sort_keys=True)
        remove_leftovers(final_place(self.output))
        if not _same(self.output / STAGES, record):
            model = Model.open(self.shop.path(self.recipe.model) / MODEL)
            histories = [
                (self.shop.path(run) / HISTORY).read_text("utf-8") for run in self.recipe.runs
            ]
            model.papers = {
                EXPERIMENT: dump(self.experiment),
                STAGES: record,
                TUNING: json.dumps([json.loads(text) for text in histories], indent=1),
                SCORES: json.dumps(scores, indent=1),
            }
            model.save(self.output)
        with open_output(self._memory) as out:
            out.write(record)

    def _earlier(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self._memory.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return found


def _same(file: Path, content: str) -> bool:
    try:
        return file.read_text(encoding="utf-8") == content
    except (OSError, UnicodeDecodeError):
        return False


def print_scores(outcome: Outcome) -> None:
    """The final table, on standard output."""
    if not outcome.scores:
        return
    from rich.console import Console
    from rich.table import Table

    metrics = list(next(iter(outcome.scores.values())))
    table = Table("test set", *metrics)
    for name, results in outcome.scores.items():
        table.add_row(name, *(_shown(results[metric]) for metric in metrics))
    console = Console(highlight=False)
    console.print(table)
    some = next(iter(outcome.scores.values()))[metrics[0]] if metrics else {}
    if "runs" in some:
        console.print(f"means and standard deviations of {len(some['runs'])} tuning runs")
    for metric in metrics:
        signature = next(iter(outcome.scores.values()))[metric]["signature"]
        console.print(f"{metric}: {signature}", markup=False)


def _shown(result: dict[str, Any]) -> str:
    deviation = f" ± {result['deviation']:.2f}" if "deviation" in result else ""
    return f"{result['score']:.2f}{deviation}"
