"""A paper's rows on one text: trained, tuned with several seeds and evaluated by the stages of ``dragoman train``.

All papers and rows share the stages of one work folder, which are kept: what was interrupted goes on where it was.
Seeds come in the outer loop, so that every row has as many runs as the others at any moment.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from dragoman.common.progress import say
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.evaluate.metric import Matrix, Metric, MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.experiment.config import Bitext, Experiment
from dragoman.experiment.dump import dump
from dragoman.experiment.resources import Resources
from dragoman.experiment.run import ExperimentRun
from dragoman.experiment.scoring import metric_options
from dragoman.experiment.stages import Stage
from dragoman.io.files import open_output, read_lines
from dragoman.reproduce.corpora import Text
from dragoman.reproduce.paper import Corpus, Paper
from dragoman.reproduce.rows import asked_settings, experiment_of, settings_of

COST = "tuning-seconds"
"""How files are called that say what tuning a row took, in processor seconds."""
DEVELOPMENT = "development"
"""As ``[consistency] collection`` of a preset: document frequencies are those of the development set."""


@dataclass(frozen=True)
class Request:
    """What is asked for beside the paper and the text."""

    rows: tuple[str, ...] = ()
    runs: int = 0
    """0: as the paper's preset says; with ``quick`` one."""
    seed: int = 1
    quick: bool = False
    pairs: int = 0
    """Training pairs of each text, at most; 0: as the preset says."""
    settings: tuple[str, ...] = ()
    """Settings instead of the paper's, as ``TABLE.NAME=VALUE``."""
    resources: Resources = field(default_factory=Resources)


class Study:
    """A paper on one text.

    Args:
        name: The paper.
        paper: Its preset.
        corpus: The text as the preset declares it.
        text: The text's files.
        output: Where results go.
        request: What is asked for.
    """

    def __init__(
        self, name: str, paper: Paper, corpus: Corpus, text: Text, output: Path, request: Request
    ) -> None:
        self.name, self.paper, self.corpus, self.text = name, paper, corpus, text
        self.request = request
        chosen = paper.chosen(request.rows, request.quick)
        self.rows = [row for row in chosen if row not in corpus.without]
        self.directory = output / name / corpus.name
        self._work = output / "work"
        self._runs: dict[tuple[str, int], ExperimentRun] = {}

    @cached_property
    def seeds(self) -> range:
        """The seed of every run of tuning."""
        count = self.request.runs or (1 if self.request.quick else self.paper.runs)
        return range(self.request.seed, self.request.seed + count)

    def run(self) -> None:
        """Make all rows; what is there already is not made again."""
        self.directory.mkdir(parents=True, exist_ok=True)
        total, done = len(self.seeds) * len(self.rows), 0
        for seed in self.seeds:
            for row in self.rows:
                done += 1
                run = self._prepared(row, seed)
                kept = run.store.done(run.recipe.last)
                say(
                    f"{self.name}, {self.corpus.name}: row {row}, seed {seed} ({done} of {total})"
                    f"{', done before' if kept else ''}"
                )
                self._tune(row, seed)
                run.run(announced=False)

    def _tune(self, row: str, seed: int) -> None:
        """Make the tuned model of a row, and note what tuning costs; a run that goes on adds to what it took before."""
        run = self._prepared(row, seed)
        run.store.run(run.recipe.untuned)
        if run.store.done(run.recipe.model):
            return
        path = self.directory / f"{self.file_name(row, seed)}.{COST}"
        started = time.process_time() - (float(path.read_text("utf-8")) if path.is_file() else 0.0)
        try:
            run.store.run(run.recipe.model)
        finally:
            with open_output(path) as out:
                out.write(f"{time.process_time() - started:.1f}\n")

    def tuning_costs(self, row: str) -> list[float]:
        """Return the processor seconds that tuning took, of the runs of a row that were tuned for it.

        Args:
            row: The name of the row.
        """
        paths = (self.directory / f"{self.file_name(row, seed)}.{COST}" for seed in self.seeds)
        return [float(path.read_text("utf-8")) for path in paths if path.is_file()]

    def experiment(self, row: str, seed: int) -> Experiment:
        """Return the experiment of a row.

        Args:
            row: The name of the row.
            seed: The seed of its tuning.
        """
        asked = asked_settings(self.request.settings)
        settings = settings_of(self.paper, row, self.corpus, self.request.quick, asked)
        tuning = {**settings.get("tuning", {}), "seed": seed, "runs": 1}
        tests = [{"name": n, **self._table(t)} for n, t in self.text.tests.items()]
        training = self._table(self.text.training[self.paper.rows[row].training])
        texts = {
            "training": training,
            "development": self._table(self.text.dev),
            "test": tests,
            "output": f"{self.file_name(row, seed)}.model",
            "work": self._relative(self._work),
        }
        own = {**settings, "tuning": tuning}
        if own.get("consistency", {}).get("collection") == DEVELOPMENT:
            kept = {n: value for n, value in own["consistency"].items() if n != "collection"}
            own["consistency"] = kept
            training.pop(
                "docs", None
            )  # or document frequencies would be those of the training text
        return experiment_of(self.file_name(row, seed), own, texts)

    def file_name(self, row: str, seed: int) -> str:
        """Return what the files of a row are called.

        Args:
            row: The name of the row.
            seed: The seed of its tuning.
        """
        return f"{row.replace(' ', '-').replace('/', '-')}.{seed}"

    def evaluations(self, row: str) -> list[Path]:
        """Return where the translations of a row's runs are.

        Args:
            row: The name of the row.
        """
        runs = (self._prepared(row, seed) for seed in self.seeds)
        return [run.store.path(run.recipe.last) for run in runs]

    def model(self, row: str) -> Stage:
        """Return the stage that makes the model of a row's first run.

        Args:
            row: The name of the row.
        """
        return self._prepared(row, self.seeds[0]).recipe.model

    def add(
        self,
        name: str,
        action: Callable[..., None],
        settings: Any,
        rows: Sequence[str],
        **files: Path,
    ) -> Path:
        """Run a stage of its own on the models of some rows, and return where its result is.

        Args:
            name: What the stage is called.
            action: What it does (``experiment/stages.py``).
            settings: What it depends on.
            rows: The rows whose first models it gets, under their names.
            files: Its input files.
        """
        run = self._prepared(rows[0], self.seeds[0])
        models = {row: self.model(row) for row in rows}
        stage = Stage(name, name, action, settings, files, models)
        if not run.store.done(stage):
            say(f"{self.name}, {self.corpus.name}: {name}")
        return run.store.run(stage)

    def references(self, test: str) -> list[list[str]]:
        """Return the references of a test set as whole texts.

        Args:
            test: The name of the test set.
        """
        return [list(read_lines(path)) for path in self.text.tests[test].targets]

    def translations(self, row: str, test: str) -> list[list[str]]:
        """Return the translations of a test set by every run of a row.

        Args:
            row: The name of the row.
            test: The name of the test set.
        """
        return [list(read_lines(p / f"{test}.translation")) for p in self.evaluations(row)]

    def trees(self, test: str) -> list[DependencyTree]:
        """Return the trees of a test set's source.

        Args:
            test: The name of the test set.
        """
        return list(read_conllu(self.text.tests[test].conllu or ""))

    def metric(self, name: str) -> Metric:
        """Return a metric as the experiments have it.

        Args:
            name: ``bleu``, ``ter`` or another.
        """
        return make_metric(name, self.metric_options)

    @cached_property
    def metric_options(self) -> MetricOptions:
        """How text is compared."""
        return metric_options(self.experiment(self.rows[0], self.seeds[0]))

    def statistics(self, row: str, test: str, metric: Metric) -> list[Matrix]:
        """Return a metric's statistics of every run of a row.

        Args:
            row: The name of the row.
            test: The name of the test set.
            metric: The metric.
        """
        references = self.references(test)
        found = self.translations(row, test)
        return [metric.corpus_statistics(lines, references) for lines in found]

    def _prepared(self, row: str, seed: int) -> ExperimentRun:
        if (row, seed) not in self._runs:
            path = self.directory / f"{self.file_name(row, seed)}.toml"
            text = dump(self.experiment(row, seed))
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                with open_output(path) as out:
                    out.write(text)
            self._runs[row, seed] = ExperimentRun(path, self.request.resources)
        return self._runs[row, seed]

    def _table(self, text: Bitext) -> dict[str, Any]:
        """The files of a part, as they are written from here."""
        return {name: self._named(value) for name, value in text.as_table().items()}

    def _named(self, value: Any) -> Any:
        """A file, several, or a setting that names none."""
        if isinstance(value, list):
            return [self._relative(Path(one)) for one in value]
        return self._relative(Path(value)) if isinstance(value, str) else value

    def _relative(self, path: Path) -> str:
        return os.path.relpath(path.resolve(), self.directory.resolve())


def rows_of(study: Study, wanted: Sequence[str]) -> Iterator[str]:
    """Yield the rows of a table that were run."""
    return (row for row in wanted if row in study.rows)
