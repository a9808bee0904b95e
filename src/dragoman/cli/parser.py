"""The parser of a command's options: what is wrong with one is told in one sentence, with what was meant."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from dragoman.cli.commands import Entry
from dragoman.common.suggest import did_you_mean, one_of

_REQUIRED = "the following arguments are required"
_EXAMPLES = "examples:\n"


class _MissingError(Exception):
    """Arguments are missing that a list may have taken."""


class CommandParser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one sentence."""

    _given_back: list[str] | None = None
    """The command line with what the last list took beyond its first word; None if there is nothing of the kind."""

    def error(self, message: str) -> NoReturn:
        """Exits with 2."""
        if message.startswith(_REQUIRED) and self._given_back is not None:
            raise _MissingError
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses; what is left over is named, with the option that is most like it.

        A list before arguments takes them too (``translate --weights lm=1 model``): if they are missing then, it gives
        them back, and keeps one word at least.
        """
        self._given_back = self._without_greed(list(args or ()))
        try:
            found, extra = self.parse_known_args(args, namespace)
        except _MissingError:
            words, self._given_back = self._given_back, None
            found, extra = self.parse_known_args(words, namespace)
        if extra:
            wrong = next((word for word in extra if word.startswith("-")), extra[0])
            name = wrong.partition("=")[0]
            if not wrong.startswith("-"):
                self.error(f"what is '{wrong}' for? No such argument was expected")
            self.error(f"there is no option '{name}'{did_you_mean(name, set(self._flags(found)))}")
        return found

    def misplaced(self, words: list[str], message: str) -> str:
        """What to say of an argument that a list took (``translate --weights lm=1 page.html``), if a failure names it.

        This is about arguments that need not be given; those that must be given are told apart by ``parse_args``.
        """
        free = next((a for a in self._actions if a.nargs in ("?", "*") and a.metavar), None)
        at, end = self._greedy(words)
        if free is None or not end or words[end - 1].lower() not in message.lower():
            return ""
        word = words[end - 1]
        first = next((at for at, one in enumerate(words) if one[:1] == "-"), len(words))
        rest = [*words[first : end - 1], *words[end:]]
        better = f": {self.prog} {shlex.join([*words[:first], word, *rest])}"
        whole = first == len(self._required())
        return (
            f" (is '{word}' a value of {words[at]}? As {free.metavar} it stands before the options"
            f"{better if whole else ''})"
        )

    def _without_greed(self, words: list[str]) -> list[str] | None:
        at, end = self._greedy(words)
        if not end:
            return None
        needed = [action.nargs for action in self._required()]
        first = at + 2 if "+" in needed else max(at + 2, end - len(needed))
        return [*words[first:end], *words[:first], *words[end:]]

    def _required(self) -> list[argparse.Action]:
        """Return the arguments that are no options and must be given."""
        return [a for a in self._actions if not a.option_strings and a.nargs in (None, "+")]

    def _greedy(self, words: list[str]) -> tuple[int, int]:
        """Where the last list with several words begins and ends; (0, 0) if there is none."""
        lists = {f for a in self._actions if a.nargs == "+" for f in a.option_strings}
        for at in reversed(range(len(words))):
            end = next((i for i in range(at + 1, len(words)) if words[i][:1] == "-"), len(words))
            if words[at] in lists and end > at + 2:
                return at, end
        return 0, 0

    def _flags(self, found: argparse.Namespace) -> Iterator[str]:
        """The options of this parser, and of the action that was chosen."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction):
                inner = action.choices.get(getattr(found, action.dest, ""))
                if isinstance(inner, CommandParser):
                    yield from inner._flags(found)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuses what is not among the choices."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            hint = did_you_mean(str(value), names)
            raise argparse.ArgumentError(action, f"expected {one_of(names)}, got '{value}'{hint}")


class Formatter(argparse.ArgumentDefaultsHelpFormatter):
    """Shows a default where there is one to know of."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if (
            action.default is None
            or action.default is False
            or action.default in ("-", argparse.SUPPRESS)
        ):
            return action.help
        return super()._get_help_string(action)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Examples stay lines."""
        return text if text.startswith(_EXAMPLES) else super()._fill_text(text, width, indent)


def make_parser(
    name: str, command: Entry, configure: Callable[[argparse.ArgumentParser], None]
) -> CommandParser:
    """The parser of a command; ``--help`` ends with its examples, that of an action with the action's."""
    parser = CommandParser(
        prog=f"dragoman {name}", description=command.summary, formatter_class=Formatter
    )
    configure(parser)
    for one in (parser, *sub_parsers(parser).values()):
        lines = [line for line in command.examples if line.startswith(one.prog)]
        one.epilog = _EXAMPLES + "\n".join(f"  {line}" for line in lines)
        one.formatter_class = Formatter
    return parser


def sub_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of a command's actions by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def unknown_command(command: str, commands: Sequence[str]) -> str:
    """What is said of a command that does not exist."""
    return f"there is no command '{command}'{did_you_mean(command, commands)} (see dragoman --help)"
