"""Every command's help ends with examples, and every example is a command line that the command accepts."""

from __future__ import annotations

import importlib
import re
import shlex

import pytest

from dragoman.cli.commands import COMMANDS
from dragoman.cli.main import main
from dragoman.cli.parser import make_parser, sub_parsers

EXAMPLES = [(name, line) for name, command in COMMANDS.items() for line in command.examples]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS[name].examples
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out.split("examples:\n")[1]
    assert shown.splitlines() == [f"  {line}" for line in COMMANDS[name].examples]


@pytest.mark.parametrize(("name", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_an_example_is_accepted(name: str, line: str) -> None:
    program, command, *words = shlex.split(re.split(" [<>|]", line)[0])
    assert (program, command) == ("dragoman", name)
    module = importlib.import_module(COMMANDS[name].module)
    make_parser(name, COMMANDS[name], module.configure).parse_args(words)


def test_help_of_a_sub_command_shows_its_own_examples(capsys: pytest.CaptureFixture[str]) -> None:
    seen = set()
    for name, command in COMMANDS.items():
        module = importlib.import_module(command.module)
        for action in sub_parsers(make_parser(name, command, module.configure)):
            assert main([name, action, "--help"]) == 0
            shown = capsys.readouterr().out.split("examples:\n")[1].splitlines()
            assert shown and all(line.startswith(f"  dragoman {name} {action} ") for line in shown)
            seen.add(name)
    assert seen == {"align", "consistency", "judge", "lm", "parse", "truecase"}


def test_a_model_is_an_argument_and_never_an_option() -> None:
    """``--model`` of align names a kind of model; no command has ``-m``."""
    for name, command in COMMANDS.items():
        module = importlib.import_module(command.module)
        parser = make_parser(name, command, module.configure)
        for one in (parser, *sub_parsers(parser).values()):
            flags = {flag for action in one._actions for flag in action.option_strings}
            assert "-m" not in flags
            assert "--model" not in flags or one.prog == "dragoman align train"
