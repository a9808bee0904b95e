"""Servers that the tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.browser import opened_page
from support.serve.running import Client, running


@pytest.fixture(scope="session")
def systems() -> Systems:
    return Systems([System("small", make_model(), "de", "en")])


@pytest.fixture(scope="session")
def client(systems: Systems) -> Iterator[Client]:
    with running(systems, max_characters=2000, max_texts=20, max_body=100_000) as found:
        yield found


@pytest.fixture
def page(browser: Any, client: Client) -> Iterator[Any]:
    with opened_page(browser, client.address + "/") as found:
        yield found
