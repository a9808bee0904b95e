"""Every command and every piece of Python that a page shows runs, in a folder with small files of the names it uses.

A block of Python continues the ones before it on its page. The tutorial and the notebooks have tests of their own.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.docs.commands import Commands, command_lines, python_blocks
from support.docs.workshop import copy_of, make_workshop

ROOT = Path(__file__).parents[2]
OWN = ("tutorial.md", "installing.md")
"""``tests/experiment/test_tutorial.py`` follows the first; what checks a release does what the second says."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHELL = [page for page in PAGES if page.name not in OWN and command_lines(page.read_text("utf-8"))]
PYTHON = [page for page in PAGES if page.name not in OWN and python_blocks(page.read_text("utf-8"))]
NOT_HERE = {
    "make ": "builds, and runs all tests",
    "pip ": "needs a network",
    "git ": "needs a network",
    "sail ": "a server (tests/cluster)",
    "curl ": "asks a server (tests/serve)",
    "dragoman serve": "a server (tests/serve)",
    "dragoman reproduce": "minutes (tests/reproduce)",
    "dragoman judge": "waits for a person (tests/judge)",
    "dragoman parse train UD_": "needs a treebank of the network",
    "python -m benchmarks": "measures",
    "found = reproduce(": "minutes (tests/reproduce)",
}
"""What begins so is not run, and why; that the options of commands are accepted is in test_pages.py."""
QUICKER = {"dragoman sample world": "--pairs 20 --dev 5 --test 5", "dragoman train": "--dry-run"}
"""What is added to a command; training itself is in tests/experiment."""
BEFORE = {
    "aligning.md": """
source_lines, target_lines = (open(f"train.{side}").read().splitlines() for side in ("de", "en"))
pairs = [("das haus", "the house")]
cut_source = cut_target = str.split
""",
    "keeping-cohesion.md": """
from dragoman.corpus.conllu import read_conllu
from dragoman.search import Input
from support.docs.workshop import table_model
model, tree = table_model(), next(read_conllu("test.conllu"))
""",
    "staying-consistent.md": """
from support.docs.workshop import table_model
model, words_of_documents = table_model(), [["the", "house"], ["a", "book"]]
""",
    "decoding.md": """
from support.docs.workshop import table_model
model = table_model()
rules, [lm] = model.rules, model.lms
weights = model.weights
more = ("arity.0", "arity.1", "arity.2", "glue")
chart_weights = {one: 0.1 for one in (*weights, *more) if not one.startswith(("dist", "reord"))}
rules.save("rules")
lm.save("lm")
""",
    "lattices.md": """
from support.docs.workshop import table_model
model, line = table_model(), next(open("lattices.plf"))
""",
    "parsing.md": """
from dragoman.cli.main import main
from support.docs.workshop import table_model
assert main("parse train train.conllu --output english.parser".split()) == 0
model = table_model()
""",
    "evidence.md": """
import dragoman
model = dragoman.load("MODEL")
""",
    "updating.md": "import dragoman",
}
"""What a page takes for granted."""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("workshop")
    make_workshop(place)
    return place


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    with Commands() as running:
        yield running


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.skipif(sys.platform == "win32", reason="commands run in forks")
@pytest.mark.parametrize("page", SHELL, ids=name)
def test_its_commands_run(page: Path, workshop: Path, commands: Commands, tmp_path: Path) -> None:
    folder = copy_of(workshop, tmp_path / "page")
    for line in command_lines(page.read_text("utf-8")):
        if line.startswith(tuple(NOT_HERE)) or "sc://" in line:
            continue
        line = re.sub(r" \[[^]]*\]", "", line)  # what may be left out
        line += "".join(f" {more}" for start, more in QUICKER.items() if line.startswith(start))
        code, said = commands.run(line, folder)
        assert code == 0, f"{line}\n{said}"


@pytest.mark.parametrize("page", PYTHON, ids=name)
def test_its_python_runs(
    page: Path, workshop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copy_of(workshop, tmp_path / "page"))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    names: dict[str, object] = {"__name__": "page"}
    exec(BEFORE.get(page.name, ""), names)
    for block in python_blocks(page.read_text("utf-8")):
        if any(line.startswith(tuple(NOT_HERE)) for line in block.splitlines()):
            continue
        exec(compile(block, str(page), "exec", dont_inherit=True), names)
