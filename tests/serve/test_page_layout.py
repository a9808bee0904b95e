"""The page in narrow windows, with long phrases and on dark paper, in a real browser."""

from __future__ import annotations

from typing import Any

from dragoman.corpus.constituency import parse_tree
from dragoman.draw.parse_tree import parse_tree_svg
from dragoman.search.catalogue import GROUPS
from support.serve.browser import opened_page
from support.serve.page_steps import translated, wait_for_text
from support.serve.running import Client


def test_a_phrase_and_its_buttons_are_in_sight_on_a_telephone(browser: Any, client: Client) -> None:
    narrow = {"width": 375, "height": 800}
    with opened_page(browser, client.address + "/", viewport=narrow) as page:
        translated(page)
        for row in page.locator("#panel-derivation tr[data-step]").all():
            source, target = row.locator("td >> nth=2"), row.locator("td >> nth=3")
            assert source.is_visible() and target.is_visible()
            places = [one.bounding_box() for one in (source, target, row.locator("td.actions"))]
            assert places[0]["x"] + places[0]["width"] <= places[1]["x"] + 1
            assert places[1]["y"] + places[1]["height"] <= places[2]["y"] + 1
            for place in places:
                assert place["x"] >= 0 and place["x"] + place["width"] <= narrow["width"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # What the patterns of the bars mean is in sight too, and no other head of a column.
        heads = [one for one in page.locator("#panel-derivation th").all() if one.is_visible()]
        assert [one.inner_text() for one in heads] == list(GROUPS)


def test_long_phrases_do_not_push_the_costs_out_of_sight(browser: Any, client: Client) -> None:
    with opened_page(
        browser, client.address + "/", viewport={"width": 1200, "height": 800}
    ) as page:
        translated(page)
        page.click("#panel-derivation tr[data-step='2'] button[aria-label^='Replace']")
        page.keyboard.type("which is small " * 8)
        page.keyboard.press("Enter")
        wait_for_text(page, "#target", "small which is small")
        page.click("#tab-derivation")
        wait_for_text(page, "#panel-derivation table", "small which is small")
        table = page.locator("#panel-derivation .scroll:has(table)")
        assert table.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_parse_can_be_read_on_dark_paper(browser: Any, client: Client) -> None:
    tree = parse_tree("(S (NP (DT the) (NN house)) (VP (VB is) (JJ small)))")

    def with_parse(route: Any) -> None:
        answer = route.fetch().json()
        for sentence, drawings in zip(answer["sentences"], answer["drawings"], strict=True):
            drawings["parse"] = parse_tree_svg(tree, sentence)
        route.fulfill(json=answer)

    with opened_page(browser, client.address + "/", color_scheme="dark") as page:
        page.route("**/api/explain", with_parse)
        translated(page)
        page.wait_for_selector("#panel-derivation svg .name")
        ink = page.evaluate(
            "[...document.querySelectorAll('#panel-derivation svg .name text')].map("
            "one => Math.max(...getComputedStyle(one).fill.match(/[0-9]+/g).map(Number)))"
        )
        assert len(ink) == 7
        assert min(ink) > 100
