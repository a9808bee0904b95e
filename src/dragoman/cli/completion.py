"""``dragoman completion SHELL``: a script that makes a shell complete commands, options and values.

It is made from the parsers themselves (``completion_facts``), so that it cannot fall behind them.
"""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman completion``."""
    parser.add_argument("shell", choices=SHELLS, help="for which shell")


def run(arguments: argparse.Namespace) -> None:
    """Prints the script."""
    from dragoman.cli.completion_scripts import SCRIPTS

    print(SCRIPTS[arguments.shell](), end="")
