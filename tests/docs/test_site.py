"""The documentation site: it builds without a warning, links lead somewhere, nothing is loaded from elsewhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

import dragoman
from dragoman.cli.commands import COMMANDS
from dragoman.grammar import GappedTableOptions
from dragoman.site.api_pages import offered
from dragoman.site.api_pages import pages as api_pages
from dragoman.site.command_page import page as command_page
from dragoman.site.pictures import NEGATION, model_of, write_pictures
from dragoman.site.sources import NAV, ROOT_PAGES, write_sources
from support.serve.browser import opened_page

ROOT = Path(__file__).parents[2]
HREF = re.compile(r"<a\b[^>]*\bhref=\"?([^\s\">]+)")
ID = re.compile(r"\bid=\"?([^\s\">]+)")
LOADED = re.compile(r"<(?:link|script|img|iframe)\b[^>]*\b(?:href|src)=\"?(https?:)?//[^\s\">]+")


def test_every_page_stands_in_the_navigation_once() -> None:
    listed = [place for places in NAV.values() for place in places]
    assert len(listed) == len(set(listed))
    docs = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    made = {"index.md", "command-line.md", "api/dragoman.md"}
    made |= {f"{name.lower()}.md" for name in ROOT_PAGES} - {"readme.md"}
    made |= {f"notebooks/{path.stem}.md" for path in (ROOT / "docs/notebooks").glob("*.ipynb")}
    assert set(listed) == made | {place for place in docs if not place.startswith("results/")}


def test_the_reference_has_every_command_and_every_public_name() -> None:
    commands = command_page()
    for name in COMMANDS:
        assert f"\n## dragoman {name}\n" in commands
    assert "| `--method`" in commands and "### dragoman lm build\n" in commands
    pages = dict(api_pages())
    for package in ("model", "evaluate", "lm", "kenlm"):
        for name in offered(getattr(dragoman, package)):
            assert f"\n## {name}\n" in pages[package]
    assert "Model.translate(\n    text: " in pages["model"]
    assert "| `nbest` |" in pages["model"]
    assert "[`Model`](model.md)" in pages["dragoman"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is served."""
    if find_spec("zensical") is None:
        pytest.skip("zensical is not installed")
    place = tmp_path_factory.mktemp("site")
    config = write_sources(ROOT, place)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(config)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "No issues found" in done.stdout + done.stderr, done.stdout
    return place / "html"


def test_links_of_the_site_lead_somewhere(site: Path) -> None:
    ids = {path: set(ID.findall(path.read_text(encoding="utf-8"))) for path in site.rglob("*.html")}
    assert len(ids) > 60
    seen = 0
    for path in ids:
        if path.name == "404.html":
            continue
        for found in HREF.findall(path.read_text(encoding="utf-8")):
            if re.match(r"https?:|mailto:|javascript:", found):
                continue
            name, anchor = urldefrag(unquote(found))
            target = (path.parent / name).resolve() if name else path
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), f"{path.name} leads to {found}"
            if anchor and target in ids and not anchor.startswith("__"):
                assert anchor in ids[target], f"{path.name} leads to {found}"
            seen += 1
    assert seen > 3000


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert LOADED.search(path.read_text(encoding="utf-8")) is None, path.name
    for path in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?https?:", path.read_text(encoding="utf-8")), path.name


def test_one_can_search_it(site: Path) -> None:
    text = json.dumps(json.loads((site / "search.json").read_text(encoding="utf-8")))
    for word in ("innersection", "Model.translate", "dragoman reproduce", "pi-constituents"):
        assert word in text


def test_one_can_search_it_where_it_is_opened_as_files(site: Path, browser: Any) -> None:
    with opened_page(browser, site.as_uri()) as page:
        page.goto(f"{site.as_uri()}/papers/cherry2008.html")
        page.keyboard.press("/")
        page.get_by_placeholder("Search").fill("innersection")
        page.get_by_text("Definitions", exact=True).last.click()
        page.wait_for_url("**/cohesion.html*")


def test_the_pictures_are_those_that_the_program_draws_today(tmp_path: Path) -> None:
    write_pictures(tmp_path)
    stored = ROOT / "docs" / "pictures"
    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {path.name for path in stored.glob("*.svg")}
    for name in drawn:
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert text == (stored / name).read_text(encoding="utf-8"), (
            f"docs/pictures/{name}: python -m dragoman.site.pictures docs/pictures"
        )


def test_a_phrase_of_the_pictures_has_gaps_on_both_sides() -> None:
    model = model_of(NEGATION, GappedTableOptions(gaps="both", smoothing="none"))
    translation = model.translate("nous ne chantons plus")
    assert str(translation) == "we do not sing any more"
    steps = translation.as_dict()["steps"]
    assert any(len(one["source_spans"]) == len(one["target_spans"]) == 2 for one in steps)
