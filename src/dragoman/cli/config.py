"""``dragoman config``: print the default configuration, check or complete one, or print the page of all settings."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman config``."""
    parser.add_argument(
        "file", nargs="?", help="an experiment's TOML file; without one, the defaults"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--dump",
        action="store_true",
        help="print the experiment with every setting and its sentence of help",
    )
    what.add_argument(
        "--markdown", action="store_true", help="print the page docs/settings.md: all settings"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the configuration, or says that the experiment can run."""
    from dragoman.experiment.config import TEMPLATE, read_experiment
    from dragoman.experiment.dump import dump

    if arguments.markdown:
        from dragoman.common.errors import ConfigError
        from dragoman.docs.settings_page import page

        if arguments.file:
            raise ConfigError("--markdown prints the page of all settings: leave out the file")
        print(page(), end="")
    elif arguments.dump or not arguments.file:
        experiment = read_experiment(arguments.file) if arguments.file else TEMPLATE
        print(dump(experiment, explain=True), end="")
    else:
        from dragoman.experiment.run import ExperimentRun

        ExperimentRun(arguments.file).check()
        print(f"{arguments.file}: sound")
    return 0
