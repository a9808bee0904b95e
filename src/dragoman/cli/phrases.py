"""``dragoman phrases MODEL ... --input FILE``: lengths, gaps and crossings of the phrases that models use."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_threads
from dragoman.cli.settings import add_settings, overruled
from dragoman.cli.source_parser import add_parser, bring_parser
from dragoman.cli.weights import add_weights, set_weights
from dragoman.search.options import SearchOptions


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman phrases``."""
    parser.add_argument("model", nargs="+", help="models to compare")
    parser.add_argument("--input", default="-", metavar="FILE", help="source sentences")
    parser.add_argument("--html", metavar="FILE", help="write tables and the histogram as a page")
    parser.add_argument("--svg", metavar="FILE", help="write the histogram as a picture")
    add_parser(parser)
    add_settings(parser, SearchOptions, "search", defaults="what the models say")
    add_weights(parser)
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Translates the text with every model and prints a table."""
    from rich.console import Console
    from rich.table import Column, Table

    from dragoman.evaluate.phrases import LONGEST, as_html, as_svg, count_phrases
    from dragoman.io.files import check_output, open_output, read_lines
    from dragoman.model import Model

    for path in (arguments.html, arguments.svg):
        if path:
            check_output(path)
    lines = list(read_lines(arguments.input))
    counts = []
    for path in arguments.model:
        model = Model.open(path)
        bring_parser(model, arguments)
        model.options = overruled(model.options, arguments, SearchOptions)
        set_weights(model, arguments)
        translations = model.translate(lines, threads=arguments.threads)
        counts.append(count_phrases(one.derivation for one in translations))
    names = [Column(path, overflow="fold", justify="right") for path in arguments.model]
    table = Table(Column(no_wrap=True), *names, box=None)
    for row in zip(*(one.rows() for one in counts), strict=True):
        table.add_row(row[0][0], *(value for _, value in row))
    for length in range(LONGEST):
        name = f"words in phrases of {length + 1}{'+' if length + 1 == LONGEST else ''}"
        table.add_row(name, *(str(one.mass()[length]) for one in counts))
    Console(highlight=False).print(table)
    if arguments.html:
        with open_output(arguments.html) as out:
            out.write(as_html(arguments.model, counts) + "\n")
    if arguments.svg:
        with open_output(arguments.svg) as out:
            out.write(as_svg(arguments.model, counts) + "\n")
    return 0
