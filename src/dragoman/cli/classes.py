"""``dragoman classes``: word classes of a text."""

from __future__ import annotations

import argparse
from pathlib import Path

from dragoman.cli.settings import add_settings, given
from dragoman.common.progress import note
from dragoman.io.artifact_place import check_place
from dragoman.io.files import STANDARD_STREAM, open_output
from dragoman.lm.classes import ClassOptions, WordClasses


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("text", metavar="TEXT", help="words with blanks between them, by lines")
    parser.add_argument(
        "--output",
        metavar="CLASSES",
        help="a directory that models of classes read; without it, words and their classes on standard output",
    )
    add_settings(parser, ClassOptions, "classes")


def run(arguments: argparse.Namespace) -> None:
    """Find the classes and write them."""
    if arguments.output is not None:
        check_place(arguments.output, WordClasses.KIND)
    classes = WordClasses.train(
        Path(arguments.text), ClassOptions(**given(arguments, ClassOptions))
    )
    if arguments.output is not None:
        classes.save(arguments.output)
    else:
        with open_output(STANDARD_STREAM) as out:
            for word, one in classes.names().items():
                out.write(f"{word}\t{one}\n")
    note(f"{len(classes)} classes of {len(classes.vocabulary)} words")
