"""``dragoman update MODEL``: further sentence pairs for a model that looks its rules up in its training text."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_threads


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman update``."""
    parser.add_argument("model", metavar="MODEL", help="the model's directory")
    parser.add_argument("--source", required=True, metavar="F", help="source text, as it is")
    parser.add_argument(
        "--target", required=True, metavar="E", help="its translation, line by line"
    )
    parser.add_argument(
        "--alignment",
        metavar="A",
        help="links such as 0-0 1-2; without, the model's aligner is asked",
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Adds the pairs and says how many there are now."""
    from dragoman.common.progress import say
    from dragoman.corpus.parallel import lockstep
    from dragoman.io.files import read_lines
    from dragoman.model import Model

    model = Model.open(arguments.model, bounds=None)
    pairs = ((f, e) for f, e in lockstep([arguments.source, arguments.target]))
    links = read_lines(arguments.alignment) if arguments.alignment else None
    result = model.add(pairs, links=links, threads=arguments.threads)
    left = f" ({result.left_out} with an empty side were left out)" if result.left_out else ""
    pairs_added = "1 sentence pair" if result.added == 1 else f"{result.added} sentence pairs"
    say(f"{arguments.model}: {pairs_added} added{left}; it knows {result.total} now")
    return 0
