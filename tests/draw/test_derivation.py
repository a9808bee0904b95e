"""Derivations as data, and the pictures that are made from it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dragoman.draw.colours import HUES, WARNING
from dragoman.draw.cost_bars import swatch
from dragoman.draw.derivation import rows, rule_sides
from dragoman.draw.html import derivation_html
from dragoman.draw.links import derivation_svg
from dragoman.draw.page import page_section
from dragoman.draw.rule_tree import rule_tree_svg
from dragoman.draw.terminal import explanation
from dragoman.forest import Derivation, Step
from dragoman.forest.derivation import GLUE
from dragoman.model import Model
from dragoman.search import Input, Zone
from support.model.handful import make_model

DOCS = Path(__file__).parents[2] / "docs" / "translating.md"
SVG = "{http://www.w3.org/2000/svg}"
WORDS = """\
   source words  source    target     translation  language model  reordering  penalties  score
1  1-2           das haus  the house       -0.555          -0.820      -0.330      2.200  0.496
2  3             ist       is               0.000          -0.500      -0.659      1.200  0.041
3  4             klein     small           -0.084          -0.254      -0.659      1.200  0.203"""


@pytest.fixture(scope="module")
def model() -> Model:
    return make_model()


def leaf(begin: int, source: str, place: int, target: str, score: float = -1.0) -> Step:
    return Step(
        rule=7,
        source_spans=((begin, begin + 1),),
        source=(source,),
        target=(target,),
        target_positions=(place,),
        alignment=((begin, place),),
        features={"lm": score},
        score=score,
    )


TREE = Derivation(
    source=("le", "chat", "de", "Marie"),
    tokens=("Mary", "'s", "cat"),
    made_of=(
        leaf(1, "chat", 2, "cat"),
        leaf(3, "Marie", 0, "Mary"),
        Step(
            rule=9,
            source_spans=((0, 1), (2, 3)),
            source=("le", "de"),
            target=("'s",),
            target_positions=(1,),
            alignment=((2, 1),),
            features={"lm": -0.5},
            score=-0.5,
            tails=(0, 1),
        ),
        Step(GLUE, (), (), (), (), (), {}, 0.0, tails=(2,)),
    ),
    score=-2.5,
)
"""X -> le [X1] de [X2] | [X2] 's [X1], as a chart decoder makes it."""


def test_a_derivation_is_plain_data(model: Model) -> None:
    translation = model.translate("das haus ist klein")
    data = translation.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["source"] == ["das", "haus", "ist", "klein"]
    assert data["target"] == ["the", "house", "is", "small"]
    assert data["alignment"] == [[0, 0], [1, 1], [2, 2], [3, 3]]
    assert data["left_to_right"]
    assert [step["tails"] for step in data["steps"]] == [[], [0], [1]]
    for step in data["steps"]:
        assert sum(step["costs"].values()) == pytest.approx(step["score"], abs=1e-4)
        assert set(step["features"]) <= set(data["features"])
    assert sum(data["costs"].values()) == pytest.approx(data["score"], abs=1e-4)
    assert sorted(name for names in data["groups"].values() for name in names) == sorted(
        model.weights
    )


def test_without_weights_there_are_no_costs_and_without_groups_every_feature_is_one(
    model: Model,
) -> None:
    derivation = model.translate("das haus").derivation
    assert derivation.as_dict()["costs"] == {}
    data = derivation.as_dict(model.weights)
    assert data["costs"]["lm"] == pytest.approx(model.weights["lm"] * derivation.features["lm"])
    assert "phrase_direct" in explanation(data)
    assert "weight" not in explanation(derivation.as_dict())


def test_what_the_terminal_shows(model: Model) -> None:
    text = model.translate("das haus ist klein").explain()
    assert text.startswith("source  das haus ist klein\ntarget  the house is small\nscore   0.7402")
    assert WORDS in text
    assert "lm                                 -3.1461   0.5000  -1.5731" in text


def test_unknown_words_and_given_translations_are_marked(model: Model) -> None:
    translation = model.translate(Input(["das", "xyzzy"], zones=[Zone(0, 1, [["yon"]])]))
    lines = translation.explain().splitlines()
    assert any("xyzzy [unknown word]" in line for line in lines)
    assert any("yon [given translation]" in line for line in lines)
    assert translation._repr_html_().count("dashed") == 2
    kinds = [e.get("class") for e in ElementTree.fromstring(translation.as_svg()).iter()]
    assert kinds.count("unknown") == 2


def test_colours_are_those_of_phrases_and_red_frames_those_of_interruptions(model: Model) -> None:
    data = model.translate("das haus ist xyzzy").as_dict()
    colours = {shade for one in HUES for shade in one}
    bars = [one for one in ElementTree.fromstring(derivation_html(data)).iter() if one.tag == "svg"]
    looks = {tuple(sorted(part.items())) for bar in bars for part in bar.iter()}
    assert not colours & {value for look in looks for _, value in look}
    for picture in (derivation_svg(data), rule_tree_svg(data)):
        boxes = list(ElementTree.fromstring(picture).iter(f"{SVG}rect"))
        assert not [one for one in boxes if one.get("stroke") == WARNING]
    # The pieces of a bar can be told apart without any colour.
    swatches = [swatch(group) for group in range(4)]
    assert len(set(swatches)) == 4


def test_words_bear_the_number_of_their_row() -> None:
    page = ElementTree.fromstring(derivation_html(GAPS.as_dict({"lm": 1.0})))
    source, target, *_ = page
    numbers = [[(sup.text, sup.tail) for sup in side.iter("sup")] for side in (source, target)]
    assert numbers == [
        [("1", "je"), ("2", "ne"), ("3", "veux"), ("2", "plus")],
        [("1", "I"), ("2", "do"), ("3", "want"), ("2", "anymore")],
    ]


def test_a_tree_is_shown_from_its_root() -> None:
    data = TREE.as_dict({"lm": 1.0})
    assert not data["left_to_right"]
    shown = [(row.number, row.depth, row.place, row.source, row.target) for row in rows(data)]
    assert shown == [
        (1, 0, "1-4", "[2]", "[2]"),
        (2, 1, "1-4", "le [3] de [4]", "[4] 's [3]"),
        (3, 2, "2", "chat", "cat"),
        (4, 2, "4", "Marie", "Mary"),
    ]
    assert "[2] [glue]" in explanation(data)
    assert "[4] &#x27;s [3]" in derivation_html(data)


def test_the_tree_of_rules_has_a_box_for_each_side() -> None:
    data = TREE.as_dict({"lm": 1.0})
    picture = ElementTree.fromstring(rule_tree_svg(data))
    texts = [element.text or "" for element in picture.iter(f"{SVG}text")]
    assert sorted(texts) == sorted(
        [
            "1: [2]",
            "[2] [glue]",
            "2: le [3] de [4]",
            "[4] 's [3]",
            "3: chat",
            "cat",
            "4: Marie",
            "Mary",
        ]
    )
    assert len(list(picture.iter(f"{SVG}line"))) == 3
    assert rule_tree_svg(data).rstrip() in page_section("Mary's cat", data)
    assert rule_sides(data)[2] == ("le [X1] de [X2]", "[X2] 's [X1]")


GAPS = Derivation(
    source=("je", "ne", "veux", "plus"),
    tokens=("I", "do", "not", "want", "anymore"),
    made_of=(
        leaf(0, "je", 0, "I"),
        Step(
            rule=3,
            source_spans=((1, 2), (3, 4)),
            source=("ne", "plus"),
            target=("do", "not", "anymore"),
            target_positions=(1, 2, 4),
            alignment=((1, 2), (3, 4)),
            features={"lm": -1.0},
            score=-1.0,
            tails=(0,),
        ),
        Step(4, ((2, 3),), ("veux",), ("want",), (3,), ((2, 3),), {"lm": -1.0}, -1.0, (1,)),
    ),
    score=-3.0,
)


def test_gaps_are_drawn_as_such() -> None:
    data = GAPS.as_dict({"lm": 1.0})
    picture = ElementTree.fromstring(derivation_svg(data))
    brackets = [one for one in picture.iter(f"{SVG}path") if one.get("class") == "gap"]
    assert [one.get("data-step") for one in brackets] == ["1", "1"]
    numbers = [
        float(t.get("y", "")) for t in picture.iter(f"{SVG}text") if (t.text or "").isdigit()
    ]
    for one in brackets:
        begin, far = map(float, re.findall(r"M[\d.]+ ([\d.]+)v([-\d.]+)", one.get("d", ""))[0])
        # A number is 9 high and stands on its line: the bracket goes by beyond all of them.
        assert not any(y - 9 < begin + far < y for y in numbers)
    assert rule_sides(data)[1] == ("ne … plus", "do not … anymore")
    assert "gap" not in derivation_svg(TREE.as_dict({"lm": 1.0}))


def test_an_unknown_word_does_not_make_all_other_bars_small(model: Model) -> None:
    page = ElementTree.fromstring(
        derivation_html(model.translate("das haus ist klein xyzzy").as_dict())
    )
    *known, unknown = [row[-1] for row in page.iter("tr")][1:]
    for bar in known:
        assert bar.find(f".//{SVG}path") is None
    assert max(_width(one) for bar in known for one in bar.iter(f"{SVG}rect")) > 20
    arrow = unknown.find(f".//{SVG}path")
    assert arrow is not None and arrow[0].text == "longer than shown"
    pieces = {
        (title.text or "").rpartition(" ")[0]: one
        for one in unknown.iter(f"{SVG}rect")
        for title in one
    }
    assert all(float(one.get("x", -1)) >= 0 for one in pieces.values())
    widest = max(pieces, key=lambda group: _width(pieces[group]))
    assert widest == "penalties"


def _width(piece: ElementTree.Element) -> float:
    return float(piece.get("width", 0))


def test_what_shows_a_step_or_a_word_is_tied_to_it() -> None:
    data = GAPS.as_dict({"lm": 1.0})
    for markup in (derivation_svg(data), derivation_html(data)):
        ties = {
            one.get("data-word"): one.get("data-step")
            for one in ElementTree.fromstring(markup).iter()
            if one.get("data-word")
        }
        assert ties == {
            "s0": "0",
            "s1": "1",
            "s2": "2",
            "s3": "1",
            "t0": "0",
            "t1": "1",
            "t2": "1",
            "t3": "2",
            "t4": "1",
        }
    rows_tied = [
        one.get("data-step") for one in ElementTree.fromstring(derivation_html(data)).iter("tr")
    ]
    assert rows_tied == [None, "0", "1", "2"]


@pytest.mark.parametrize("line", ["", "das haus ist klein", "das <b>&\"' 東京 ist", "x" * 300])
def test_pictures_are_well_formed_and_escape_their_words(model: Model, line: str) -> None:
    data = model.translate(line).as_dict()
    picture = ElementTree.fromstring(derivation_svg(data))
    numbers = [one[0].text for one in picture.iter(f"{SVG}g") if one.get("class") == "number"]
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert texts == [*data["source"], *data["target"], *numbers]
    assert numbers == [str(row.number) for row in rows(data) for _ in range(2)]
    assert len(list(picture.iter(f"{SVG}line"))) == len(data["alignment"])
    page = ElementTree.fromstring(derivation_html(data))
    assert len(list(page.iter("tr"))) == len(data["steps"]) + 1


def test_the_example_of_the_documentation(
    model: Model,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    model.save(tmp_path / "model")
    monkeypatch.chdir(tmp_path)
    text = DOCS.read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n([^`]*as_dict.*?)```", text, re.DOTALL)
    exec(compile(snippet, str(DOCS), "exec"), {})
    assert capsys.readouterr().out.startswith("['das', 'haus'] ['the', 'house'] {'translation': ")
    ElementTree.parse(tmp_path / "picture.svg")
