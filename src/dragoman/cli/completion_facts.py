"""What there is to complete, read from the parsers of all commands."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from dragoman.cli.commands import COMMANDS
from dragoman.cli.parser import make_parser, sub_parsers


@dataclass(frozen=True)
class Flag:
    """An option."""

    names: tuple[str, ...]
    help: str
    """Its first words, in one line."""
    values: tuple[str, ...]
    """The values that it can have, if they are a list of names."""
    takes_value: bool
    """If there are no ``values``, file names are completed."""


@dataclass(frozen=True)
class Command:
    """A command, or a command and its action."""

    words: tuple[str, ...]
    summary: str
    inner: tuple[str, ...]
    """Its actions, or the names that its first argument can have."""
    flags: tuple[Flag, ...]


@cache
def commands() -> tuple[Command, ...]:
    """All commands, each followed by its actions."""
    found: list[Command] = []
    for name, command in COMMANDS.items():
        module = importlib.import_module(command.module)
        parser = make_parser(name, command, module.configure)
        found.append(_command((name,), command.summary, parser))
        for inner, sub in sub_parsers(parser).items():
            found.append(_command((name, inner), "", sub))
    return tuple(found)


def _command(words: tuple[str, ...], summary: str, parser: argparse.ArgumentParser) -> Command:
    inner = next((_choices(a) for a in parser._actions if not a.option_strings), ())
    return Command(words, summary, inner, tuple(_flags(parser)))


def _flags(parser: argparse.ArgumentParser) -> Iterator[Flag]:
    for action in parser._actions:
        if action.option_strings:
            names = tuple(action.option_strings)
            help = " ".join((action.help or "").replace("%%", "%").split()).split(";")[0]
            yield Flag(names, help, _choices(action), action.nargs != 0)


def _choices(action: argparse.Action) -> tuple[str, ...]:
    """The names that an argument can have: its choices, or what its metavar lists as {a,b}."""
    if action.choices is not None:
        return tuple(str(choice) for choice in action.choices)
    shown = action.metavar if isinstance(action.metavar, str) else ""
    if shown.startswith("{") and shown.endswith("}"):
        return tuple(shown[1:-1].split(","))
    return ()
