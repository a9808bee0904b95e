"""Completions on the page, in a real browser."""

from __future__ import annotations

import json
from typing import Any

from support.serve.page_steps import TEXT, translated, wait_for_text


def test_completion_takes_word_by_word(page: Any) -> None:
    whole = ["the", " house", " is", " small", "."]

    def complete(route: Any) -> None:
        asked = json.loads(route.request.post_data)
        assert asked["q"] == TEXT
        place = len(asked["prefix"].split())
        rest = whole[place:]
        answer = {
            "completion": "".join(rest),
            "words": rest,
            "confidences": [0.9] * len(rest),
            "alternatives": [{"text": " building", "pieces": [" building"], "confidences": [0.2]}],
            "exact": "xyz" not in asked["prefix"],
        }
        route.fulfill(body=json.dumps(answer), content_type="application/json")

    page.route("**/api/complete", complete)
    translated(page)
    page.click("#tab-complete")
    wait_for_text(page, "#ghost", "the house is small.")
    page.focus("#typed")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector('#typed').value === 'the house'")
    page.keyboard.type(" xyz")
    wait_for_text(page, "#ghost", "nearest")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "typed"


def test_completion_of_the_server(page: Any) -> None:
    translated(page)
    page.click("#tab-complete")
    wait_for_text(page, "#ghost", "the house is small")
    page.fill("#typed", "the bui")
    wait_for_text(page, "#ghost", "the building is small")
    page.focus("#typed")
    for whole in ("the building", "the building is", "the building is small"):
        page.keyboard.press("Tab")
        page.wait_for_function(
            "(whole) => document.querySelector('#typed').value.trim() === whole", arg=whole
        )
    page.fill("#typed", "zzz ")
    wait_for_text(page, "#ghost", "nearest")
