"""A model of a handful of rules: saved, opened, changed, and made to do what is demanded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dragoman
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, ModelError
from dragoman.corpus.document import Document, Sentence
from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.model import Model
from dragoman.search import Input, Zone
from support.model.handful import make_model, rule


@pytest.fixture(scope="module")
def model() -> Model:
    return make_model()


@pytest.fixture
def saved(model: Model, tmp_path: Path) -> Path:
    model.save(tmp_path / "model")
    return tmp_path / "model"


def test_a_translation_knows_where_its_words_came_from(model: Model) -> None:
    translation = model.translate("das haus ist klein", nbest=4)
    assert str(translation) == "the house is small"
    assert translation.alignment == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert translation.nbest[0].text == translation.text
    assert len({c.text for c in translation.nbest}) == len(translation.nbest) == 4
    scores = [c.score for c in translation.nbest]
    assert scores == sorted(scores, reverse=True)
    total = sum(model.weights[name] * value for name, value in translation.features.items())
    assert total == pytest.approx(translation.score, abs=1e-4)
    steps = sum(step.score for step in translation.derivation.steps)
    assert steps == pytest.approx(translation.score, abs=1e-4)


def test_saved_and_opened_it_translates_the_same(model: Model, saved: Path) -> None:
    again = dragoman.load(saved)
    assert again.weights == model.weights
    assert again.options == model.options
    line = "ist das haus klein"
    assert again.translate(line) == model.translate(line)


def test_components_on_disk_are_linked_unless_they_changed(model: Model, tmp_path: Path) -> None:
    model.rules.save(tmp_path / "table")
    model.lms[0].save(tmp_path / "lm")
    rules, lm = RuleTable.open(tmp_path / "table"), LanguageModel.open(tmp_path / "lm")
    apart = Model(rules, [lm])
    apart.save(tmp_path / "linked")
    assert (tmp_path / "linked/rules/scores.npy").samefile(tmp_path / "table/scores.npy")
    assert (tmp_path / "linked/lm/hash.npy").samefile(tmp_path / "lm/hash.npy")
    RuleTable.build([rule("das", "the", 1.0)]).save(tmp_path / "table")
    apart.save(tmp_path / "written")
    for name in ("linked", "written"):
        assert dragoman.load(tmp_path / name).translate("haus").text == "house"


def test_weights_and_options_take_effect_at_once(saved: Path) -> None:
    model = dragoman.load(saved)
    words = len(model.translate("das haus").tokens)
    model.weights["phrase_direct"] = -5.0
    assert model.translate("haus").text == "building"
    model.weights["phrase_direct"] = 0.2
    assert model.translate("haus").text == "house"
    model.options = replace(model.options, unknown="mark")
    assert model.translate("xyzzy").text == "⟨xyzzy⟩"
    assert words == 2


def test_weights_edited_by_hand_are_read_and_nonsense_is_refused(saved: Path) -> None:
    toml = saved / "model.toml"
    text = toml.read_text()
    toml.write_text(text.replace("lm = 0.5", "lm = 0.75"))
    assert dragoman.load(saved).weights["lm"] == 0.75
    toml.write_text(text.replace("lm = 0.5", 'lm = "much"'))
    with pytest.raises(
        ModelError, match=r"\[weights\] lm: expected a number from -1e9 to 1e9, got 'much'"
    ):
        dragoman.load(saved)
    toml.write_text(text.replace("lm = 0.5", "lmm = 0.5"))
    with pytest.raises(ConfigError, match="there is no feature 'lmm'"):
        dragoman.load(saved)
    toml.write_text(text.replace("stack = 200", "stak = 200"))
    with pytest.raises(ModelError, match="no setting 'stak'; did you mean 'stack'"):
        dragoman.load(saved)


def test_a_rule_feature_of_the_user_is_a_column(saved: Path) -> None:
    model = dragoman.load(saved)
    rules = model.rules
    assert isinstance(rules, RuleTable)
    wanted = np.array([rule.target == "building" for rule in rules], dtype="f4")
    model.rules = rules.add_column("my_feature", wanted)
    model.weights["my_feature"] = 10.0
    translation = model.translate("das haus")
    assert "building" in translation.text
    assert translation.features["my_feature"] == 1.0
    model.save(saved.parent / "mine")
    assert "building" in dragoman.load(saved.parent / "mine").translate("das haus").text


def test_sentences_and_documents(model: Model) -> None:
    document = Document("d1", (Sentence("das haus"), Sentence("ist klein")))
    assert [t.text for t in model.translate(document)] == ["the house", "is small"]
    assert [t.text for t in model.translate(["das haus", ""])] == ["the house", ""]


def test_demands_are_met(model: Model) -> None:
    demand = Input(["das", "haus", "ist", "klein"], zones=[Zone(1, 2, [["cottage"]])])
    assert "cottage" in model.translate(demand).text
    forced = model.translate(Input(["haus"], reference=["building"]))
    assert forced.text == "building"
    assert not forced.outcome.unreachable
    lost = model.translate(Input(["haus"], reference=["castle"]))
    assert lost.outcome.unreachable
    assert lost.as_dict()["reached"] == list(lost.outcome.reached) == [0, 0]


def test_threads_may_share_a_model(model: Model) -> None:
    lines = ["das haus ist klein", "ist das klein", "haus"] * 20
    expected = [model.translate(line).text for line in lines]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda line: model.translate(line).text, lines)) == expected


def test_it_draws_itself_and_escapes_what_it_draws(model: Model) -> None:
    html = model.translate("das <script> ist klein")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_the_verb_translates_with_terms_markup_and_nbest(
    saved: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = tmp_path / "source"
    source.write_text('das haus ist klein\n\ndas <x translation="hut">haus</x>\n')
    terms = tmp_path / "terms"
    terms.write_text("klein\ttiny\n")
    command = [
        "translate",
        str(saved),
        "--input",
        str(source),
        "--markup",
        "--terms",
        str(terms),
    ]
    assert main(command) == 0
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        "the house is tiny",
        "",
        "the hut",
    ]
    source.write_text("haus\n")
    assert (
        main(["translate", str(saved), "--input", str(source), "--nbest", "2", "--alignments"]) == 0
    )
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert [line.split(" ||| ")[1] for line in lines] == ["house", "building"]
    assert all(len(line.split(" ||| ")) == 5 for line in lines)


def test_a_file_beside_the_input_must_fit(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, docs = tmp_path / "source", tmp_path / "docs"
    source.write_text("haus\nhaus\n")
    docs.write_text("d1\n")
    out = tmp_path / "out"
    command = ["translate", str(saved), "--input", str(source), "--output", str(out)]
    assert main([*command, "--docs", str(docs)]) == 1
    assert "there is nothing for line 2 of the input" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("reordering", ["wbe", "hier"])
def test_export_and_import_give_the_same_model(
    saved: Path, tmp_path: Path, reordering: str
) -> None:
    made = dragoman.load(saved)
    assert isinstance(made.rules, RuleTable)
    made.rules = made.rules.with_reordering_model(reordering)
    made.save(saved := tmp_path / "declared")
    assert main(["export", str(saved), str(tmp_path / "moses")]) == 0
    assert main(["import", str(tmp_path / "moses" / "moses.ini"), str(tmp_path / "again")]) == 0
    first, second = dragoman.load(saved), dragoman.load(tmp_path / "again")
    assert second.weights == pytest.approx(first.weights)
    assert first.rules.reordering_model == second.rules.reordering_model == reordering
    for line in ("das haus ist klein", "klein ist das haus"):
        a, b = first.translate(line), second.translate(line)
        assert a.text == b.text
        assert a.score == pytest.approx(b.score, abs=1e-3)
