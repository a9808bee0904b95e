"""The page on which translations are rated, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dragoman.judge.rated_item import items_of
from dragoman.judge.rating import Protocol, SegmentRating, Span
from dragoman.judge.rating_campaign import RatingCampaign
from support.serve.browser import opened_page
from support.serve.running import running_judge

HOSTILE = "<img src=x onerror=window.harmed=1>"
SOURCES = ["ein haus", HOSTILE]
SYSTEM = {"s": ["a 🏠 houses, big", "two"]}


def campaign(place: Path, protocol: Protocol) -> RatingCampaign:
    return RatingCampaign(items_of(SYSTEM, SOURCES), protocol, place / "journal")


def begin(page: Any) -> None:
    page.fill("#name", "Ann")
    page.keyboard.press("Enter")
    page.wait_for_selector(".segment")


def word(page: Any, segment: int, text: str) -> Any:
    return page.locator(f".segment >> nth={segment} >> .word").filter(has_text=text)


def test_errors_first_and_then_the_score(browser: Any, tmp_path: Path) -> None:
    rated = campaign(tmp_path, "esa")
    with running_judge(rated) as client, opened_page(browser, client.address + "/") as page:
        begin(page)
        assert page.locator("input[type=range]").count() == 0 and page.is_disabled("#next")
        assert page.text_content(".segment >> nth=1 >> .source") == HOSTILE
        word(page, 0, "houses").click()
        word(page, 0, "big").focus()
        page.keyboard.press("Enter")
        page.click(".tools button:has-text('major')")
        assert page.locator(".word.major").all_text_contents() == ["houses", ",", "big"]
        word(page, 1, "[missing]").click()
        for segment in range(2):
            page.click(f".segment >> nth={segment} >> button.done")
        assert page.is_disabled("#next")
        page.focus("input[type=range] >> nth=0")
        page.keyboard.press("End")
        page.focus("input[type=range] >> nth=1")
        page.keyboard.press("Home")
        page.click("#next")
        page.wait_for_selector("#end:not([hidden])")
        assert page.evaluate("window.harmed") is None
        icon = page.evaluate(
            "async () => (await fetch(document.querySelector('link[rel=icon]').href)).status"
        )
        assert icon == 200
    (rating,) = rated.journal.ratings
    assert rating.annotator == "Ann" and rating.seconds > 0
    assert rating.segments == (
        SegmentRating(100, (Span(4, 15, "major"),)),
        SegmentRating(0, (Span(3, 4, "minor"),)),
    )
    assert SYSTEM["s"][0][4:15] == "houses, big"


def test_errors_have_kinds(browser: Any, tmp_path: Path) -> None:
    rated = campaign(tmp_path, "mqm")
    with running_judge(rated) as client, opened_page(browser, client.address + "/") as page:
        begin(page)
        for _ in range(2):
            word(page, 1, "two").click()
        for segment in range(2):
            page.click(f".segment >> nth={segment} >> button.done")
        assert page.is_disabled("#next")
        word(page, 1, "two").click()
        page.select_option(".tools select", "grammar")
        page.click("#next")
        page.wait_for_selector("#end:not([hidden])")
    assert rated.journal.ratings[0].segments[1].spans == (Span(0, 3, "minor", "grammar"),)


def test_scores_alone_on_a_telephone(browser: Any, tmp_path: Path) -> None:
    rated = campaign(tmp_path, "da")
    narrow = {"width": 375, "height": 800}
    with (
        running_judge(rated) as client,
        opened_page(browser, client.address + "/", viewport=narrow) as page,
    ):
        begin(page)
        assert page.locator(".word").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for place in range(2):
            page.focus(f"input[type=range] >> nth={place}")
            page.keyboard.press("PageUp")
        page.click("#next")
        page.wait_for_selector("#end:not([hidden])")
        scores = [one.score for one in rated.journal.ratings[0].segments]
        assert all(score is not None and score > 50 for score in scores)
        page.goto(client.address + "/")
        page.fill("#name", "Ann")
        page.keyboard.press("Enter")
        page.wait_for_selector("#end:not([hidden])")
