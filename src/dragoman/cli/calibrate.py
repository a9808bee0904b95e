"""``dragoman calibrate MODEL``: makes probabilities of the confidences with which a model completes translations."""

from __future__ import annotations

import argparse

from dragoman.cli.options import positive
from dragoman.cli.source_parser import add_parser, bring_parser


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("model", metavar="MODEL", help="the model's directory")
    parser.add_argument("--source", required=True, metavar="F", help="text that it has not seen")
    parser.add_argument("--reference", required=True, metavar="E", help="its translation")
    parser.add_argument(
        "--sentences", type=positive, default=200, metavar="N", help="use the first N pairs"
    )
    add_parser(parser)


def run(arguments: argparse.Namespace) -> int:
    """Fits the numbers and writes them into the model."""
    from itertools import islice

    from dragoman.common.progress import say
    from dragoman.corpus.parallel import lockstep
    from dragoman.io.locks import locked_directory
    from dragoman.model import Model
    from dragoman.model.interactive.calibration import Calibration
    from dragoman.model.store.additions import papers_of

    lines = lockstep([arguments.source, arguments.reference])
    pairs = ((f, e) for f, e in lines if f.strip() and e.strip())
    model = Model.open(arguments.model)
    bring_parser(model, arguments)
    fitted = Calibration.fit(model, islice(pairs, arguments.sentences))
    with locked_directory(arguments.model):
        model = Model.open(arguments.model)
        if model.artifact is not None:
            model.papers = papers_of(model.artifact)
        model.calibration = fitted
        model.save(arguments.model)
    numbers = ", ".join(f"{name} {value:.3f}" for name, value in fitted.table().items())
    say(f"{arguments.model}: confidences of completions are calibrated ({numbers})")
    return 0
