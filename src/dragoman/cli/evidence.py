"""``dragoman evidence MODEL < text``: what the model knows for each sentence, for language models and for people."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_model, positive
from dragoman.cli.source_parser import add_parser, bring_parser


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    add_model(parser)
    parser.add_argument("--input", default="-", metavar="FILE", help="sentences, one a line")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where it goes")
    parser.add_argument(
        "--format",
        choices=("json", "prompt"),
        default="json",
        help="an object of JSON a line; or for each sentence a text that asks a language model for its translation",
    )
    parser.add_argument(
        "--pairs",
        type=positive,
        default=8,
        metavar="N",
        help="sentence pairs, at most (default: 8)",
    )
    parser.add_argument(
        "--words",
        type=positive,
        default=600,
        metavar="N",
        help="the length of a prompt in words, at most (default: 600)",
    )
    parser.add_argument("--terms", metavar="TSV", help="prescribed translations: source TAB target")
    add_parser(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes a line of JSON or a prompt for every sentence."""
    import json

    from dragoman.io.files import read_lines
    from dragoman.io.outputs import open_output
    from dragoman.model import Model
    from dragoman.model.brief import Brief
    from dragoman.model.cohesive import warn_without_trees

    model = Model.open(arguments.model)
    bring_parser(model, arguments)
    warn_without_trees(model.options, model.has_parser)
    terms = model.terminology(arguments.terms) if arguments.terms else None
    with open_output(arguments.output) as out:
        for line in read_lines(arguments.input):
            brief = Brief.of(model, line, pairs=arguments.pairs, terms=terms)
            if arguments.format == "json":
                out.write(json.dumps(brief.as_dict(), ensure_ascii=False) + "\n")
            else:
                out.write(brief.prompt(arguments.words) + "\n\n")
    return 0
