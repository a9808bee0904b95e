"""Every command, setting and snippet that a page shows is one that there is."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.cli.commands import COMMANDS
from dragoman.cli.parser import make_parser
from dragoman.experiment.config import Experiment
from dragoman.experiment.dump import table_of
from dragoman.grammar.options import METHODS
from dragoman.settings.settings import options

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
PLACE = re.compile(r"`((?:core|src|tests|benchmarks)/(?![\w/]*PACKAGE)[\w./-]+)`")


def commands(text: str) -> Iterator[str]:
    """Yield the commands of a page: lines of its blocks, and what stands alone between backticks."""
    blocks = [body for kind, body in FENCE.findall(text) if kind in ("", "sh")]
    blocks += re.findall(r"(?:^    .*\n)+", FENCE.sub("", text), re.MULTILINE)
    for block in blocks:
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            if re.match(r"\s*dragoman [a-z]", line):
                yield re.split(r" (?:[<>|#]|2>)", line.strip())[0]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_its_commands_are_accepted(page: Path) -> None:
    for line in commands(page.read_text(encoding="utf-8")):
        _, name, *words = shlex.split(line)
        assert name in COMMANDS, line
        entry = COMMANDS[name]
        parser = make_parser(name, entry, importlib.import_module(entry.module).configure)
        if "--help" in words or not words or "..." in line:
            continue
        try:
            parser.parse_args(words)
        except SystemExit:
            pytest.fail(f"{page.name}: {line}")


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_its_settings_exist(page: Path) -> None:
    for kind, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if kind != "toml":
            continue
        for name, value in tomllib.loads(body).items():
            declared = options(Experiment).get(name)
            if declared is None or not isinstance(value, dict):
                continue
            inner = table_of(declared.kind)
            kinds = METHODS if name == "grammar" else (inner,)
            known = {one for each in kinds if each is not None for one in options(each)}
            assert set(value) <= known or not known, f"{page.name}: [{name}] {set(value) - known}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_its_imports_work(page: Path) -> None:
    for kind, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if kind != "python":
            continue
        for node in ast.walk(ast.parse(body)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dragoman"):
                module = importlib.import_module(node.module or "")
                lacking = [alias.name for alias in node.names if not hasattr(module, alias.name)]
                assert lacking == [], f"{page.name}: {node.module} has no {lacking}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_files_that_it_names_are_there(page: Path) -> None:
    found = PLACE.findall(page.read_text(encoding="utf-8"))
    assert [place for place in found if not (ROOT / place).exists() and "*" not in place] == []


def test_pages_have_commands_and_settings() -> None:
    """What reads them finds them: a check that looks at nothing would pass."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert sum(1 for _ in commands(text)) > 60
    assert len(re.findall(r"^```toml", text, re.MULTILINE)) > 10
    assert len(PLACE.findall(text)) > 30
