from __future__ import annotations

import subprocess
import sys

import pytest

from dragoman.cli.commands import COMMANDS
from dragoman.cli.main import main


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {command} " in out for command in COMMANDS)


def test_an_unknown_command_is_one_line_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tarnslate"]) == 2
    told = "there is no command 'tarnslate'; did you mean 'translate'? (see dragoman --help)"
    assert capsys.readouterr().err == f"dragoman: {told}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from dragoman.cli.main import main; main(['--help']);"
        "heavy = {'numpy', 'rich', 'sacrebleu', 'msgspec', 'dragoman._core'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
