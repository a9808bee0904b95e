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
    """Prints the configuration, or says that the file is sound."""
    from dragoman.experiment.config import TEMPLATE, dump, read_experiment

    experiment = read_experiment(arguments.file) if arguments.file else TEMPLATE
    if arguments.dump or not arguments.file:
        print(dump(experiment), end="")
    else:
        print(f"{arguments.file}: sound")
    return 0
