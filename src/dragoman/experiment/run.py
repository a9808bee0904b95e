"""Running an experiment: its stages, the finished model, and the log's lines along the way."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dragoman.cluster import ClusterOptions
from dragoman.common.errors import ConfigError, ModelError
from dragoman.common.progress import Report, note, say, watched
from dragoman.common.warning import warn
from dragoman.experiment.checks import check_files, check_settings
from dragoman.experiment.config import Experiment, read_experiment
from dragoman.experiment.dump import dump
from dragoman.experiment.layout import HISTORY, MODEL, SCORES
from dragoman.experiment.recipe import Recipe
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Stage, StageStore, Verdict, are_facts
from dragoman.io.artifact import Artifact
from dragoman.io.artifact_place import check_place
from dragoman.io.files import open_output
from dragoman.io.temporary import final_place, remove_leftovers
from dragoman.model import Model
from dragoman.model.store.additions import ADDED, Pair, added_text, read_added
from dragoman.model.store.changes import Journal, read_journal
from dragoman.model.store.stored_model import KIND
from dragoman.tune.journal import kept_iterations

EXPERIMENT = "experiment.toml"
STAGES = "stages.json"
TUNING = "tuning.json"


@dataclass(frozen=True)
class TrainingResult:
    """What an experiment gave."""

    model: Path
    scores: dict[str, dict[str, dict[str, Any]]]
    """Test set -> metric -> score and signature; of several runs the mean score, ``deviation`` and ``runs``."""
    ran: tuple[str, ...]
    """The stages that had to run."""

    def __repr__(self) -> str:
        parts = [self.model.name]
        for test, metrics in self.scores.items():
            found = (f"{metric} {score['score']:.2f}" for metric, score in metrics.items())
            parts.append(f"{test}: {', '.join(found)}")
        return f"TrainingResult({'; '.join(parts)})"

    def open(self) -> Model:
        """Open the model."""
        return Model.open(self.model, bounds=None)


class ExperimentRun:
    """One experiment file, ready to be run or explained.

    Args:
        path: The TOML file.
        resources: Threads and memory; no result depends on them.
    """

    def __init__(self, path: str | Path, resources: Resources | None = None) -> None:
        self.path = Path(path)
        self.experiment: Experiment = read_experiment(self.path)
        base = self.path.resolve().parent
        self.recipe = Recipe(self.experiment, base, self._resources(resources or Resources()))
        self.store = StageStore(base / self.experiment.work)
        self.output = base / self.experiment.output
        self._memory = self.store.directory / f"{self.experiment.name}.last.json"

    def _resources(self, given: Resources) -> Resources:
        """What the caller gave goes before what the experiment says of its cluster."""
        cluster = replace(self.experiment.cluster, **given.cluster.chosen())
        return replace(given, cluster=cluster)

    def plan(self) -> list[Verdict]:
        """Return which stages would run, and why; of tuning that was interrupted, how many iterations are kept."""
        runs = {stage.name: stage for stage in self.recipe.runs}
        verdicts = []
        for verdict in self.store.explain(self.recipe.last, self._earlier()):
            if verdict.runs and verdict.stage in runs:
                verdict = replace(verdict, reason=self._kept(runs[verdict.stage]) or verdict.reason)
            verdicts.append(verdict)
        return verdicts

    def _kept(self, stage: Stage) -> str:
        runs = self.store.scratch(stage).glob("run*")
        count = max((kept_iterations(run) for run in runs), default=0)
        of = self.experiment.tuning.iterations
        return f"it goes on after {count} of at most {of} iterations" if count else ""

    def check(self) -> None:
        """Raise a ConfigError if the experiment cannot run: by its settings or by the files that it names."""
        try:
            check_settings(self.experiment)
            if not self._done():
                check_files(self.experiment, self.path.resolve().parent)
        except ConfigError as error:
            raise ConfigError(f"{self.path}: {error}") from None

    def _done(self) -> bool:
        """Whether nothing is left to run."""
        files = (file for stage in self.recipe.last.order() for file in stage.files.values())
        return all(file.is_file() for file in files) and self.store.done(self.recipe.last)

    def run(self, progress: Report | None = None, announced: bool = True) -> TrainingResult:
        """Run what has to be run and put the model into its place; what else is there stays, with an error.

        A line of the log (``common/progress.py``) tells of every stage. ``progress`` hears how many stages of how many
        are done, about ten times a second; what it raises stops the run.

        Args:
            progress: Called with the work done and the total; what it raises stops the work.
            announced: Whether the log hears of every stage.
        """
        self.check()
        check_place(self.output, KIND)
        ran: list[Stage] = []
        started: list[float] = []

        total = sum(1 for _ in self.recipe.last.order())
        done = 0

        def announce(stage: Stage, runs: bool) -> None:
            nonlocal done
            finish()
            if runs:
                ran.append(stage)
                started.append(time.monotonic())
                if announced:
                    note(f"[{done + 1}/{total}] {stage.name} ...")
            else:
                done += 1
                if announced:
                    say(f"[{done}/{total}] {stage.name}: done before")
            if progress is not None:
                progress(done, total)

        def finish() -> None:
            nonlocal done
            if started:
                done += 1
                seconds = time.monotonic() - started.pop()
                if announced:
                    say(f"[{done}/{total}] {ran[-1].name}: {ran[-1].did} in {seconds:.1f} s")

        with watched(None if progress is None else lambda *_: progress(done, total)):
            last = self.store.run(self.recipe.last, announce)
        finish()
        if progress is not None:
            progress(total, total)
        scores = {}
        if self.experiment.test:
            scores = json.loads((last / SCORES).read_text(encoding="utf-8"))
        self._publish(scores)
        return TrainingResult(self.output, scores, tuple(stage.name for stage in ran))

    def _publish(self, scores: dict[str, Any]) -> None:
        """Saves the model with all that is needed to repeat it, unless the very same is there."""
        facts = self.store.remember(self.recipe.last)
        record = json.dumps(facts, indent=1, sort_keys=True)
        remove_leftovers(final_place(self.output))
        if not _same(self.output / STAGES, record):
            model = Model.open(self.store.path(self.recipe.model) / MODEL, bounds=None)
            histories = [
                (self.store.path(run) / HISTORY).read_text("utf-8") for run in self.recipe.runs
            ]
            model.papers = {
                EXPERIMENT: dump(replace(self.experiment, cluster=ClusterOptions())),
                STAGES: record,
                TUNING: json.dumps([json.loads(text) for text in histories], indent=1),
                SCORES: json.dumps(scores, indent=1),
            }
            _carry_over(model, self.output)
            model.save(self.output)
        with open_output(self._memory) as out:
            out.write(record)

    def _earlier(self) -> dict[str, Any]:
        """What the last run remembered; what is damaged counts as forgotten."""
        try:
            found = json.loads(self._memory.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError, RecursionError):
            return {}
        return found if are_facts(found) else {}


def _carry_over(model: Model, before: Path) -> None:
    """Adds to a newly trained model what was added to the one that it is about to replace."""
    try:
        artifact = Artifact.open(before, kind=KIND)
        pairs, journal = read_added(artifact), read_journal(artifact)
    except ModelError:
        return
    _add_again(model, before, pairs)
    if journal.left_out():
        _leave_out_again(model, before, journal)


def _leave_out_again(model: Model, before: Path, journal: Journal) -> None:
    try:
        with model.changing_text() as text:
            count = text.leave_out_again(journal.left_out())
    except ConfigError as error:
        warn(f"sentence pairs left out of {before}: they are in the text again ({error})")
    else:
        say(f"sentence pairs left out of {before} before: {count}, left out again")


def _add_again(model: Model, before: Path, pairs: list[Pair]) -> None:
    if not pairs:
        return
    try:
        with model.changing_text() as text:
            text.add(pairs)
    except ConfigError as error:
        warn(f"sentence pairs added to {before}: {len(pairs)} are kept but not used ({error})")
        model.papers[ADDED] = added_text(pairs)
    else:
        say(f"sentence pairs added to {before} before: {len(pairs)}, added again")


def _same(file: Path, content: str) -> bool:
    try:
        return file.read_text(encoding="utf-8") == content
    except (OSError, UnicodeDecodeError):
        return False
