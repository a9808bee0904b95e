"""``dragoman quickstart``: see it work, from text to explained translations, in a few minutes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads, positive

if TYPE_CHECKING:
    from rich.table import Table

    from dragoman.experiment.quickstart import Row
    from dragoman.reproduce.ideas import IdeaRow


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
    from dragoman.reproduce.ideas import run_ideas
    from dragoman.sample.writer import SOURCE_CODE

    directory = Path(arguments.directory)
    world = directory / WORLD
    rows = run_quickstart(directory, arguments.threads, arguments.pairs)
    _print_table(rows)
    ideas = run_ideas(directory, arguments.threads, arguments.pairs)
    _print_ideas(ideas)
    best = max(rows, key=lambda row: row.score("bleu"))
    print(f"\nHow the {best.system.name} system translated one sentence:\n")
    print(example(best, world).explain())
    print(f"\nThe models are in {directory}. Try:\n")
    name = best.outcome.model
    print(f"  head -3 {world}/test.{SOURCE_CODE} | dragoman translate {name} --nbest 3")
    print(f"  dragoman inspect {name}")
    print(
        "\nThe tables of the papers, on a larger world of invented languages, in some minutes each:\n"
    )
    for row in ideas:
        print(f"  dragoman reproduce {row.idea.paper} --quick")
    print("  dragoman reproduce together --quick   # all of it in one system")
    return 0


def _print_table(rows: list[Row]) -> None:
    from rich.table import Table

    table = Table("system", "what it does", "BLEU", "chrF", "TER", "p", "seconds")
    for row in rows:
        scores = [f"{row.score(metric):.2f}" for metric in ("bleu", "chrf", "ter")]
        p = "" if row.p is None else f"{row.p:.3f}"
        table.add_row(row.system.name, row.system.summary, *scores, p, f"{row.seconds:.1f}")
    signature = rows[0].outcome.scores["test"]["bleu"]["signature"]
    _show(table, "p: paired bootstrap, against the row above", f"BLEU: {signature}")


def _print_ideas(rows: list[IdeaRow]) -> None:
    from rich.table import Table

    table = Table("paper", "its idea", "planted", "without", "BLEU", "p", "seconds")
    for row in rows:
        scores = [f"{row.without:.2f}", f"{row.score:.2f}", f"{row.p:.3f}"]
        told = (row.idea.paper, row.idea.summary, row.idea.planted)
        table.add_row(*told, *scores, f"{row.seconds:.1f}")
    print()
    _show(table, "small texts in which only this is planted; without: the same phrases without it")


def _show(table: Table, *notes: str) -> None:
    from rich.console import Console

    console = Console(highlight=False, width=100)
    console.print(table)
    for note in notes:
        console.print(note, style="dim", markup=False)
