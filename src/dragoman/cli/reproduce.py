"""``dragoman reproduce PAPER``: the tables of a paper beside ours, on your texts or on the sample world."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_files, add_list, add_seed, add_threads, positive

ALL = "all"


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman reproduce``."""
    parser.add_argument(
        "paper",
        metavar="PAPER",
        help="cherry2008, bach2009, carreras2009, galley2010, ture2012, all of them (all), their parts in one "
        "system (together), or tuners over many seeds (tuners)",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="the folder of your texts (docs/reproduce.md says what it holds); without it, the sample world",
    )
    add_list(parser, "--rows", str, "the rows to run, by name or number", metavar="ROW")
    parser.add_argument(
        "--runs",
        type=positive,
        metavar="N",
        help="runs of tuning for each row (default: the paper's)",
    )
    add_seed(parser)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="small texts and coarse settings: minutes, for the directions",
    )
    parser.add_argument(
        "--pairs",
        type=positive,
        metavar="N",
        help="training pairs of each text, at most (default: the preset's)",
    )
    add_files(
        parser,
        "--set",
        "settings of an experiment instead of the paper's, such as decoder.search=cube; rows still change what they "
        "change",
        default=(),
        metavar="TABLE.NAME=VALUE",
    )
    parser.add_argument(
        "--output", default="dragoman-reproduce", metavar="DIR", help="where everything is kept"
    )
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the paper's settings, rows and figures as TOML; with --rows, these rows' experiments",
    )
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Reproduces, or shows the preset."""
    from pathlib import Path

    from dragoman.common.errors import ConfigError
    from dragoman.common.progress import say
    from dragoman.experiment.resources import Resources
    from dragoman.io.files import open_output
    from dragoman.reproduce import Request, reproduce, table_markdown, table_text
    from dragoman.reproduce.page import report_page
    from dragoman.reproduce.paper import PAPERS, preset

    names = PAPERS if arguments.paper == ALL else (arguments.paper,)
    rows = tuple(arguments.rows or ())
    if rows and arguments.paper == ALL:
        raise ConfigError("--rows needs one paper: each has rows of its own")
    if arguments.show:
        for name in names:
            print(_rows(name, rows) if rows else preset(name))
        return 0
    preset(names[0])
    request = Request(
        rows,
        arguments.runs or 0,
        arguments.seed,
        arguments.quick,
        arguments.pairs or 0,
        tuple(arguments.set),
        Resources(arguments.threads),
    )
    output, found = Path(arguments.output), []
    shown = table_markdown if arguments.markdown else table_text
    for name in names:
        found.append(reproduce(name, output, arguments.data, request))
        for made in found[-1].tables:
            print(shown(made) + "\n", flush=True)
        with open_output(output / f"{name}.html") as out:
            out.write(report_page(found[-1:]))
        say(f"the report is {output / name}.html, the figures are in {output / name}.json")
    if arguments.paper == ALL:
        with open_output(output / "report.html") as out:
            out.write(report_page(found))
        say(f"all papers are in {output / 'report.html'}")
    return 0


def _rows(name: str, rows: tuple[str, ...]) -> str:
    """What some rows are based on and change."""
    from dragoman.experiment.dump import toml
    from dragoman.reproduce.paper import read_paper

    paper, lines = read_paper(name), []
    for row in paper.chosen(rows):
        declared = paper.rows[row]
        lines += [
            "",
            f"[rows.{toml(row) if '+' in row else row}]",
            f"about = {toml(declared.about)}",
        ]
        if declared.base:
            lines.append(f"base = {toml(declared.base)}")
        for table, changes in declared.changes.items():
            lines += (f"changes.{table}.{key} = {toml(value)}" for key, value in changes.items())
    return "\n".join(lines).strip()
