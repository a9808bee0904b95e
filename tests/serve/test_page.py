"""The page in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from serve.browser import opened_page
from serve.running import Client

TEXT = "das haus ist klein"


@pytest.fixture
def page(browser: Any, client: Client) -> Iterator[Any]:
    with opened_page(browser, client.address + "/") as found:
        yield found


def type_text(page: Any, text: str) -> None:
    page.fill("#source", text)


def wait_for_text(page: Any, selector: str, text: str) -> None:
    page.wait_for_function(
        "([where, text]) => document.querySelector(where)?.textContent.includes(text)",
        arg=[selector, text],
    )


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


def test_what_belongs_together_lights_up(page: Any) -> None:
    type_text(page, TEXT)
    wait_for_text(page, "#target", "the house is small")
    page.hover("#panel-derivation svg [data-word=s1]")
    lit = page.eval_on_selector_all(
        ".on", "all => all.map((one) => one.dataset.word ?? one.tagName)"
    )
    assert {"s0", "s1", "t0", "t1", "TR", "line"} <= set(lit)
    assert page.text_content("#target .exact") == "house"
    page.focus("#panel-derivation tr[data-step='2']")
    assert page.text_content("#target .on") == "small"


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


def test_alternatives_say_what_they_lost_by(page: Any) -> None:
    type_text(page, TEXT)
    wait_for_text(page, "#panel-alternatives", "the building is small")
    rows = page.eval_on_selector_all(
        "#panel-alternatives tbody tr",
        "all => all.map((row) => [...row.cells].map((cell) => cell.textContent))",
    )
    for row in rows[1:]:
        lost, *groups = (float(cell.replace("−", "-")) for cell in row[2:])
        assert lost <= 0
        assert sum(groups) == pytest.approx(lost, abs=0.004)


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


HOSTILE = [
    "<script>window.harmed = 1</script> <img src=x onerror=window.harmed=1>",
    "'\"><svg onload=window.harmed=1> </text></svg><script>harmed=1</script>",
    "javascript:window.harmed=1 &lt;b&gt; ${window.harmed=1} \u202e\u0000 ]]>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_text(page: Any, text: str) -> None:
    type_text(page, text)
    page.wait_for_selector("#panel-derivation svg")
    page.wait_for_timeout(200)
    assert page.evaluate("window.harmed") is None
    assert page.query_selector("main script, main img, main [onload], main [onerror]") is None


def test_a_refusal_is_told(page: Any) -> None:
    def refuse(route: Any) -> None:
        route.fulfill(status=429, body='{"error": "the server is busy"}')

    page.route("**/api/explain", refuse)
    type_text(page, TEXT)
    wait_for_text(page, "#status.wrong", "the server is busy")
