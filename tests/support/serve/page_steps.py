"""Steps of the tests of the page."""

from __future__ import annotations

from typing import Any

TEXT = "das haus ist klein"


def type_text(page: Any, text: str) -> None:
    page.fill("#source", text)


def wait_for_text(page: Any, selector: str, text: str) -> None:
    page.wait_for_function(
        "([where, text]) => document.querySelector(where)?.textContent.includes(text)",
        arg=[selector, text],
    )


def translated(page: Any, text: str = TEXT, found: str = "the house is small") -> None:
    type_text(page, text)
    wait_for_text(page, "#target", found)
