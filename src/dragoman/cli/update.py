"""``dragoman update``: pairs that join the text in which a model looks its rules up, or that leave it."""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads, positive
from dragoman.cli.settings import ListAction

if TYPE_CHECKING:
    from dragoman.model import Model


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman update``."""
    parser.add_argument(
        "model", metavar="MODEL", help="model directory; it is replaced in one step"
    )
    parser.add_argument("--source", metavar="F", help="source sentences, raw text")
    parser.add_argument("--target", metavar="E", help="their translations")
    parser.add_argument(
        "--alignment",
        metavar="A",
        help="links such as 0-0 1-2; without, the model's aligner is asked",
    )
    parser.add_argument(
        "--leave-out",
        nargs="+",
        action=ListAction,
        type=positive,
        metavar="N",
        help="leave these pairs out, by the numbers that translate --evidence shows; with --source, both or nothing",
    )
    parser.add_argument("--undo", action="store_true", help="take the last change back")
    parser.add_argument("--journal", action="store_true", help="print who changed what")
    parser.add_argument(
        "--who", metavar="NAME", help="who does this, for the journal (default: your user name)"
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Changes the text, takes a change back or tells of all changes, and says what came of it."""
    from dragoman.common.errors import ConfigError
    from dragoman.model import Model

    changed = bool(arguments.source or arguments.leave_out)
    if changed + arguments.undo + arguments.journal != 1:
        raise ConfigError(
            "expected --source (with --target), --leave-out or both, or --undo, or --journal"
        )
    if bool(arguments.source) != bool(arguments.target) or (
        arguments.alignment and not arguments.source
    ):
        raise ConfigError("--source, --target and --alignment go together")
    model = Model.open(arguments.model, bounds=None)
    if arguments.journal:
        for change in model.journal.changes:
            print(change)
    elif arguments.undo:
        _undo(arguments, model)
    elif arguments.leave_out:
        _revise(arguments, model)
    else:
        _add(arguments, model)
    return 0


def _who(arguments: argparse.Namespace) -> str:
    if arguments.who is not None:
        return str(arguments.who)
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a process without a user of a name
        return ""


def _add(arguments: argparse.Namespace, model: Model) -> None:
    from dragoman.common.progress import say

    pairs, links = _given(arguments)
    result = model.add(pairs, links=links, who=_who(arguments), threads=arguments.threads)
    left = f" ({result.left_out} with an empty side were left out)" if result.left_out else ""
    pairs_added = "1 sentence pair" if result.added == 1 else f"{result.added} sentence pairs"
    say(f"{arguments.model}: {pairs_added} added{left}; it knows {result.total} now")


def _revise(arguments: argparse.Namespace, model: Model) -> None:
    from dragoman.common.progress import say
    from dragoman.model.store.additions import with_links

    who = _who(arguments)
    with model.changing_text(who=who, threads=arguments.threads) as text:
        before = len(text.journal.changes)
        pairs = with_links(*_given(arguments)) if arguments.source else []
        text.exchange(arguments.leave_out, pairs)
        changes = text.journal.changes[before:]
    for change in changes:
        say(f"{arguments.model}: {change}")


def _undo(arguments: argparse.Namespace, model: Model) -> None:
    from dragoman.common.progress import say

    undone = model.undo(who=_who(arguments), threads=arguments.threads)
    say(f"{arguments.model}: taken back: {undone}")


def _given(
    arguments: argparse.Namespace,
) -> tuple[Iterator[tuple[str, str]], Iterator[str] | None]:
    """The pairs of the files, and their links if there are any."""
    from dragoman.corpus.parallel import lockstep
    from dragoman.io.files import read_lines

    pairs = ((f, e) for f, e in lockstep([arguments.source, arguments.target]))
    return pairs, read_lines(arguments.alignment) if arguments.alignment else None
