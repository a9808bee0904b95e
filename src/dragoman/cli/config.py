"""``dragoman config``: print the default configuration, or check and complete one."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman config``."""
    parser.add_argument(
        "file", nargs="?", help="an experiment's TOML file; without one, the defaults"
    )
    parser.add_argument(
        "--dump", action="store_true", help="print the configuration with every setting spelled out"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the configuration, or says that the file is sound and the files it names are there."""
    from dragoman.common.errors import ConfigError
    from dragoman.experiment.config import TEMPLATE, dump, read_experiment
    from dragoman.experiment.run import ExperimentRun

    experiment = read_experiment(arguments.file) if arguments.file else TEMPLATE
    if arguments.dump or not arguments.file:
        print(dump(experiment), end="")
    else:
        if missing := ExperimentRun(arguments.file).missing_files():
            raise ConfigError(f"{arguments.file}: {missing[0]}: no such file")
        print(f"{arguments.file}: sound")
    return 0
