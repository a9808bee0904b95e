"""Changes by hand on the page, in a real browser."""

from __future__ import annotations

import json
from typing import Any

from support.serve.page_steps import translated, wait_for_text


def test_a_phrase_is_banned_and_the_old_translation_stays_beside(page: Any) -> None:
    translated(page)
    page.click("#panel-derivation tr[data-step='0'] button[aria-label^='Ban']")
    wait_for_text(page, "#before-text", "the house is small")
    page.wait_for_selector("#panel-derivation tr[data-step='3']")
    page.click("#panel-derivation tr[data-step='1'] button[aria-label^='Ban']")
    wait_for_text(page, "#target", "the building is small")
    assert page.text_content("#target .new") == "building"
    assert page.text_content("#before-text del") == "house"
    assert page.locator("#changes li").count() == 2
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "Take back: banned: das haus \u2192 the house" or "haus" in focused
    page.click("#tab-edit")
    page.click("#clear")
    wait_for_text(page, "#target", "the house is small")
    assert page.is_hidden("#before")


def test_words_get_another_translation_here_and_everywhere(page: Any) -> None:
    translated(page)
    page.click("#panel-derivation tr[data-step='2'] button[aria-label^='Replace']")
    page.keyboard.type("tiny")
    page.keyboard.press("Enter")
    wait_for_text(page, "#target", "the house is tiny")
    page.fill("#panel-edit form input >> nth=0", "haus")
    page.fill("#panel-edit form input >> nth=1", "home")
    page.keyboard.press("Enter")
    wait_for_text(page, "#target", "the home is tiny")
    page.click(".edits li:has-text('klein') button")
    wait_for_text(page, "#target", "the home is small")


def test_sliders_change_weights_and_limits(page: Any) -> None:
    translated(page)
    page.click("#tab-edit")
    page.click("#panel-edit summary")
    assert (
        page.text_content("label[for=slider-search-distortion_limit]") == "How far words may move"
    )
    assert "a jump may skip" in page.text_content("#slider-search-distortion_limit-meaning")
    page.focus("#slider-search-distortion_limit")
    with page.expect_request("**/api/explain") as found:
        page.keyboard.press("Home")
    assert json.loads(found.value.post_data)["edits"]["search"] == {"distortion_limit": 0}
    page.focus("#slider-weights-lm")
    with page.expect_request("**/api/explain") as found:
        page.keyboard.press("ArrowRight")
    assert json.loads(found.value.post_data)["edits"]["weights"]["lm"] > 0.5
    page.wait_for_selector("#before:not([hidden])")
    assert "edits=" in page.url
