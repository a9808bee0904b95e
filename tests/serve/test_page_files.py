"""The files of the page: complete, small, and without anything from elsewhere."""

from __future__ import annotations

import gzip
import re

import pytest

from dragoman.search import ChartOptions, SearchOptions, TreeletOptions
from dragoman.search.catalogue import OF_DOCUMENTS, catalogue
from dragoman.settings.settings import options
from support.serve.running import Client

from dragoman.serve.page_files import page_files  # isort: skip

FILES = page_files()
SCRIPTS = sorted(name for name in FILES if name.endswith(".js"))


def test_the_page_is_served_with_its_policy(client: Client) -> None:
    answer = client.get("/")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_file_is_served(client: Client, name: str) -> None:
    answer = client.get(f"/page/{name}")
    assert answer.status == 200
    assert answer.body == FILES[name]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/page/", "/page/none.js", "/page/../app.py", "/page/%2e%2e/app.py"]
)
def test_nothing_else_is_served(client: Client, path: str) -> None:
    assert client.get(path).status == 404


def test_the_scripts_are_small() -> None:
    together = b"".join(FILES[name] for name in SCRIPTS)
    assert len(gzip.compress(together, 9)) < 60_000


def test_nothing_comes_from_elsewhere_and_no_markup_is_written() -> None:
    for name, content in FILES.items():
        text = content.decode().replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, name
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text
        ), name


def test_every_weight_and_limit_has_a_name_in_words() -> None:
    names = FILES["strings.js"].decode().partition("names: {")[2].partition("},")[0]
    named = {
        quoted or plain for quoted, plain in re.findall(r'^ +(?:"([^"]+)"|(\w+)):', names, re.M)
    }
    limits = {
        name
        for kind in (SearchOptions, ChartOptions, TreeletOptions)
        for name, one in options(kind).items()
        if one.bounds is not None and one.bounds.request is not None
    }
    assert {*catalogue(), *OF_DOCUMENTS, *limits} <= named


def test_every_module_that_is_imported_is_there_and_used() -> None:
    imported = {
        found
        for name in SCRIPTS
        for found in re.findall(r'from "\./([a-z.]+)"', FILES[name].decode())
    }
    linked = set(re.findall(r'/page/([a-z.]+)"', FILES["index.html"].decode()))
    assert imported | linked | {"index.html"} == set(FILES)
