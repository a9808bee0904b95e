"""The aligned bitext that ``--source``, ``--target`` and ``--alignment`` name."""

from __future__ import annotations

import argparse
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.grammar import AlignedBitext

MOSES_FILES = (LEX_F2E, LEX_E2F, PHRASES, REORDERING) = (
    "lex.f2e",
    "lex.e2f",
    "phrase-table.gz",
    "reordering-table.gz",
)
"""What ``extract --format moses`` writes."""


def read_aligned_bitext(arguments: argparse.Namespace) -> AlignedBitext:
    """The three files, line by line."""
    files = arguments.source, arguments.target, arguments.alignment
    if None in files:
        raise ConfigError("expected --source, --target and --alignment")
    return AlignedBitext.read(*files)


def check_table_place(arguments: argparse.Namespace) -> None:
    """Refuses, before any work, an output that would replace something else than a rule table."""
    from dragoman.grammar.rule_table import RuleTable
    from dragoman.grammar.treelet.treelet_rules import TreeletRules
    from dragoman.io.artifact_place import check_place
    from dragoman.io.finished_directory import check_output_folder

    if arguments.format == "moses":
        check_output_folder(arguments.output)
        _check_moses_files(Path(arguments.output))
    else:
        treelets = getattr(arguments, "kind", None) == "treelet"
        check_place(arguments.output, TreeletRules.KIND if treelets else RuleTable.KIND)


def _check_moses_files(folder: Path) -> None:
    """Refuses to replace tables in a folder that holds other files too: a user's own, perhaps."""
    held = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    ours = sorted(held & set(MOSES_FILES))
    if ours and held - set(MOSES_FILES):
        raise ConfigError(
            f"{folder / ours[0]} is there already, among other files; name another folder"
        )
