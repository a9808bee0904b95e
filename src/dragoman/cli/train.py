"""``dragoman train CONFIG``: from text to a tuned and evaluated model."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_threads


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman train``."""
    parser.add_argument(
        "config", metavar="CONFIG", help="the experiment's TOML file (see dragoman config)"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="show which stages would run, and why"
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs or explains the experiment."""
    from dragoman.experiment.run import ExperimentRun, print_scores

    experiment = ExperimentRun(arguments.config, arguments.threads)
    if arguments.dry_run:
        experiment.check()
        for verdict in experiment.plan():
            print(f"{'run ' if verdict.runs else 'keep'}  {verdict.stage}: {verdict.reason}")
        return 0
    print_scores(experiment.run())
    return 0
