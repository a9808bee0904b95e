"""Every verb's help ends with examples, and every example is a command line that the verb accepts."""

from __future__ import annotations

import importlib
import re
import shlex

import pytest

from dragoman.cli.commands import VERBS
from dragoman.cli.main import main
from dragoman.cli.parser import make_parser, sub_parsers

EXAMPLES = [(name, line) for name, verb in VERBS.items() for line in verb.examples]


@pytest.mark.parametrize("name", VERBS)
def test_help_ends_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert VERBS[name].examples
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out.split("examples:\n")[1]
    assert shown.splitlines() == [f"  {line}" for line in VERBS[name].examples]


@pytest.mark.parametrize(("name", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_an_example_is_accepted(name: str, line: str) -> None:
    program, verb, *words = shlex.split(re.split(" [<>|]", line)[0])
    assert (program, verb) == ("dragoman", name)
    module = importlib.import_module(VERBS[name].module)
    make_parser(name, VERBS[name], module.configure).parse_args(words)


def test_help_of_a_sub_verb_shows_its_own_examples(capsys: pytest.CaptureFixture[str]) -> None:
    seen = set()
    for command, verb in VERBS.items():
        module = importlib.import_module(verb.module)
        for name in sub_parsers(make_parser(command, verb, module.configure)):
            assert main([command, name, "--help"]) == 0
            shown = capsys.readouterr().out.split("examples:\n")[1].splitlines()
            assert shown and all(line.startswith(f"  dragoman {command} {name} ") for line in shown)
            seen.add(command)
    assert seen == {"align", "consistency", "judge", "lm", "parse", "truecase"}


def test_a_model_is_an_argument_and_never_an_option() -> None:
    """``--model`` of align names a kind of model; no command has ``-m``."""
    for command, verb in VERBS.items():
        module = importlib.import_module(verb.module)
        parser = make_parser(command, verb, module.configure)
        for one in (parser, *sub_parsers(parser).values()):
            flags = {flag for action in one._actions for flag in action.option_strings}
            assert "-m" not in flags
            assert "--model" not in flags or one.prog == "dragoman align train"
