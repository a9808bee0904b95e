"""The tutorial's commands, run one after the other as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from support.experiment.small_bitext import bitext

TUTORIAL = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|python)\n(.*?)```", TUTORIAL, re.DOTALL)
SHELL = f'set -e\ndragoman() {{ "{sys.executable}" -m dragoman "$@"; }}\n'
PAGE = "<h1>Das Haus</h1>\n<p>Das <b>Haus</b> ist nicht alt. Das Krokodil ist gut.</p>\n"


@pytest.mark.skipif(which("bash") is None, reason="there is no bash")
def test_the_tutorial(tmp_path: Path) -> None:
    for name, lines in zip(("news.de", "news.en"), bitext(), strict=True):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    for name, line in (("new.de", "Der Hof ist alt."), ("new.en", "The farm is old.")):
        (tmp_path / name).write_text(f"{line}\n", encoding="utf-8")
    told = _follow(tmp_path)
    assert "The model is in de-en.model" in told and "languages: de to en" in told
    page = (tmp_path / "page.en.html").read_text(encoding="utf-8")
    assert "<b>house</b> is not old." in page and "Krokodil" in page
    assert "<b>building</b>" in (tmp_path / "page2.en.html").read_text(encoding="utf-8")
    why = (tmp_path / "why.html").read_text(encoding="utf-8")
    assert why.count("<section ") == 3
    assert re.search('title="unknown word"[^>]*><sup[^>]*>[0-9]+</sup>Krokodil', why)
    assert (tmp_path / "page3.en.html").read_text(encoding="utf-8") == page


@pytest.mark.skipif(which("bash") is None, reason="there is no bash")
def test_who_has_no_text_can_make_one(tmp_path: Path) -> None:
    block = re.search(r"(?:^    dragoman .*\n)+", TUTORIAL, re.MULTILINE)
    assert block
    _run("bash", "-c", SHELL + block[0], folder=tmp_path)
    source, target = (
        (tmp_path / name).read_text(encoding="utf-8").splitlines()
        for name in ("news.de", "news.en")
    )
    assert len(source) == len(target) == 8000
    assert [line for line in (*source, *target) if " ." in line or " ," in line] == []


def _follow(folder: Path) -> str:
    """Do what the tutorial says from its first block to its last; return what was printed."""
    told = ""
    for kind, text in BLOCKS:
        how = ("bash", "-c", SHELL + text) if kind == "sh" else (sys.executable, "-c", text)
        told += _run(*how, folder=folder)
    return told


def _run(*command: str, folder: Path) -> str:
    """What was printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[-1]}\n{done.stderr}"
    return done.stdout + done.stderr
