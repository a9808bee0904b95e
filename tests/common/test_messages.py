"""The library prints nothing: it warns and logs, and the command line shows that."""

from __future__ import annotations

import ast
import logging
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import dragoman
from dragoman.cli.messages import shown_messages
from dragoman.common.progress import note, say
from dragoman.common.warning import warn
from dragoman.lm import LMOptions, estimate

SOURCE = Path(dragoman.__file__).parent
MAY_PRINT = {
    "io/outputs.py": {"stdout"},  # standard output as a file that was asked for
    "common/progress.py": {"stderr", "Console"},  # bars, if standard error is a terminal
}
"""What modules outside ``cli`` may use."""


def _printing(tree: ast.AST) -> Iterator[str]:
    """What a module prints with, unless it is only done when the module is run as a program."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Name) and node.id in ("print", "Console"):
            yield node.id
        if isinstance(node, ast.Attribute) and node.attr in ("stderr", "stdout"):
            yield node.attr
        if isinstance(node, ast.alias) and node.name in ("stderr", "stdout"):
            yield node.name
        yield from _printing(node)


def test_no_module_of_the_library_prints() -> None:
    printing = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        found = set(_printing(ast.parse(path.read_text(encoding="utf-8"))))
        if not name.startswith("cli/") and found:
            printing[name] = found
    assert printing == MAY_PRINT


def test_warnings_are_of_our_category_and_name_the_line_of_the_caller() -> None:
    with pytest.warns(dragoman.DragomanWarning, match="too little text") as caught:
        estimate(["a b", "a c"], LMOptions(order=2)).warn()
    assert [Path(one.filename).name for one in caught] == [Path(__file__).name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dragoman.DragomanWarning)
        warn("not heard")


def test_commands_show_warnings_and_the_log_as_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DRAGOMAN_PROGRESS", raising=False)
    say("not shown")
    with shown_messages():
        for _ in range(2):
            warn("the text is short")
        say("done")
        note("on a terminal only")
    say("not shown")
    assert capsys.readouterr().err == (
        "warning: the text is short\nwarning: the text is short\ndone\n"
    )
    monkeypatch.setenv("DRAGOMAN_PROGRESS", "1")
    with shown_messages():
        note("iteration 1")
    assert capsys.readouterr().err == "iteration 1\n"


def test_other_warnings_are_shown_as_ever(recwarn: pytest.WarningsRecorder) -> None:
    with shown_messages():
        warnings.warn("of another package", UserWarning, stacklevel=1)
    assert [str(one.message) for one in recwarn] == ["of another package"]


def test_programs_can_have_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "dragoman"):
        say("[1/7] corpus: done before")
        note("bars")
    assert caplog.messages == ["[1/7] corpus: done before"]
