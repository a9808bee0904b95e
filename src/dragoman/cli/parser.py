"""The parser of a verb's command line: what is wrong with one is told in one sentence, with what was meant."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from dragoman.common.suggest import did_you_mean, one_of


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Exits with 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses; what is left over is named, with the option that is most like it."""
        found, extra = self.parse_known_args(args, namespace)
        if extra:
            wrong = next((word for word in extra if word.startswith("-")), extra[0])
            name = wrong.partition("=")[0]
            if not wrong.startswith("-"):
                self.error(f"what is '{wrong}' for? No such argument was expected")
            self.error(f"there is no option '{name}'{did_you_mean(name, set(self._flags(found)))}")
        return found

    def _flags(self, found: argparse.Namespace) -> Iterator[str]:
        """The options of this parser, and of the sub-verb that was chosen."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction):
                inner = action.choices.get(getattr(found, action.dest, ""))
                if isinstance(inner, Parser):
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


def make_parser(verb: str, summary: str) -> Parser:
    """The parser of a verb, without its options."""
    return Parser(prog=f"dragoman {verb}", description=summary, formatter_class=Formatter)


def unknown_verb(verb: str, verbs: Sequence[str]) -> str:
    """What is said of a verb that does not exist."""
    return f"there is no verb '{verb}'{did_you_mean(verb, verbs)} (see dragoman --help)"
