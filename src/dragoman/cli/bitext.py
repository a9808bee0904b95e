"""The aligned bitext that ``--source``, ``--target`` and ``--alignment`` name."""

from __future__ import annotations

import argparse

from dragoman.common.errors import ConfigError
from dragoman.grammar import AlignedBitext


def read_aligned_bitext(arguments: argparse.Namespace) -> AlignedBitext:
    """The three files, line by line."""
    files = arguments.source, arguments.target, arguments.alignment
    if None in files:
        raise ConfigError("expected --source, --target and --alignment")
    return AlignedBitext.read(*files)


def check_table_place(arguments: argparse.Namespace) -> None:
    """Refuses, before any work, an output that would replace something else than a rule table."""
    from dragoman.common.artifact import check_place
    from dragoman.common.outputs import check_output_folder
    from dragoman.grammar.rule_source import TREELET_RULES
    from dragoman.grammar.rule_table import KIND

    if arguments.format == "moses":
        check_output_folder(arguments.output)
    else:
        treelets = getattr(arguments, "kind", None) == "treelet"
        check_place(arguments.output, TREELET_RULES if treelets else KIND)
