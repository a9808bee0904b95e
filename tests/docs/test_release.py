"""What a release says of itself is the same everywhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import dragoman

ROOT = Path(__file__).parents[2]
PAPERS = (("Cherry", 2008), ("Bach", 2009), ("Carreras", 2009), ("Galley", 2010), ("Ture", 2012))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_one_version() -> None:
    declared = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    cited = re.search(r"^version: (.+)$", text("CITATION.cff"), re.MULTILINE)
    newest = re.search(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert cited and newest
    assert {dragoman.__version__, cited[1], newest[1]} == {declared}


def test_the_five_papers_are_to_be_cited() -> None:
    references = text("CITATION.cff").partition("references:")[2].split("- type: ")[1:]
    first = [re.search(r"family-names: (\w+)", one) for one in references]
    years = [re.search(r"year: (\d+)", one) for one in references]
    found = [
        (name[1], int(year[1])) for name, year in zip(first, years, strict=True) if name and year
    ]
    assert found == list(PAPERS)


def test_every_dependency_and_extra_is_explained() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    page = text("docs/installing.md")
    names = [re.split(r"[><=;\[ ]", one)[0] for one in project["dependencies"]]
    assert [name for name in names if f"| {name} |" not in page] == []
    extras = set(project["optional-dependencies"]) - {"browser", "oracles", "test", "dev"}
    assert [name for name in extras if f"[{name}]" not in page] == []
