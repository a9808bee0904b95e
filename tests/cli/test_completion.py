"""Shell completion: what bash, zsh and fish offer, each asked itself where it is installed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pytest

from dragoman.cli.commands import COMMANDS
from dragoman.cli.completion_facts import commands
from dragoman.cli.completion_scripts import SCRIPTS
from dragoman.cli.main import main

_ZSH = Path(__file__).with_name("complete.zsh")


def bash(line: str) -> list[str]:
    """What bash offers for the last word."""
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in ("dragoman", *words))
    script = (
        f"{SCRIPTS['bash']()}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words)}\n"
        '_dragoman; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return _output("bash", "-c", script).split()


def fish(line: str) -> list[str]:
    """What fish offers for the last word, without the descriptions."""
    script = f"{SCRIPTS['fish']()}\ncomplete -C 'dragoman {line}'"
    return [offer.split("\t")[0] for offer in _output("fish", "-N", "-c", script).splitlines()]


def zsh(line: str) -> list[str]:
    """What zsh offers for the last word: an interactive one, in a pseudo-terminal."""
    with TemporaryDirectory() as folder:
        Path(folder, "_dragoman").write_text(SCRIPTS["zsh"](), encoding="utf-8")
        shown = _output("zsh", "-f", str(_ZSH), folder, f"dragoman {line}")
    return list(dict.fromkeys(re.findall(r"OFFER:(\S+)", shown)))


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert not done.stderr
    return done.stdout


@pytest.fixture(params=SHELLS)
def offers(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], list[str]]:
    """A shell's offers for a line, sorted, in a folder with one file."""
    if which(request.param) is None:
        pytest.skip(f"there is no {request.param}")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "text.de").touch()
    monkeypatch.chdir(tmp_path / "here")
    return lambda line: sorted(SHELLS[request.param](line))


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tr", ["train", "translate", "truecase"]),
        ("translate --se", ["--search", "--segments"]),
        ("translate --search ", ["cube", "fast", "guided", "oriented", "paper", "stack"]),
        ("translate m --explain h", ["html"]),
        ("lm b", ["binarize", "build"]),
        ("lm build --lay", ["--layout"]),
        ("lm build --layout c", ["compact"]),
        ("lm score --lay", []),
        ("completion z", ["zsh"]),
        ("translate --input te", ["text.de"]),
        ("translate te", ["text.de"]),
        ("lm build te", ["text.de"]),
    ],
)
def test_shells_complete(offers: Callable[[str], list[str]], line: str, offered: list[str]) -> None:
    assert offers(line) == offered


@pytest.mark.parametrize("shell", SCRIPTS)
def test_scripts_know_all_verbs_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert {command.words[0] for command in commands()} == set(COMMANDS)
    for command in commands():
        assert command.words[-1] in script
        for flag in command.flags:
            name = max(flag.names, key=len)
            assert (f"-l {name[2:]}" if shell == "fish" else name) in script
