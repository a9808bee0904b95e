"""The page in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from dragoman.corpus.constituency import parse_tree
from dragoman.draw.parse_tree import parse_tree_svg
from dragoman.grammar import RuleTable
from dragoman.lm.estimation import LMOptions, estimate
from dragoman.model import Model
from dragoman.serve.systems import System, Systems
from model.handful import PAIRS, make_model, rule
from model.handful import TEXT as WORDS
from serve.browser import opened_page
from serve.running import Client, running

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


def test_two_systems_side_by_side(browser: Any) -> None:
    name = "<img src=x onerror=harmed=1>"
    other = make_model()
    other.weights["word_penalty"] = -5.0
    both = Systems([System(name, make_model(), "de", "en"), System("other", other, "de", "en")])
    with running(both) as client, opened_page(browser, client.address + "/") as page:
        type_text(page, "das haus ist klein xyzzy")
        page.click("#tab-compare")
        page.select_option("#other", "other")
        wait_for_text(page, "#panel-compare .grid", "the house is small xyzzy")
        assert page.locator("#panel-compare svg").count() == 2
        assert page.locator("#panel-compare h3").all_text_contents() == [name, "other"]
        assert page.evaluate("window.harmed") is None
        assert page.query_selector("main img") is None


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


def test_a_hostile_model_and_hostile_terms_are_text(browser: Any) -> None:
    """What a rule table, a language model or a glossary says is never markup."""
    one, two = HOSTILE[0].split(" ")[0], "<img/src=x/onerror=harmed=1>"
    rules = [*PAIRS, ("boese", one, 1.0), ("boese haus", two, 0.5)]
    lm = estimate([*WORDS, f"the {one} is {two}"], LMOptions(order=3)).model()
    hostile = Model(RuleTable.build(rule(*pair) for pair in rules), [lm])
    systems = Systems([System("hostile", hostile, "de", "en")])
    with running(systems) as client, opened_page(browser, client.address + "/") as page:
        type_text(page, "das boese haus ist boese\ndas ist boese")
        wait_for_text(page, "#target", one)
        page.click("#tab-edit")
        page.fill("#panel-edit form input >> nth=0", "ist")
        page.fill("#panel-edit form input >> nth=1", two)
        page.keyboard.press("Enter")
        wait_for_text(page, "#target", two)
        for tab in ("derivation", "alternatives", "forest", "document", "complete"):
            page.click(f"#tab-{tab}")
            wait_for_text(page, f"#panel-{tab}", "<")
        assert page.evaluate("window.harmed") is None
        assert page.query_selector("main script, main img, main [onload], main [onerror]") is None


def translated(page: Any, text: str = TEXT, found: str = "the house is small") -> None:
    type_text(page, text)
    wait_for_text(page, "#target", found)


def test_a_phrase_is_banned_and_the_old_translation_stays_beside(page: Any) -> None:
    translated(page)
    page.click("#panel-derivation tr[data-step='0'] button[aria-label^='Ban']")
    wait_for_text(page, "#before-text", "the house is small")
    page.wait_for_selector("#panel-derivation tr[data-step='3']")
    page.click("#panel-derivation tr[data-step='1'] button[aria-label^='Ban']")
    wait_for_text(page, "#target", "the building is small")
    assert page.text_content("#target .new") == "building"
    assert page.text_content("#before-text del") == "house"
    page.click("#tab-edit")
    assert page.locator(".edits li").count() == 2
    page.click("#clear")
    wait_for_text(page, "#target", "the house is small")
    assert page.is_hidden("#before")


def test_the_buttons_of_a_phrase_are_in_sight_in_a_narrow_window(
    browser: Any, client: Client
) -> None:
    narrow = {"width": 360, "height": 800}
    with opened_page(browser, client.address + "/", viewport=narrow) as page:
        translated(page)
        table = page.locator("#panel-derivation .scroll:has(table)")
        assert table.evaluate("one => one.scrollWidth > one.clientWidth")
        button = page.locator("#panel-derivation td.actions button").first.bounding_box()
        assert button["x"] >= 0 and button["x"] + button["width"] <= narrow["width"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_long_phrases_do_not_push_the_costs_out_of_sight(browser: Any, client: Client) -> None:
    with opened_page(
        browser, client.address + "/", viewport={"width": 1200, "height": 800}
    ) as page:
        translated(page)
        page.click("#panel-derivation tr[data-step='2'] button[aria-label^='Give']")
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


def test_words_get_another_translation_here_and_everywhere(page: Any) -> None:
    translated(page)
    page.click("#panel-derivation tr[data-step='2'] button[aria-label^='Give']")
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
    page.click("#panel-document button:has-text('klein')")
    assert page.locator("#panel-document .chosen").count() == 4
    assert set(page.locator("#panel-document .chosen").all_text_contents()) == {"klein", "small"}
    type_text(page, "das haus\nhaus ist klein")
    wait_for_text(page, "#panel-document", "1 repeated word,")


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


def test_strange_addresses_do_no_harm(browser: Any, client: Client) -> None:
    edits = json.dumps(
        {"ban": [["<b>", "<img src=x onerror=harmed=1>"], 7], "weights": {"lm": "x"}}
    )
    strange = {"q": "<img src=x onerror=harmed=1>", "tab": "edit", "model": "<b>", "edits": edits}
    with opened_page(browser, f"{client.address}/#{urlencode(strange)}") as page:
        wait_for_text(page, ".edits", "onerror")
        page.wait_for_selector("#panel-derivation svg", state="attached")
        assert page.evaluate("window.harmed") is None
        assert page.query_selector("main img") is None


def test_a_refusal_is_told(page: Any) -> None:
    def refuse(route: Any) -> None:
        route.fulfill(status=429, body='{"error": "the server is busy"}')

    page.route("**/api/explain", refuse)
    type_text(page, TEXT)
    wait_for_text(page, "#status.wrong", "the server is busy")
