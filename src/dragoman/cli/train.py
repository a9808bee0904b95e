"""``dragoman train``: from two texts, or an experiment's TOML file, to a tuned and evaluated model."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads, demand
from dragoman.cli.settings import add_settings, argument, given
from dragoman.cluster.options import ClusterOptions
from dragoman.settings.kinds import Size

if TYPE_CHECKING:
    from dragoman.experiment.from_texts import NewExperiment
    from dragoman.experiment.run import ExperimentRun, TrainingResult


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman train``."""
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="INPUT",
        help="an experiment's TOML file (see dragoman config), or several, which are compared; or a file of pairs "
        "(TMX, tab-separated); or two texts, the source and its translation",
    )
    texts = parser.add_argument_group("from texts")
    texts.add_argument(
        "--source", metavar="F", help="source text, one sentence a line, or a file of pairs"
    )
    texts.add_argument("--target", metavar="E", help="its translation, line by line")
    texts.add_argument("--docs", metavar="IDS", help="document ids, one a line: these stay whole")
    texts.add_argument(
        "--languages", metavar="DE-EN", help="source and target language (default: guessed)"
    )
    texts.add_argument(
        "--output",
        metavar="MODEL",
        help="where the model goes; NAME.toml, NAME.data and NAME.work stand beside it (default: DE-EN.model)",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="say what would be done, and what is kept of an earlier run",
    )
    add_threads(parser)
    parser.add_argument(
        "--memory",
        type=argument(Size),
        metavar="SIZE",
        help="memory for n-grams while they are counted, for phrase pairs while they are extracted and for rules with "
        "gaps while they are looked up for tuning, such as 500M or 10%%; what is beyond waits in files; results do not "
        "depend on it (default: 1G)",
    )
    add_settings(parser, ClusterOptions, "cluster", defaults="what the experiment says")


def run(arguments: argparse.Namespace) -> int:
    """Runs or explains the experiment."""
    with _interruptible(""):
        return _train(arguments)


def _train(arguments: argparse.Namespace) -> int:
    from dragoman.common.errors import ConfigError
    from dragoman.experiment.resources import Resources
    from dragoman.experiment.run import ExperimentRun

    configs = _inputs(arguments)
    cluster = ClusterOptions(**given(arguments, ClusterOptions))
    resources = Resources(arguments.threads, arguments.memory or Resources.memory, cluster)
    if len(configs) > 1:
        return _compare([ExperimentRun(path, resources) for path in configs], arguments)
    if configs:
        return _run(ExperimentRun(configs[0], resources), arguments)
    if not arguments.source:
        raise ConfigError("expected two texts, a file of pairs, or an experiment's TOML file")
    new = _looked_at(arguments)
    if arguments.dry_run and not new.places.toml.exists():
        print(f"nothing is there yet: {new.places.toml} would be written and run")
        return 0
    return _run(ExperimentRun(new.prepare(), resources), arguments)


def _inputs(arguments: argparse.Namespace) -> list[str]:
    """Return the experiments, or put texts that stand without an option where their options would."""
    from dragoman.common.errors import ConfigError
    from dragoman.corpus.formats import detect_format

    inputs: list[str] = arguments.inputs
    experiments = [name for name in inputs if name.endswith(".toml")]
    if experiments and len(experiments) < len(inputs):
        raise ConfigError(f"{experiments[0]}: experiments and texts do not go together")
    if len(inputs) > 2 and not experiments:
        raise ConfigError(
            f"expected at most two texts, the source and its translation, got {len(inputs)} files"
        )
    if experiments:
        for name in ("source", "target", "docs", "languages", "output"):
            if getattr(arguments, name) is not None:
                raise ConfigError(
                    f"--{name} and a TOML file: an experiment says itself what it reads and writes"
                )
        return experiments
    if inputs and arguments.source:
        raise ConfigError(f"--source and '{inputs[0]}': which of them is the source text?")
    if len(inputs) == 2:
        if arguments.target:
            raise ConfigError(f"--target and '{inputs[1]}': which of them is the translation?")
        arguments.source, arguments.target = inputs
    elif inputs and (arguments.target or detect_format(inputs[0]) != "text"):
        arguments.source = inputs[0]
    elif inputs:
        raise ConfigError(
            f"{inputs[0]}: expected its translation beside it (dragoman train SOURCE TARGET), a file of pairs, or an "
            "experiment's TOML file"
        )
    demand(arguments, "target", "source")
    return []


def _looked_at(arguments: argparse.Namespace) -> NewExperiment:
    """Look at the texts and say what was found."""
    from dragoman.corpus.language import language_pair
    from dragoman.experiment.from_texts import NewExperiment
    from dragoman.experiment.survey import BitextFiles

    target, docs = (Path(name) if name else None for name in (arguments.target, arguments.docs))
    codes = language_pair(arguments.languages) if arguments.languages else None
    new = NewExperiment.of(
        BitextFiles(Path(arguments.source), target, docs, codes), arguments.output
    )
    new.say()
    new.check()
    return new


def _compare(runs: list[ExperimentRun], arguments: argparse.Namespace) -> int:
    """Runs several experiments, and prints their scores side by side."""
    from dragoman.common.progress import say
    from dragoman.draw.tables import text_table
    from dragoman.experiment.several import check_shared, side_by_side, write_translations

    for run in runs:
        run.check()
    check_shared(runs)
    for run in runs:
        if arguments.dry_run:
            print(f"{run.path}:")
            _explain(run)
            continue
        say(f"== {run.path}")
        run.run()
    if arguments.dry_run:
        return 0
    for grid in side_by_side(runs):
        print(text_table(grid) + "\n")
    for run in runs:
        texts = ", ".join(quote(_short(path)) for path in write_translations(run))
        print(
            f"{run.experiment.name}: the model is {quote(_short(run.output))}, its translations {texts}"
        )
    return 0


def _explain(experiment: ExperimentRun) -> None:
    for verdict in experiment.plan():
        print(f"{'run ' if verdict.runs else 'keep'}  {verdict.stage}: {verdict.reason}")


def _run(experiment: ExperimentRun, arguments: argparse.Namespace) -> int:
    from dragoman.cli.scores import print_scores

    if arguments.dry_run:
        experiment.check()
        _explain(experiment)
        return 0
    with _interruptible(quote(str(experiment.path))):
        outcome = experiment.run()
    print_scores(outcome)
    _print_next(experiment, outcome)
    return 0


@contextmanager
def _interruptible(experiment: str) -> Iterator[None]:
    """Say after Ctrl-C how to go on: with an experiment, or, if there is none yet or several, as before."""
    from dragoman.common.progress import say

    try:
        yield
    except KeyboardInterrupt as stop:
        if stop.args:  # an experiment inside has told more
            raise
        again = (
            f":\n  dragoman train {experiment}" if experiment else ", give the same command again."
        )
        left = (
            f"\nTo see what is left:\n  dragoman train {experiment} --dry-run" if experiment else ""
        )
        say(f"\nstopped; what is finished is kept. To go on{again}{left}")
        raise KeyboardInterrupt("told") from None


def _print_next(experiment: ExperimentRun, outcome: TrainingResult) -> None:
    """Where the model is, and what to type next."""
    from dragoman.grammar.options import LookupOptions

    model, path = quote(_short(outcome.model)), quote(str(experiment.path))
    tests = experiment.experiment.test
    print(f"\nThe model is in {model}. Try:\n")
    if tests:
        base = experiment.path.resolve().parent
        text = quote(_short(base / tests[0].source))
        print(f"  head -3 {text} | dragoman translate {model}")
        print(f"  head -3 {text} | dragoman translate {model} --explain html > why.html")
        if isinstance(experiment.experiment.grammar, LookupOptions):
            print(f"  head -3 {text} | dragoman translate {model} --evidence")
    print(f"  dragoman translate {model} page.html -o page.translated.html")
    print(f"  dragoman serve {model}      # a page that shows why, at http://127.0.0.1:5000/")
    print(f"  dragoman train {path}      # after you changed a setting in it")


def _short(path: Path) -> str:
    """The path from here or from the root, whichever is shorter."""
    return min(os.path.relpath(path), str(path.resolve()), key=len)
