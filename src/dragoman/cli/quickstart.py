"""``dragoman quickstart``: see it work, from text to explained translations, in a few minutes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads, positive

if TYPE_CHECKING:
    from dragoman.experiment.quickstart import Row

HINTS = (
    ("cherry2008", "cohesion: translations that respect the source tree"),
    ("bach2009", "five kinds of cohesive constraints"),
    ("carreras2009", "treelets: phrases joined to target trees"),
    ("galley2010", "phrases with gaps, and hierarchical rules"),
    ("ture2012", "consistent choices across a document"),
)
"""Papers, and what each is about."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman quickstart``."""
    parser.add_argument(
        "--directory", default="dragoman-quickstart", metavar="DIR", help="where it works"
    )
    parser.add_argument("--pairs", type=positive, default=8000, metavar="N", help="training pairs")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Trains, tunes, compares and explains."""
    from pathlib import Path

    from dragoman.experiment.quickstart import WORLD, example, run_quickstart
    from dragoman.sample.writer import SOURCE_CODE

    directory = Path(arguments.directory)
    world = directory / WORLD
    rows = run_quickstart(directory, arguments.threads, arguments.pairs)
    _print_table(rows)
    best = max(rows, key=lambda row: row.score("bleu"))
    print(f"\nHow the {best.system.name} system translated one sentence:\n")
    print(example(best, world).explain())
    print(f"\nThe models are in {directory}. Try:\n")
    name = best.outcome.model
    print(f"  head -3 {world}/test.{SOURCE_CODE} | dragoman translate {name} --nbest 3")
    print(f"  dragoman inspect {name}")
    print("\nThe tables of the papers, on this world, in some minutes each:\n")
    for paper, about in HINTS:
        print(f"  {f'dragoman reproduce {paper} --quick':<42}# {about}")
    return 0


def _print_table(rows: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("system", "what it does", "BLEU", "chrF", "TER", "p", "seconds")
    for row in rows:
        scores = [f"{row.score(metric):.2f}" for metric in ("bleu", "chrf", "ter")]
        p = "" if row.p is None else f"{row.p:.3f}"
        table.add_row(row.system.name, row.system.summary, *scores, p, f"{row.seconds:.1f}")
    console = Console(highlight=False, width=100)
    console.print(table)
    console.print("p: paired bootstrap, against the row above", style="dim")
    signature = rows[0].outcome.scores["test"]["bleu"]["signature"]
    console.print(f"BLEU: {signature}", style="dim", markup=False)
