"""Shell completion: what the scripts offer. Only bash is run; the others are held to the same facts."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from dragoman.cli.completion_facts import commands
from dragoman.cli.completion_scripts import SCRIPTS
from dragoman.cli.main import main
from dragoman.cli.verbs import VERBS


def complete(*words: str) -> list[str]:
    """What bash offers for the last word."""
    quoted = " ".join(f"'{word}'" for word in ("dragoman", *words))
    script = (
        f"{SCRIPTS['bash']()}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words)}\n"
        '_dragoman; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.split()


@pytest.mark.skipif(which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("tr",), ["train", "translate"]),
        (("translate", "--se"), ["--segments", "--search"]),
        (("translate", "--search", ""), ["stack", "cube", "grouped"]),
        (("translate", "-m", "m", "--explain", "h"), ["html"]),
        (("lm", "b"), ["build", "binarize"]),
        (("lm", "build", "--lay"), ["--layout"]),
        (("lm", "build", "--layout", "c"), ["compact"]),
        (("lm", "score", "--lay"), []),
        (("completion", "z"), ["zsh"]),
    ],
)
def test_bash_completes(words: tuple[str, ...], offered: list[str]) -> None:
    assert complete(*words) == offered


@pytest.mark.skipif(which("bash") is None, reason="there is no bash")
def test_bash_completes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.de").touch()
    assert complete("translate", "--input", "te") == ["text.de"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_scripts_know_all_verbs_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert {command.words[0] for command in commands()} == set(VERBS)
    for command in commands():
        assert command.words[-1] in script
        for flag in command.flags:
            name = max(flag.names, key=len)
            assert (f"-l {name[2:]}" if shell == "fish" else name) in script


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts_are_read_by_their_shells(shell: str) -> None:
    if which(shell) is None:
        pytest.skip(f"there is no {shell}")
    subprocess.run([shell, "-n"], input=SCRIPTS[shell](), text=True, check=True)
