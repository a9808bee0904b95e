"""The text that a model was trained on is shown only if the server was told to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dragoman.grammar import AlignedBitext
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.model import Model
from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.browser import opened_page
from support.serve.learning_model import SOURCE, save_learning_model
from support.serve.page_steps import translated, wait_for_text
from support.serve.running import Client, running

ASKED = {"q": "das haus", "source": "de", "target": "en"}


def test_the_text_is_not_shown_unasked(client: Client) -> None:
    assert client.post("/api/evidence", ASKED).status == 403


def test_a_fixed_table_has_none(systems: Systems) -> None:
    with running(systems, evidence=True) as client:
        answer = client.post("/api/evidence", ASKED)
        assert answer.status == 400 and "suffix-array" in answer.json["error"]


def test_the_answer_is_that_of_the_model(tmp_path: Path) -> None:
    save_learning_model(tmp_path / "model")
    model = Model.open(tmp_path / "model")
    with running(Systems.open([str(tmp_path / "model")]), evidence=True) as client:
        found = client.post("/api/evidence", {**ASKED, "examples": 1}).json
        wanted = model.evidence(model.translate("das haus"), 1)
        assert found["text"] == wanted.text
        assert [one["supporting"] for one in found["phrases"]] == [
            one.supporting for one in wanted.phrases
        ]
        assert found["phrases"][0]["examples"][0]["source"]
        for wrong in (-1, 51, "x"):
            assert client.post("/api/evidence", {**ASKED, "examples": wrong}).status == 400


@pytest.fixture
def place(tmp_path: Path) -> Path:
    save_learning_model(tmp_path / "model")
    return tmp_path / "model"


NEW = [n for n, line in enumerate(SOURCE, 1) if "neu" in line.split()]


def test_pairs_are_left_out_and_added_for_one_request(place: Path) -> None:
    with running(Systems.open([str(place)]), evidence=True) as client:
        asked = {**ASKED, "q": "das haus ist neu zwerg"}

        def text(**edits: Any) -> str:
            answer = client.post("/api/explain", {**asked, "edits": edits})
            assert answer.status == 200, answer.json
            shown = client.post("/api/evidence", {**asked, "edits": edits})
            found = str(answer.json["sentences"][0]["text"])
            assert shown.json["text"] == found
            return found

        assert text() == "the house is new zwerg"
        assert text(leave_out=NEW) == "the house is neu zwerg"
        assert text(add=[["zwerg", "dwarf"]]) == "the house is new dwarf"
        assert text(leave_out=NEW, add=[["zwerg", "dwarf"]]) == "the house is neu dwarf"
        assert text(ban=[["neu", "new"]], leave_out=NEW[:1]).startswith("the house is")
        assert text() == "the house is new zwerg"
        for wrong, told in [
            ({"leave_out": [999]}, "from 1 to"),
            ({"leave_out": list(range(1, 30))}, "at most 20"),
            ({"add": [["", "x"]]}, "expected words"),
            ({"add": [["a " * 300, "x"]]}, "at most 200 words"),
        ]:
            answer = client.post("/api/explain", {**asked, "edits": wrong})
            assert answer.status == 400 and told in answer.json["error"]
    assert not Model.open(place).journal.changes


def test_nobody_tries_a_text_that_is_not_shown(place: Path, systems: Systems) -> None:
    with running(Systems.open([str(place)])) as client:
        answer = client.post("/api/explain", {**ASKED, "edits": {"leave_out": [1]}})
        assert answer.status == 403
    with running(systems, evidence=True) as client:
        answer = client.post("/api/explain", {**ASKED, "edits": {"leave_out": [1]}})
        assert answer.status == 400 and "does not keep its text" in answer.json["error"]


def test_changes_are_kept_and_taken_back(place: Path) -> None:
    pair = {"source": "de", "target": "en"}
    asked = {**ASKED, "q": "neu"}
    with running(Systems.open([str(place)]), evidence=True, suggestions=True) as client:
        change = {**pair, "leave_out": NEW, "add": [["neu", "novel"]] * 3, "who": "Ann"}
        answer = client.post("/api/update", change)
        assert [one["what"] for one in answer.json["changes"]] == ["added", "left out"]
        assert client.post("/translate", asked).json["translatedText"] == "novel"
        for _ in range(2):
            answer = client.post("/api/undo", {**pair, "who": "Bob"})
        assert client.post("/translate", asked).json["translatedText"] == "new"
        changes = client.post("/api/journal", pair).json["changes"]
        assert [(one["who"], one["undoes"]) for one in changes] == [
            ("Bob", 1),
            ("Bob", 2),
            ("Ann", None),
            ("Ann", None),
        ]
        assert client.post("/api/undo", pair).status == 400
        assert client.post("/api/update", pair).status == 400
        assert client.post("/api/update", {**pair, "leave_out": [999]}).status == 400
    assert len(Model.open(place).journal.changes) == 4
    with running(Systems.open([str(place)]), evidence=True) as client:
        assert client.post("/api/update", {**pair, "leave_out": [1]}).status == 403
        assert client.post("/api/undo", pair).status == 403
    with running(Systems.open([str(place)]), suggestions=True) as client:
        assert client.post("/api/journal", pair).status == 403


def test_the_page_leaves_out_adds_keeps_and_takes_back(browser: Any, place: Path) -> None:
    with (
        running(Systems.open([str(place)]), evidence=True, suggestions=True) as client,
        opened_page(browser, client.address + "/") as page,
    ):
        translated(page, "das zwerg ist neu", "zwerg")
        page.click("#tab-evidence")
        wait_for_text(page, "#panel-evidence", "say so")
        assert "neu" in page.locator("#panel-evidence mark").all_text_contents()
        before = page.text_content("#target")
        page.fill("#add-source", "zwerg")
        page.fill("#add-target", "<b>dwarf</b>")
        page.click("#panel-evidence .adding button")
        wait_for_text(page, "#target", "<b>dwarf</b>")
        wait_for_text(page, "#before-text", before)
        page.click("#panel-evidence .phrase >> nth=0 >> button >> nth=0")
        assert page.evaluate("document.activeElement.closest('#changes') !== null")
        wait_for_text(page, "#changes", "without pair")
        page.fill("#who", "Ann")
        page.click("#keep button")
        wait_for_text(page, "#panel-evidence", "The model was changed.")
        page.wait_for_function("() => !document.querySelector('#changes li')")
        wait_for_text(page, "#target", "<b>dwarf</b>")
        assert [one.who for one in Model.open(place).journal.changes] == ["Ann", "Ann"]
        page.click("#panel-evidence summary")
        wait_for_text(page, "#panel-evidence .journal", "Ann: left out")
        page.click("#panel-evidence details button")
        wait_for_text(page, "#panel-evidence .journal", "taken back change 2")
        wait_for_text(page, "#target", before)


def test_pairs_beside_a_table_are_shown_and_stay(browser: Any) -> None:
    """A table does not change: nothing on the page offers it."""
    model = make_model()
    links = ["0-0 1-1 2-2 3-3"]
    bitext = AlignedBitext.encode(["das haus ist klein"], ["the house is small"], links)
    model.kept_text = SuffixSegment.build(bitext)
    systems = Systems([System("fixed", model, "de", "en")])
    with (
        running(systems, evidence=True) as client,
        opened_page(browser, client.address + "/") as page,
    ):
        translated(page)
        page.click("#tab-evidence")
        wait_for_text(page, "#panel-evidence", "1 of 1 places say so")
        assert "in a table" in page.text_content("#panel-evidence .note")
        assert page.locator("#panel-evidence :is(td button, form, details):visible").count() == 0


def test_the_page_says_if_the_text_is_not_shown(page: Any) -> None:
    translated(page)
    page.click("#tab-evidence")
    wait_for_text(page, "#panel-evidence", "start it with --evidence")
