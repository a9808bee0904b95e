"""Options that several commands share, each defined once."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman.cli.settings import ListAction, argument
from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import Count, Positive, kind_of
from dragoman.settings.settings import Threads

if TYPE_CHECKING:
    from dragoman.evaluate.metric import MetricOptions

_OUTPUTS = ("output", "report", "html", "svg")
"""Options that name a file to be written."""
_DOCUMENTS = "documents"
"""The argument of ``translate``, which checks more than this: folders, and names that clash."""

positive = argument(Positive)
"""An argparse type: a whole number of at least 1."""
count = argument(Count)
"""An argparse type: a whole number of at least 0."""


def add_model(parser: argparse.ArgumentParser, help: str = "the model's directory") -> None:
    """``MODEL``, the first argument of every command that is about one model."""
    parser.add_argument("model", metavar="MODEL", help=help)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """``--threads N``: how many cores to use; results never depend on it."""
    parser.add_argument(
        "--threads",
        type=argument(Threads),
        default=os.cpu_count() or 1,
        metavar="N",
        help="worker threads; results do not depend on it",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """``--seed N`` for everything that draws random numbers."""
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="seed of random choices")


def add_files(parser: argparse._ActionsContainer, flag: str, help: str, **keywords: Any) -> None:
    """An option that takes one or several files."""
    keywords = {"metavar": "FILE", **keywords}
    parser.add_argument(
        flag, nargs="+", action=ListAction, help=f"{help}; several with blanks between", **keywords
    )


def add_list(
    parser: argparse._ActionsContainer, flag: str, item: Any, help: str, **keywords: Any
) -> None:
    """An option that takes one or several values of a type."""
    text = f"{help}; several with blanks or commas between"
    parser.add_argument(
        flag, nargs="+", action=ListAction, kind=kind_of(tuple[item, ...]), help=text, **keywords
    )


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """How BLEU cuts text into words: by its language, as it stands, or as told."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--language",
        metavar="CODE",
        help="the language of the translations: BLEU splits it as sacreBLEU does (13a; zh and others their own)",
    )
    group.add_argument(
        "--tokenized",
        action="store_true",
        help="the texts are tokens: BLEU compares what blanks separate",
    )
    group.add_argument(
        "--tokenize",
        metavar="NAME",
        help="a tokenisation of sacreBLEU's: none, 13a, zh, char, intl...",
    )
    parser.add_argument("--lowercase", action="store_true", help="case-insensitive BLEU and chrF")


def scoring(arguments: argparse.Namespace, order: int = 4) -> MetricOptions:
    """What ``add_scoring`` was told."""
    from dataclasses import replace

    from dragoman.corpus.language import check_language
    from dragoman.evaluate.metric import MetricOptions

    if arguments.language:
        check_language(arguments.language)
    usual = MetricOptions.of_text(
        arguments.language or "", tokenized=arguments.tokenized, lowercase=arguments.lowercase
    )
    return replace(usual, tokenize=arguments.tokenize or usual.tokenize, order=order)


def check_not_read(arguments: argparse.Namespace) -> None:
    """Refuses an output that is also one of the files to be read: what it holds would be lost."""
    written = [_file_of(getattr(arguments, name, None)) for name in _OUTPUTS]
    for name, value in vars(arguments).items():
        for path in value if isinstance(value, list | tuple) else (value,):
            if name in (*_OUTPUTS, _DOCUMENTS) or not (read := _file_of(path)):
                continue
            if any(one is not None and read.samefile(one) for one in written):
                raise ConfigError(f"{path} is both input and output: name another output")


def _file_of(value: object) -> Path | None:
    """The file that an argument names, if it does."""
    with suppress(OSError, ValueError):  # of a text that cannot be a name
        if isinstance(value, str) and Path(value).is_file():
            return Path(value)
    return None


def is_given(arguments: argparse.Namespace, name: str) -> bool:
    """Whether an option that does nothing by default was used."""
    value = getattr(arguments, name, None)
    return value is not None and value is not False and value not in ("-", 0, [], ())


def exclude(arguments: argparse.Namespace, name: str, others: Iterable[str], why: str = "") -> None:
    """Raises a ConfigError if an option was given together with one that it leaves no room for."""
    if not is_given(arguments, name):
        return
    for other in others:
        if is_given(arguments, other):
            raise ConfigError(
                f"{flag(name)} and {flag(other)} exclude each other{why and f': {why}'}"
            )


def demand(arguments: argparse.Namespace, name: str, needed: str) -> None:
    """Raises a ConfigError if an option was given without another that it needs."""
    if is_given(arguments, name) and not is_given(arguments, needed):
        raise ConfigError(f"{flag(name)} needs {flag(needed)}")


def flag(name: str) -> str:
    """An option as it is typed."""
    return f"--{name.replace('_', '-')}"
