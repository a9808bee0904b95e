"""Lists are given the same way by every command: several words, or the option repeated; or commas, unless of files."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

import pytest

from dragoman.cli.commands import COMMANDS
from dragoman.cli.main import main
from dragoman.cli.parser import make_parser, sub_parsers
from dragoman.cli.settings import ListAction


def parse(line: str) -> argparse.Namespace:
    command, *words = line.split()
    module = importlib.import_module(COMMANDS[command].module)
    found: argparse.Namespace = make_parser(
        command, COMMANDS[command], module.configure
    ).parse_args(words)
    return found


@pytest.mark.parametrize(
    ("line", "name", "values"),
    [
        ("score --reference a b --reference c", "reference", ("a", "b", "c")),
        ("score --reference a,b", "reference", ("a,b",)),
        ("score --reference r --metric bleu,ter --metric chrf", "metric", ("bleu", "ter", "chrf")),
        ("compare x y --reference a b", "reference", ("a", "b")),
        ("compare x y --reference a --names X,Y", "names", ("X", "Y")),
        ("cohesion x --conllu t --names X Y", "names", ("X", "Y")),
        ("tune m --output o --source s --reference a --reference b", "reference", ("a", "b")),
        (
            "tune m --output o --source s --reference a --fixed x --fixed y,z",
            "fixed",
            ("x", "y", "z"),
        ),
        (
            "translate m --cohesion coh1 --cohesion coh3,coh2",
            "cohesion",
            ("coh1", "coh3", "coh2"),
        ),
        ("clean --source s --output-prefix p --extra a b --extra c", "extra", ("a", "b", "c")),
        ("lm interpolate a b --weights 0.5,0.5", "weights", (0.5, 0.5)),
        ("lm build --quantize 8 8", "quantize", (8, 8)),
    ],
)
def test_lists(line: str, name: str, values: tuple[object, ...]) -> None:
    assert getattr(parse(line), name) == values


def test_no_verb_has_lists_of_its_own() -> None:
    for name, command in COMMANDS.items():
        parser = make_parser(name, command, importlib.import_module(command.module).configure)
        for one in (parser, *sub_parsers(parser).values()):
            for action in one._actions:
                many = action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction)
                if action.option_strings and many:
                    assert isinstance(action, ListAction), f"{one.prog} {action.option_strings}"


def test_arguments_after_a_list_are_not_taken_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = parse("compare --reference r --reference s a b --json")
    assert (found.reference, found.systems, found.json) == (("r", "s"), ["a", "b"], True)
    for line in ("--weights lm=1 m", "--weights lm=1 tm=2 m", "m --weights lm=1 tm=2"):
        assert parse(f"translate {line}").model == "m"
    found = parse("compare --json --reference r s -- a b")
    assert (found.reference, found.systems) == (("r", "s"), ["a", "b"])
    assert main(["compare", "--reference", "r"]) == 2
    assert "the following arguments are required: SYSTEM" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "judge ask a b --journal j --reference r --page --annotator A",
            "exclude each other: on a page",
        ),
        ("judge ask a b --journal j --reference r --annotator A --models m", "needs --page"),
        ("tokenize --truecase m --lowercase", "not allowed with argument"),
        ("cohesion x.segments --conllu t --stack 3", "--stack is for models"),
        ("score --reference r --tokenized --language zh", "not allowed with argument"),
    ],
)
def test_options_that_exclude_each_other(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) in (1, 2)
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_an_argument_that_a_list_took_is_told_where_to_stand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text"
    text.write_text("a b c d\n")
    assert main(["score", "--reference", str(text), "--metric", "bleu", str(text)]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    better = f"dragoman score {text} --reference {text} --metric bleu"
    assert error.endswith(f"As TRANSLATIONS it stands before the options: {better})\n")
    assert main(better.split()[1:]) == 0
    line = ["translate", "no-model", "--terms", "t", "--weights", "lm=1", "page.html"]
    assert main(line) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert main(["score", "--reference", str(text), "--metric", "bleu", "blue"]) == 1
    assert "no metric 'blue'" in capsys.readouterr().err
