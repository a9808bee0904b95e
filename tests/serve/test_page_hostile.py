"""Nothing that the page shows is markup: texts, models, terms and addresses, in a real browser."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.serve.systems import System, Systems
from support.model.handful import PAIRS, rule
from support.model.handful import TEXT as WORDS
from support.serve.browser import opened_page
from support.serve.page_steps import type_text, wait_for_text
from support.serve.running import Client, running

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
    lm = LanguageModel.train([*WORDS, f"the {one} is {two}"], LMOptions(order=3))
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
