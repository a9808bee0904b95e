"""Several experiments beside each other: one table of their scores for every test set that they share.

    runs = [ExperimentRun(path) for path in ("plain.toml", "gaps.toml")]
    check_shared(runs)
    for run in runs:
        run.run()
    for grid in side_by_side(runs):
        print(text_table(grid))

The first experiment is the baseline. An experiment with several runs of tuning is scored by their mean, and so are the
samples of the bootstrap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev

from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.mix import make_metric
from dragoman.evaluate.significance import bootstrap_runs
from dragoman.evaluate.tables import format_p
from dragoman.experiment.config import EvaluationSet
from dragoman.experiment.run import ExperimentRun
from dragoman.experiment.scoring import metric_options
from dragoman.io.files import open_output, read_lines


def check_shared(runs: Sequence[ExperimentRun]) -> list[str]:
    """Return the names of the test sets that all experiments have; a ConfigError if there is none.

    Args:
        runs: The experiments.
    """
    first = runs[0]
    names = [test.name for test in first.experiment.test]
    for run in runs[1:]:
        own = {test.name: test for test in run.experiment.test}
        names = [n for n in names if n in own and _same(first, run, n)]
        if run.experiment.name == first.experiment.name:
            raise ConfigError(
                f"{first.path} and {run.path}: both experiments are called '{first.experiment.name}'; give one of them "
                "another name"
            )
        if metric_options(run.experiment) != metric_options(first.experiment):
            raise ConfigError(f"{first.path} and {run.path}: they tokenise for scoring differently")
    if not names:
        paths = ", ".join(str(run.path) for run in runs)
        raise ConfigError(
            f"{paths}: expected a test set of the same name, with the same references"
        )
    return names


def side_by_side(runs: Sequence[ExperimentRun]) -> Iterator[list[list[str]]]:
    """Yield a table for every shared test set and metric: scores, changes, and p by the bootstrap.

    Args:
        runs: The experiments, which have been run.
    """
    first = runs[0].experiment
    for name in check_shared(runs):
        references = _references(runs[0], name)
        for kind in first.evaluation.metrics:
            metric = make_metric(kind, metric_options(first))
            rows = [[f"{name}: {metric.name}", "score", "change", "p (bootstrap)"]]
            before: list[Matrix] = []
            for run in runs:
                own = [metric.corpus_statistics(t, references) for t in _translations(run, name)]
                before = before or own
                scores = [metric.score(one.sum(axis=0)) for one in own]
                shown = f"{fmean(scores):.2f}" + (f" ± {stdev(scores):.2f}" if scores[1:] else "")
                change = ["", ""]
                if own is not before:
                    base = fmean(metric.score(one.sum(axis=0)) for one in before)
                    p = bootstrap_runs(metric, before, own).p
                    change = [f"{fmean(scores) - base:+z.2f}", format_p(p)]
                rows.append([run.experiment.name, shown, *change])
            yield rows


def write_translations(run: ExperimentRun) -> list[Path]:
    """Write the translations of the test sets beside the model, and return where they are.

    Args:
        run: An experiment that has been run.
    """
    written = []
    for test in run.experiment.test:
        texts = _translations(run, test.name)
        for number, lines in enumerate(texts, 1):
            which = f".{number}" if len(texts) > 1 else ""
            path = run.output.with_name(f"{run.output.name}.{test.name}{which}.translation")
            with open_output(path) as out:
                out.writelines(f"{line}\n" for line in lines)
            written.append(path)
    return written


def _translations(run: ExperimentRun, name: str) -> list[list[str]]:
    """Those of every run of tuning."""
    places = (run.store.path(stage) for stage in run.recipe.evaluations)
    return [list(read_lines(place / f"{name}.translation")) for place in places]


def _references(run: ExperimentRun, name: str) -> list[list[str]]:
    base, limit = run.path.resolve().parent, run.experiment.evaluation.sentences or None
    paths = [base / path for path in _set(run, name).targets]
    return [list(islice(read_lines(path), limit)) for path in paths]


def _set(run: ExperimentRun, name: str) -> EvaluationSet:
    return next(test for test in run.experiment.test if test.name == name)


def _same(one: ExperimentRun, other: ExperimentRun, name: str) -> bool:
    return _references(one, name) == _references(other, name)
