"""The files of the page: complete, small, and without anything from elsewhere."""

from __future__ import annotations

import gzip
import re

import pytest

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


def test_every_module_that_is_imported_is_there_and_used() -> None:
    imported = {
        found
        for name in SCRIPTS
        for found in re.findall(r'from "\./([a-z.]+)"', FILES[name].decode())
    }
    linked = set(re.findall(r'/page/([a-z.]+)"', FILES["index.html"].decode()))
    assert imported | linked | {"index.html"} == set(FILES)
