"""``dragoman quickstart``: see it work, from text to explained translations, in a few minutes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads, positive

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from dragoman.experiment.quickstart import Row
    from dragoman.reproduce.ideas import IdeaRow

SHOWN = 5
"""Sentences that ``--small`` translates."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman quickstart``."""
    parser.add_argument(
        "--directory", default="dragoman-quickstart", metavar="DIR", help="where it works"
    )
    parser.add_argument(
        "--pairs",
        type=positive,
        metavar="N",
        help="training pairs (default: 8000; with --small 3000)",
    )
    parser.add_argument(
        "--small",
        action="store_true",
        help="one small model, not tuned: the first translation is there in some seconds",
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Trains, tunes, compares and explains."""
    from pathlib import Path

    from dragoman.common.beside import beside
    from dragoman.experiment.quickstart import WORLD, check_systems, example, run_quickstart
    from dragoman.reproduce.ideas import check_ideas, run_ideas
    from dragoman.sample.writer import SOURCE_CODE

    directory = Path(arguments.directory)
    if arguments.small:
        return _small(directory, arguments)
    world = directory / WORLD
    pairs = arguments.pairs or 8000
    check_systems(directory)
    check_ideas(directory)
    if arguments.threads == 1:
        rows = run_quickstart(directory, 1, pairs)
        _print_table(rows)
        ideas = run_ideas(directory, 1, pairs)
    else:  # side by side, since half of the work has one thread only
        half = arguments.threads // 2
        with beside(run_ideas, directory, half, pairs) as found:
            rows = run_quickstart(directory, arguments.threads - half, pairs)
            _print_table(rows)
            ideas = found.result()
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


def _small(directory: Path, arguments: argparse.Namespace) -> int:
    """One model, and what it makes of some sentences that it has not seen."""
    from dragoman.experiment.demo import PAIRS, make_small, natural
    from dragoman.experiment.quickstart import WORLD
    from dragoman.model import Model
    from dragoman.sample.writer import SOURCE_CODE, TARGET_CODE

    made = make_small(directory, arguments.threads, arguments.pairs or PAIRS)
    model = Model.open(made)
    texts = [
        natural(directory / WORLD / f"test.{code}", code) for code in (SOURCE_CODE, TARGET_CODE)
    ]
    pairs = [(f, e) for f, e in zip(*texts, strict=True) if 5 <= len(f.split()) <= 9][:SHOWN]
    for source, reference in pairs:
        print(f"\nGerman   {source}\nDragoman {model.translate(source)}\nright is {reference}")
    print(f"\nThe model is in {made}. Try:\n")
    print(f'  echo "{pairs[0][0]}" | dragoman translate {made} --explain')
    print(f'  echo "{pairs[0][0]}" | dragoman translate {made} --evidence')
    print("  dragoman serve    # the page: everything to click")
    print("  dragoman quickstart    # larger systems, tuned and compared")
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
