"""The page in a real browser: texts and answers, addresses, tabs, files."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from support.serve.browser import opened_page
from support.serve.page_steps import TEXT, translated, type_text, wait_for_text
from support.serve.running import Client


def test_it_translates_as_one_types(page: Any) -> None:
    type_text(page, "das haus")
    wait_for_text(page, "#target", "the house")
    type_text(page, TEXT)
    wait_for_text(page, "#target", "the house is small")
    type_text(page, "")
    page.wait_for_function("() => document.querySelector('#target').textContent === ''")


def test_an_answer_that_comes_too_late_is_dropped(page: Any) -> None:
    held: list[Any] = []

    def slow(route: Any) -> None:
        if json.loads(route.request.post_data)["q"] == "das":
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/explain", slow)
    type_text(page, "das")
    page.wait_for_timeout(400)
    type_text(page, TEXT)
    wait_for_text(page, "#target", "the house is small")
    for route in held:
        route.continue_()
    page.wait_for_timeout(300)
    assert page.text_content("#target") == "the house is small"
    assert held


def test_an_answer_is_kept_for_some_seconds_only(browser: Any, client: Client) -> None:
    """The model may have learned, or may have been replaced, in the meantime."""
    asked: list[str] = []
    with opened_page(browser, client.address + "/") as page:
        page.clock.install()
        page.goto(client.address + "/")
        page.on(
            "request",
            lambda one: (
                asked.append(json.loads(one.post_data)["q"])
                if one.url.endswith("/api/explain")
                else None
            ),
        )
        for text, found in [("das haus", "the house"), ("klein", "small"), ("das haus", "house")]:
            translated(page, text, found)
        assert asked == ["das haus", "klein"]
        page.clock.fast_forward(11_000)
        translated(page, "klein", "small")
        assert asked == ["das haus", "klein", "klein"]


def test_tabs_follow_the_keyboard(page: Any) -> None:
    type_text(page, TEXT)
    wait_for_text(page, "#target", "the house is small")
    page.focus("#tab-derivation")
    page.keyboard.press("End")
    last = page.evaluate("document.activeElement.id")
    assert page.get_attribute(f"#{last}", "aria-selected") == "true"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-derivation"
    shown = page.eval_on_selector_all(
        "[role=tabpanel]:not([hidden])", "all => all.map((one) => one.id)"
    )
    assert shown == ["panel-derivation"]


def test_a_link_shows_the_same_again(browser: Any, client: Client) -> None:
    address = f"{client.address}/#{urlencode({'q': TEXT, 'tab': 'alternatives'})}"
    with opened_page(browser, address) as page:
        wait_for_text(page, "#target", "the house is small")
        assert page.is_visible("#panel-alternatives")
        assert page.input_value("#source") == TEXT


def test_pictures_and_data_are_saved(page: Any) -> None:
    type_text(page, TEXT)
    wait_for_text(page, "#target", "the house is small")
    with page.expect_download() as found:
        page.click("#svg")
    assert found.value.path().read_text(encoding="utf-8").startswith("<svg xmlns=")
    with page.expect_download() as found:
        page.click("#json")
    data = json.loads(found.value.path().read_text(encoding="utf-8"))
    assert data["sentences"][0]["text"] == "the house is small"


def test_a_refusal_is_told(page: Any) -> None:
    def refuse(route: Any) -> None:
        route.fulfill(status=429, body='{"error": "the server is busy"}')

    page.route("**/api/explain", refuse)
    type_text(page, TEXT)
    wait_for_text(page, "#status.wrong", "the server is busy")
