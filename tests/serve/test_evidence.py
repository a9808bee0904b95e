"""The text that a model was trained on is shown only if the server was told to."""

from __future__ import annotations

from pathlib import Path

from dragoman.model import Model
from dragoman.serve.systems import Systems
from support.serve.learning_model import save_learning_model
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
