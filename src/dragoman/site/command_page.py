"""The page of the command line: every command with its arguments, its options and its examples.

It is a page of the documentation site's reference.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from dragoman.cli.commands import COMMANDS, Entry
from dragoman.cli.parser import make_parser, sub_parsers
from dragoman.site.tables import table

HEAD = """\
# Command line

Every command explains itself as it does here: `dragoman COMMAND --help`. A list is given as several words or by
repeating the option; text may be compressed (.gz, .bz2, .xz, .zst); `-` is standard input or output. A command that
fails says so in one sentence and ends with a code other than 0.
"""


def page() -> str:
    """Return the whole page."""
    return HEAD + "".join(_command(name, entry) for name, entry in COMMANDS.items())


def _command(name: str, entry: Entry) -> str:
    parser = make_parser(name, entry, importlib.import_module(entry.module).configure)
    lines = [f"\n## dragoman {name}\n", f"{entry.summary[0].upper()}{entry.summary[1:]}.\n"]
    lines += ["```sh", *entry.examples, "```\n", *_arguments(parser)]
    for inner, sub in sub_parsers(parser).items():
        lines += [f"\n### dragoman {name} {inner}\n", *_arguments(sub)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the table of what a parser takes, if there is anything but ``--help``."""
    rows = [
        (_name(action), _help(action))
        for action in parser._actions
        if action.help != argparse.SUPPRESS
        and not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    ]
    if rows:
        yield from table(("argument", "what it is"), rows)


def _name(action: argparse.Action) -> str:
    metavar = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    value = " ".join(metavar) if isinstance(metavar, tuple) else str(metavar)
    if action.choices is not None and not action.metavar:
        value = "|".join(str(choice) for choice in action.choices)
    if not action.option_strings:
        return f"`{value}`"
    names = ", ".join(f"`{name}`" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} `{value}`"


def _help(action: argparse.Action) -> str:
    """Return the sentence of help, with the default as ``--help`` shows it."""
    text = " ".join((action.help or "").replace("%%", "%").split())
    shown = action.default not in (None, False, True, "-", argparse.SUPPRESS, [], ())
    if shown and action.option_strings and "%(default)" not in text:
        text += f" (default: `{action.default}`)"
    return text.replace("%(default)s", str(action.default))
