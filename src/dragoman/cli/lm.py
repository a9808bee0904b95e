"""``dragoman lm``: build, binarize, export, interpolate, score, perplexity."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from dragoman.cli.options import add_list, add_model, add_threads
from dragoman.cli.settings import add_settings, given
from dragoman.common.errors import ConfigError
from dragoman.io.files import STANDARD_STREAM, check_output, open_output, read_lines
from dragoman.lm.options import LayoutOptions, LMOptions


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _configure_build(actions.add_parser("build", help="estimate a model from text"))
    _configure_binarize(
        actions.add_parser("binarize", help="turn an ARPA file into a binary model")
    )
    _configure_export(actions.add_parser("export", help="write a binary model as an ARPA file"))
    _configure_interpolate(actions.add_parser("interpolate", help="mix several models into one"))
    for name, text in (
        ("score", "print the log10 probability of every line"),
        ("perplexity", "print the perplexity of a text"),
    ):
        action = actions.add_parser(name, help=text)
        add_model(action, "a binary model or an ARPA file")
        action.add_argument("text", nargs="?", default=STANDARD_STREAM, metavar="TEXT")
        add_threads(action)


def _configure_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--vocab", metavar="FILE", help="keep only the words listed in this file")
    parser.add_argument(
        "--output",
        default=STANDARD_STREAM,
        metavar="FILE",
        help="ARPA file (.gz, .xz, .zst compress it); without it, ARPA on standard output",
    )
    parser.add_argument("--binary", action="store_true", help="write a binary model, not ARPA")
    add_settings(parser, LMOptions, "estimation")
    add_settings(parser, LayoutOptions, "layout of a binary model")
    add_threads(parser)
    parser.add_argument(
        "files", nargs="*", metavar="TEXT", help="text files; default: standard input"
    )


def _configure_binarize(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arpa", metavar="ARPA")
    parser.add_argument("output", metavar="MODEL")
    add_settings(parser, LayoutOptions, "layout")


def _configure_export(parser: argparse.ArgumentParser) -> None:
    add_model(parser, "a binary model")
    parser.add_argument(
        "output",
        nargs="?",
        default=STANDARD_STREAM,
        metavar="ARPA",
        help="file (.gz, .xz, .zst compress it); default: standard output",
    )
    add_threads(parser)


def _configure_interpolate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arpas", nargs="+", metavar="ARPA")
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--tune", metavar="TEXT", help="find the weights that suit this text best")
    add_list(choice, "--weights", Annotated[float, Meta(ge=0)], "given weights", metavar="W")
    parser.add_argument("--output", default=STANDARD_STREAM, metavar="FILE", help="ARPA file")


def run(arguments: argparse.Namespace) -> None:
    """Runs one action."""
    {
        "build": _build,
        "binarize": _binarize,
        "export": _export,
        "interpolate": _interpolate,
        "score": _score,
        "perplexity": _perplexity,
    }[arguments.action](arguments)


def _build(arguments: argparse.Namespace) -> None:
    from dragoman.io.artifact_place import check_place
    from dragoman.lm import LanguageModel, estimate

    if arguments.binary and arguments.output == STANDARD_STREAM:
        raise ConfigError("--binary needs --output, the directory of the model")
    if arguments.binary:
        check_place(arguments.output, LanguageModel.KIND)
    else:
        check_output(arguments.output)
    vocabulary = tuple(
        word
        for line in (read_lines(arguments.vocab) if arguments.vocab else ())
        for word in line.split()
    )
    if arguments.vocab and not vocabulary:
        raise ConfigError(f"{arguments.vocab}: expected words, found none")
    options = LMOptions(**given(arguments, LMOptions), vocabulary=vocabulary)
    layout = LayoutOptions(**given(arguments, LayoutOptions))
    if given(arguments, LayoutOptions) and not arguments.binary:
        raise ConfigError("--layout and --quantize are for a binary model: add --binary")
    files = [Path(file) for file in arguments.files or [STANDARD_STREAM]]
    result = estimate(files, options, threads=arguments.threads)
    result.warn()
    if arguments.binary:
        LanguageModel.build(result.take_ngrams(), layout).save(arguments.output)
    else:
        result.write_arpa(arguments.output)


def _binarize(arguments: argparse.Namespace) -> None:
    from dragoman.io.artifact_place import check_place
    from dragoman.lm import LanguageModel
    from dragoman.lm.arpa import read_arpa

    layout = LayoutOptions(**given(arguments, LayoutOptions))
    check_place(arguments.output, LanguageModel.KIND)
    LanguageModel.build(read_arpa(arguments.arpa), layout).save(arguments.output)


def _export(arguments: argparse.Namespace) -> None:
    from dragoman.lm import LanguageModel

    if not Path(arguments.model).is_dir():
        raise ConfigError(f"{arguments.model}: expected the directory of a binary model")
    check_output(arguments.output)
    LanguageModel.open(arguments.model).write_arpa(arguments.output, arguments.threads)


def _interpolate(arguments: argparse.Namespace) -> None:
    from dragoman.common.progress import say
    from dragoman.lm.interpolation import Mixture

    check_output(arguments.output)
    mixture = Mixture(arguments.arpas)
    if arguments.tune:
        weights = mixture.tune(read_lines(arguments.tune))
        say("lm: weights " + " ".join(f"{weight:.4f}" for weight in weights))
    else:
        weights = arguments.weights
    mixture.write_arpa(arguments.output, weights)


def _score(arguments: argparse.Namespace) -> None:
    from dragoman.lm import LanguageModel

    lm = LanguageModel.open(arguments.model)
    with open_output(STANDARD_STREAM) as out:
        for score in lm.line_scores(read_lines(arguments.text), arguments.threads):
            out.write(f"{score:.6f}\n")


def _perplexity(arguments: argparse.Namespace) -> None:
    from dragoman.lm import LanguageModel

    score = LanguageModel.open(arguments.model).text_score(
        read_lines(arguments.text), arguments.threads
    )
    print(
        f"perplexity {score.perplexity:.4f}\n"
        f"perplexity_without_unknown {score.perplexity_known:.4f}\n"
        f"lines {score.lines}\nwords {score.words}\nunknown {score.unknown}\n"
        f"log10 {score.log10:.4f}"
    )
