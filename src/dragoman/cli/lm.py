"""``dragoman lm``: build, binarize, interpolate, score, perplexity."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from dragoman.cli.options import add_threads, count
from dragoman.common.errors import ConfigError
from dragoman.common.files import STANDARD_STREAM, check_output, open_output, read_lines

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def size(text: str) -> int:
    """An argparse type: bytes, as in 500M, 2G, or 80% of the machine's memory."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT%]?)B?", text.strip().upper())
    if not match or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"expected a size such as 500M, 2G or 50%, got {text}")
    if match[2] == "%":
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return int(float(match[1]) / 100 * memory)
    return int(float(match[1]) * _UNITS[match[2]])


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-verbs."""
    verbs = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _configure_build(verbs.add_parser("build", help="estimate a model from text"))
    _configure_binarize(verbs.add_parser("binarize", help="turn an ARPA file into a binary model"))
    _configure_interpolate(verbs.add_parser("interpolate", help="mix several models into one"))
    for name, text in (
        ("score", "print the log10 probability of every line"),
        ("perplexity", "print the perplexity of a text"),
    ):
        verb = verbs.add_parser(name, help=text)
        verb.add_argument("-m", "--model", required=True, metavar="MODEL", help="binary or ARPA")
        verb.add_argument("text", nargs="?", default=STANDARD_STREAM, metavar="TEXT")
        add_threads(verb)


def _configure_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--order", type=int, default=5, metavar="N", help="1 to 7; default 5")
    parser.add_argument(
        "--prune",
        type=count,
        nargs="+",
        default=[],
        metavar="C",
        help="drop n-grams seen at most this often, a number for each order; the last goes on",
    )
    parser.add_argument("--vocab", metavar="FILE", help="keep only the words listed in this file")
    parser.add_argument(
        "--limit-memory",
        type=size,
        default=0,
        metavar="SIZE",
        help="such as 2G; sorts on disk beyond",
    )
    parser.add_argument("--temporary", default="", metavar="DIR", help="place of temporary files")
    parser.add_argument(
        "--output",
        default=STANDARD_STREAM,
        metavar="FILE",
        help="ARPA file (.gz, .xz, .zst compress it); without it, ARPA on standard output",
    )
    parser.add_argument("--binary", action="store_true", help="write a binary model, not ARPA")
    _add_layout(parser)
    add_threads(parser)
    parser.add_argument(
        "files", nargs="*", metavar="TEXT", help="text files; default: standard input"
    )


def _configure_binarize(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arpa", metavar="ARPA")
    parser.add_argument("output", metavar="MODEL")
    _add_layout(parser)


def _configure_interpolate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("arpas", nargs="+", metavar="ARPA")
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--tune", metavar="TEXT", help="find the weights that suit this text best")
    choice.add_argument("--weights", type=float, nargs="+", metavar="W", help="given weights")
    parser.add_argument("--output", default=STANDARD_STREAM, metavar="FILE", help="ARPA file")


def _add_layout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--layout", choices=("hash", "compact"), default="hash", help="fast, or small; default hash"
    )
    parser.add_argument(
        "--quantize",
        type=count,
        nargs=2,
        default=(0, 0),
        metavar=("P", "B"),
        help="bits of probabilities and back-offs in the compact layout, such as 8 8",
    )


def run(arguments: argparse.Namespace) -> None:
    """Runs one sub-verb."""
    {
        "build": _build,
        "binarize": _binarize,
        "interpolate": _interpolate,
        "score": _score,
        "perplexity": _perplexity,
    }[arguments.action](arguments)


def _build(arguments: argparse.Namespace) -> None:
    from dragoman.common.artifact import check_place
    from dragoman.lm import LMOptions, estimate
    from dragoman.lm.model import KIND

    if arguments.binary and arguments.output == STANDARD_STREAM:
        raise ConfigError("--binary needs --output, the directory of the model")
    if arguments.binary:
        check_place(arguments.output, KIND)
    else:
        check_output(arguments.output)
    vocabulary = tuple(
        word
        for line in (read_lines(arguments.vocab) if arguments.vocab else ())
        for word in line.split()
    )
    if arguments.vocab and not vocabulary:
        raise ConfigError(f"{arguments.vocab}: expected words, found none")
    options = LMOptions(
        order=arguments.order,
        prune=tuple(arguments.prune),
        vocabulary=vocabulary,
        memory=arguments.limit_memory,
        directory=arguments.temporary,
        threads=arguments.threads,
    )
    result = estimate([Path(file) for file in arguments.files or [STANDARD_STREAM]], options)
    result.explain()
    if arguments.binary:
        result.model(arguments.layout, tuple(arguments.quantize)).save(arguments.output)
    else:
        result.write_arpa(arguments.output)


def _binarize(arguments: argparse.Namespace) -> None:
    from dragoman.common.artifact import check_place
    from dragoman.lm import LanguageModel
    from dragoman.lm.arpa import read_arpa
    from dragoman.lm.model import KIND

    check_place(arguments.output, KIND)
    LanguageModel.build(
        read_arpa(arguments.arpa), arguments.layout, tuple(arguments.quantize)
    ).save(arguments.output)


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
