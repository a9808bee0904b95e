"""A real browser (the system's chromium or playwright's own) that tells where it went and what went wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")


@contextmanager
def opened_browser() -> Iterator[Any]:
    """The browser; the test is skipped where there is none."""
    driver = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed (the extra 'browser')"
    )
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    with driver.sync_playwright() as playwright:
        program = program or playwright.chromium.executable_path
        if not Path(program).exists():
            pytest.skip("there is no chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened_page(browser: Any, address: str, **settings: Any) -> Iterator[Any]:
    """A page of a server. No request may leave the machine, nothing may fail in the page."""
    context = browser.new_context(accept_downloads=True, **settings)
    page = context.new_page()
    went: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: went.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if _is_fault(told) else None)
    page.goto(address)
    try:
        yield page
        assert not faults
        assert went
        server = address.partition("#")[0].rstrip("/")
        assert [url for url in went if not url.startswith((server, "blob:"))] == []
    finally:
        context.close()


def _is_fault(told: Any) -> bool:
    """An error that is not just the status of an answer."""
    return told.type == "error" and not told.text.startswith("Failed to load resource")
