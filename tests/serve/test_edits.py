"""Edit and decode again: what a request may change, and what it may not."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from dragoman.forest.cells import forest_cells
from dragoman.model import Model
from dragoman.model.requests.banned_rules import BannedRules
from support.model.handful import make_model
from support.search import hiero
from support.serve.running import Client

TEXT = "das haus ist klein"
TREE = """\
1\tdas\t_\tDET\t_\t_\t2\tdet\t_\t_
2\thaus\t_\tNOUN\t_\t_\t4\tnsubj\t_\t_
3\tist\t_\tAUX\t_\t_\t4\tcop\t_\t_
4\tklein\t_\tADJ\t_\t_\t0\troot\t_\t_
"""


def explain(client: Client, q: str = TEXT, **asked: Any) -> Any:
    answer = client.post("/api/explain", {"q": q, "source": "de", "target": "en", **asked})
    assert answer.status == 200, answer.body
    return answer.json


def edit(client: Client, **edits: Any) -> str:
    return explain(client, edits=edits)["sentences"][0]["text"]


def test_a_banned_phrase_is_not_used(client: Client) -> None:
    assert explain(client)["sentences"][0]["text"] == "the house is small"
    ban = [["das haus", "the house"], ["haus", "house"]]
    assert edit(client, ban=ban) == "the building is small"
    assert edit(client, ban=[["ist", "is"]]) == "the house is small"  # there is no other
    assert edit(client, ban=[["no such", "rule"], ["haus", "no such"]]) == "the house is small"


def test_forced_translations_and_terms(client: Client) -> None:
    force = [{"begin": 3, "end": 4, "translation": "tiny indeed"}]
    assert edit(client, force=force) == "the house is tiny indeed"
    assert edit(client, terms=[["haus", "home"]]) == "the home is small"
    assert edit(client, force=force, terms=[["klein", "little"], ["ist", "was"]]) == (
        "the house was tiny indeed"
    )


def test_other_weights_and_limits(client: Client, systems: Any) -> None:
    answer = explain(client, edits={"weights": {"lm": 0.25}, "search": {"distortion_limit": 0}})
    assert answer["sentences"][0]["weights"]["lm"] == 0.25
    assert systems.all[0].model.weights["lm"] == 0.5
    assert systems.all[0].model.options.distortion_limit == 6


@pytest.mark.parametrize(
    "edits",
    [
        {"weights": {"lm": 1e9}},
        {"weights": {"nothing": 1.0}},
        {"weights": {"lm": None}},
        {"search": {"distortion_limit": 1000}},
        {"search": {"distortion_limit": -1}},
        {"search": {"stack": 0}},
        {"search": {"max_work": 5}},
        {"ban": [["a"]]},
        {"ban": [["a", "b"]] * 500},
        {"ban": [["a" * 5000, "b"]]},
        {"force": [{"begin": 2, "end": 9, "translation": "x"}]},
        {"force": [{"begin": -1, "end": 1, "translation": "x"}]},
        {"force": [{"begin": 1, "end": 1, "translation": "x"}]},
        {"force": [{"sentence": 4, "begin": 0, "end": 1, "translation": "x"}]},
        {"force": [{"begin": 0, "end": 2, "translation": "x"}, {"begin": 1, "end": 2, "translation": "y"}]},
        {"terms": [["", "x"]]},
        [],
    ],
)  # fmt: skip
def test_what_is_out_of_range_is_refused(client: Client, edits: Any) -> None:
    asked = {"q": TEXT, "source": "de", "target": "en", "edits": edits}
    answer = client.post("/api/explain", asked)
    assert answer.status == 400
    assert answer.json["error"]


def test_not_a_number_is_refused(client: Client) -> None:
    for value in (math.nan, math.inf):
        asked = {"q": TEXT, "source": "de", "target": "en", "edits": {"weights": {"lm": value}}}
        assert client.post("/api/explain", asked).status == 400


def test_a_tree_is_drawn_with_its_interruptions(client: Client) -> None:
    drawings = explain(client, drawings=True, tree=TREE)["drawings"]
    assert drawings[0]["tree"].count('class="arc"') == 4
    assert explain(client, drawings=True)["drawings"][0]["tree"] is None
    asked = {"q": "das haus", "source": "de", "target": "en", "tree": TREE}
    answer = client.post("/api/explain", asked)
    assert answer.status == 400
    assert "numbers of words: 2" in answer.json["error"]
    asked = {"q": TEXT, "source": "de", "target": "en", "tree": "1\tno tree"}
    assert client.post("/api/explain", asked).status == 400


def test_the_forest_is_told_on_demand(client: Client, systems: Any) -> None:
    text = "das haus\nist klein"
    assert "cells" not in explain(client, text)
    (told,) = explain(client, text, cells=[1, 1])["cells"]
    assert told["sentence"] == 1
    (model,) = [one.model for one in systems.all]
    wanted = [
        asdict(cell) for cell in forest_cells(model.translate("ist klein", forest=True).forest)
    ]
    assert told["cells"] == json.loads(json.dumps(wanted))
    (first,) = explain(client, text, cells=[0], edits={"ban": [["haus", "house"]]})["cells"]
    assert first["cells"][-1]["rules"][0]["target"] == "building"
    for wrong in ([2], [-1]):
        asked = {"q": text, "source": "de", "target": "en", "cells": wrong}
        assert client.post("/api/explain", asked).status == 400


def test_what_can_be_changed_is_told(client: Client) -> None:
    (facts,) = client.get("/api/models").json
    assert facts["name"] == "small"
    assert all(one["help"] for one in facts["search"].values())
    limit = facts["search"]["distortion_limit"]
    assert limit.pop("help").startswith("The most words that a jump may skip")
    assert limit == {"value": 6, "least": 0, "most": 20}
    assert set(facts["meanings"]) == set(facts["weights"]) and all(facts["meanings"].values())
    assert facts["weights"]["lm"] == 0.5
    listed = [name for names in facts["groups"].values() for name in names]
    assert sorted(listed) == sorted(facts["weights"])


def test_hierarchical_rules_can_be_banned(tmp_path: Path) -> None:
    from dragoman.draw.derivation import rule_sides

    made = hiero.make(11, tmp_path)
    model = Model(made.table, made.lms, made.weights, decoder="chart")
    translation = model.translate("x y z x")
    data = translation.as_dict()
    sides = [
        s for s, step in zip(rule_sides(data), data["steps"], strict=True) if step["rule"] >= 0
    ]
    for side in sides:
        banned = BannedRules([side])
        other = model.changed({banned.name: 1.0}, features=[banned]).translate("x y z x")
        assert side not in rule_sides(other.as_dict()) or other.features["banned"] < 0
        assert "banned" not in model.weights
        rule = next(one for one in made.table if (one.source, one.target) == side)
        assert rule.source


def test_a_changed_model_leaves_the_first_as_it_was() -> None:
    model = make_model()
    before = dict(model.weights)
    other = model.changed({"lm": 2.0})
    assert other.weights["lm"] == 2.0
    assert model.weights == before
    assert str(model.translate(TEXT)) == "the house is small"
