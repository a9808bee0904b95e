"""What the tabs of the page show, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dragoman.common.errors import FormatError
from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.browser import opened_page
from support.serve.page_steps import TEXT, translated, type_text, wait_for_text
from support.serve.running import running


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


def test_an_alternative_shows_how_it_came_about(page: Any) -> None:
    type_text(page, TEXT)
    wait_for_text(page, "#panel-alternatives", "the building is small")
    page.click("#tab-alternatives")
    page.click("#panel-alternatives .pick:has-text('the building is small')")
    page.wait_for_selector("#panel-alternatives svg")
    shown = page.text_content("#panel-alternatives svg")
    assert "building" in shown and page.locator("#panel-alternatives tr[data-step]").count() > 0


def test_unknown_words_are_marked(page: Any) -> None:
    type_text(page, "das haus xyzzy ist klein\nxyzzy")
    wait_for_text(page, "#target", "xyzzy")
    assert set(page.locator("#target .unknown").all_text_contents()) == {"xyzzy"}
    assert "unknown word" in page.get_attribute("#target .unknown >> nth=0", "title")


def test_unknown_words_are_marked_in_every_view(page: Any) -> None:
    type_text(page, "das haus xyzzy\ndas haus (XYZZY)")
    wait_for_text(page, "#target", "XYZZY")
    panels = ("alternatives", "complete", "document")
    for name in panels:
        page.click(f"#tab-{name}")
        page.wait_for_selector(f"#panel-{name} .unknown")
        found = page.locator(f"#panel-{name} .unknown").all_text_contents()
        assert {word.strip("()").lower() for word in found} == {"xyzzy"}
    assert page.locator("#panel-document .unknown").count() == 4


def test_one_system_alone_has_nothing_beside_it(page: Any) -> None:
    translated(page)
    page.click("#tab-compare")
    wait_for_text(page, "#panel-compare", "one system")
    assert not page.is_visible("#other")


def test_buttons_are_called_as_they_read(page: Any) -> None:
    """Who speaks to the page says what stands on a button."""
    translated(page)
    buttons = page.eval_on_selector_all(
        "button[aria-label]", "all => all.map((one) => [one.textContent, one.ariaLabel])"
    )
    read = [(text, name) for text, name in buttons if any(c.isalpha() for c in text)]
    assert len(read) > 3
    assert [(text, name) for text, name in read if text.lower() not in name.lower()] == []
    assert page.locator("th:empty").count() == 0


def test_settings_are_called_in_words(page: Any) -> None:
    labels = page.locator("#panel-edit .slider label").all_text_contents()
    assert len(labels) > 15
    assert [one for one in labels if "_" in one or "." in one] == []


def test_examples_to_click(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "examples").write_text("das haus ist <b>klein</b>\tnote\ndas haus\n")
    systems = Systems([System("small", make_model(), "de", "en")])
    with (
        running(systems, examples=str(tmp_path / "examples")) as client,
        opened_page(browser, client.address + "/") as page,
    ):
        assert page.evaluate("document.activeElement.id") == "source"
        page.wait_for_selector("#examples button >> nth=1")  # they come by a request of their own
        assert page.locator("#examples button").all_text_contents() == [
            "das haus ist <b>klein</b>note",
            "das haus",
        ]
        page.click("#examples button >> nth=1")
        wait_for_text(page, "#target", "the house")
        assert page.input_value("#source") == "das haus"


def test_beside_a_text_and_on_a_telephone_examples_are_one_row(
    browser: Any, tmp_path: Path
) -> None:
    lines = [
        f"das haus ist klein {number}\ta note of some length for a telephone\n"
        for number in range(6)
    ]
    (tmp_path / "examples").write_text("".join(lines))
    systems = Systems([System("small", make_model(), "de", "en")])
    with (
        running(systems, examples=str(tmp_path / "examples")) as client,
        opened_page(browser, client.address + "/", viewport={"width": 375, "height": 800}) as page,
    ):
        page.wait_for_selector("#examples button")
        tops = {one.bounding_box()["y"] for one in page.locator("#examples button").all()}
        assert len(tops) == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#examples button").last.click()
        assert page.input_value("#source") == "das haus ist klein 5"
        page.set_viewport_size({"width": 900, "height": 800})
        rows = "() => new Set([...document.querySelectorAll('#examples button')].map(one => one.offsetTop)).size"
        assert page.evaluate(rows) == 1
        page.fill("#source", "")
        assert page.evaluate(rows) > 1


def test_examples_need_sentences(tmp_path: Path) -> None:
    systems = Systems([System("small", make_model(), "de", "en")])
    for wrong, told in (("a\n\tnote\n", "2: expected a sentence"), ("a\n" * 21, "at most 20")):
        (tmp_path / "examples").write_text(wrong)
        with (
            pytest.raises(FormatError, match=told),
            running(systems, examples=str(tmp_path / "examples")),
        ):
            pass


def test_two_systems_side_by_side(browser: Any) -> None:
    name = "<img src=x onerror=harmed=1>"
    other = make_model()
    other.weights["word_penalty"] = -5.0
    both = Systems([System(name, make_model(), "de", "en"), System("other", other, "de", "en")])
    with running(both) as client, opened_page(browser, client.address + "/") as page:
        type_text(page, "das haus ist klein xyzzy")
        page.click("#tab-compare")
        wait_for_text(page, "#panel-compare .grid", "the house is small xyzzy")
        assert page.input_value("#other") == "other"  # there is no other to choose
        page.select_option("#model", "other")
        wait_for_text(page, "#panel-compare h3", "other")
        assert page.input_value("#other") == name
        page.select_option("#model", name)
        wait_for_text(page, "#panel-compare h3", name)
        assert page.locator("#panel-compare svg").count() == 2
        assert page.locator("#panel-compare h3").all_text_contents() == [
            name,
            "other",
            f"How {name} translated it",
            "How other translated it",
        ]
        assert page.evaluate("window.harmed") is None
        assert page.query_selector("main img") is None


def test_a_tree_is_given_and_drawn(page: Any) -> None:
    translated(page, "das haus", "the house")
    page.click("#tab-tree")
    page.click("#panel-tree summary")
    page.fill(
        "#tree-input", "1\tdas\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\thaus\t_\tN\t_\t_\t0\troot\t_\t_\n"
    )
    page.keyboard.press("Tab")
    page.wait_for_selector("#tree-picture svg .arc")
    page.hover("#tree-picture g[data-word=s1]")
    assert page.locator("#tree-picture path.on").count() == 1
    assert page.locator("#target .on").all_text_contents() == ["the", "house"]


def test_what_the_search_considered_is_shown_on_demand(page: Any) -> None:
    type_text(page, TEXT)
    page.click("#tab-forest")
    page.click("#panel-forest .cells button:has-text('house')")
    wait_for_text(page, "#panel-forest .rules", "house")
    (model,) = page.locator("#panel-forest .cells tbody tr:last-child").all()
    assert model.locator("button").count() == len(TEXT.split())


def test_repeated_words_of_a_document(page: Any) -> None:
    type_text(page, "das haus ist klein\nist das haus klein\ndas ist das haus")
    page.click("#tab-document")
    page.wait_for_selector("#panel-document table.document")
    wait_for_text(page, "#panel-document", "repeated words")
    colours = page.eval_on_selector_all(
        "#panel-document .scroll.tall .term", "all => all.map((one) => one.className)"
    )
    assert len(set(colours)) == len(colours)
    page.click("#panel-document button:has-text('klein')")
    assert page.locator("#panel-document .chosen").count() == 4
    assert set(page.locator("#panel-document .chosen").all_text_contents()) == {"klein", "small"}
    type_text(page, "das haus\nhaus ist klein")
    wait_for_text(page, "#panel-document", "1 repeated word,")
