"""A model with guesses: what becomes of unseen words, how they are marked, and what is left alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest

from dragoman.cli.main import main
from dragoman.corpus.lattice import Lattice
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.config import Bitext, Experiment, LanguageModelSection, Tuning
from dragoman.experiment.dump import dump
from dragoman.experiment.unseen import linked_words
from dragoman.grammar import extraction_options
from dragoman.model import Model
from dragoman.search import Input, Zone
from dragoman.unseen.options import UnseenOptions
from dragoman.unseen.unseen_words import UnseenWords
from dragoman.unseen.word_forms import WordForms
from support.model.handful import make_model

FORMS = WordForms({("e", ""): 9, ("es", ""): 5, ("", "e"): 9, ("", "es"): 5})
ALL = UnseenOptions(numbers=True, forms=True)
SENTENCE = "das kleine haus ist 2,5 klein"


def model_with_guesses() -> Model:
    model = make_model()
    model.text = TextPreparation(source_language="de", target_language="en")
    model.unseen = UnseenWords(ALL, ("de", "en"), FORMS)
    return model


def test_unseen_words_are_guessed_and_marked() -> None:
    translation = model_with_guesses().translate(SENTENCE, nbest=3, confidence=1.0)
    assert "2.5" in translation.tokens
    assert translation.tokens.count("small") == 2
    kinds = {step.source_text: step.kind for step in translation.derivation.phrases}
    assert kinds["2,5"] == "number"
    assert kinds["kleine"] == "form"
    assert kinds["klein"] == "rule"
    explained = translation.explain()
    assert "[number, by rule]" in explained
    assert "[another form of a known word]" in explained
    for entry in translation.nbest:
        assert {"number", "form"} <= {step["kind"] for step in entry.derivation.as_dict()["steps"]}
    assert len(translation.confidence) == len(translation.tokens)


def test_a_model_is_tuned_on_its_guesses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = model_with_guesses()
    model.save(tmp_path / "model")
    (tmp_path / "dev").write_text(f"{SENTENCE}\n")
    (tmp_path / "reference").write_text(f"{model.translate(SENTENCE)}\n")
    files = ["--source", str(tmp_path / "dev"), "--reference", str(tmp_path / "reference")]
    places = [str(tmp_path / "model"), "--output", str(tmp_path / "tuned")]
    assert main(["tune", *places, *files, "--iterations", "1"]) == 0
    assert "BLEU on dev 100.00" in capsys.readouterr().err


@pytest.mark.parametrize("written", ["2.5", "2,5"])
def test_a_reference_has_the_guess_or_the_word_itself(written: str) -> None:
    """A translator may have left a word as it is; what the model would say is reachable too."""
    model = model_with_guesses()
    reference = ["the", "house", "is", written]
    for demand in ({"reference": reference}, {"references": [["no"], reference]}):
        forced = model.translate(Input(["das", "haus", "ist", "2,5"], **demand))
        assert list(forced.tokens) == reference and not forced.outcome.unreachable


def test_without_guesses_words_are_copied() -> None:
    model = model_with_guesses()
    model.unseen = None
    kinds = {s.source_text: s.kind for s in model.translate(SENTENCE).derivation.phrases}
    assert kinds["2,5"] == kinds["kleine"] == "unknown"


def test_the_confidence_of_a_guess_is_that_of_its_kind() -> None:
    model = make_model()
    sure, half = (
        model.translate(
            Input(["das", "neu"], [Zone(1, 2, [["new"]], False, "name", p)]), confidence=1.0
        )
        for p in (1.0, 0.5)
    )
    place = sure.tokens.index("new")
    assert half.confidence[place] == pytest.approx(0.5 * sure.confidence[place])
    assert half.confidence[1 - place] == pytest.approx(sure.confidence[1 - place])


def test_what_is_known_or_demanded_stays() -> None:
    model = model_with_guesses()
    plain = Input(["das", "haus", "ist", "klein"])
    given = Input(["kleine"], [Zone(0, 1, [["tiny"]])])
    lattice = Input.of_lattice(Lattice(("kleine",), ((0, 1, 0.0),)))
    assert model.with_guesses([plain, given, lattice]) == [plain, given, lattice]
    guessed = model.with_guesses([Input(["kleine"])])
    assert guessed[0].zones == [Zone(0, 1, [["small"]], False, "form")]
    assert model.with_guesses(guessed) == guessed
    # Rules of some sentences only: what is unseen is told by all rules.
    assert model.for_sentences(guessed).with_guesses([plain]) == [plain]
    assert str(model.translate("kleine", terms={"kleine": "tiny"})) == "tiny"


def test_a_model_keeps_its_guesses(tmp_path: Path) -> None:
    model = model_with_guesses()
    before = str(model.translate(SENTENCE))
    model.save(tmp_path / "model")
    opened = Model.open(tmp_path / "model")
    assert str(opened.translate(SENTENCE)) == before
    opened.save(tmp_path / "again")
    assert str(Model.open(tmp_path / "again").translate(SENTENCE)) == before
    assert str(opened.translate_text("<p>das kleine <b>haus</b></p>", "html")).count("small") == 1


def test_linked_words_are_the_most_frequent_of_single_links(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("a b\na b\na c\n")
    (tmp_path / "e").write_text("x y\nx z\nw v\n")
    (tmp_path / "links").write_text("0-0 1-1\n0-0 1-1\n0-0 1-0 1-1\n")
    found = linked_words(tmp_path / "f", tmp_path / "e", tmp_path / "links")
    assert found == [("a", "x"), ("b", "y")]


VERBS = ["kalto", "miret", "sonub", "perak", "dulim", "tabor"]
ENGLISH = ["walk", "talk", "sing", "play", "work", "jump"]


def _pairs() -> list[tuple[str, str]]:
    """A planted morphology; of the last verb, one form is never seen."""
    pairs = []
    for verb, english in zip(VERBS, ENGLISH, strict=True):
        for suffix in ("", "en", "st"):
            if (verb, suffix) != ("tabor", "st"):
                pairs += [(f"ich {verb}{suffix} nun", f"i {english} now")] * 4
    return pairs


@pytest.mark.parametrize("lookup", ["table", "suffix-array"])
def test_an_experiment_learns_forms(
    lookup: Literal["table", "suffix-array"], tmp_path: Path
) -> None:
    pairs = _pairs()
    (tmp_path / "train.f").write_text("".join(f"{f}\n" for f, _ in pairs))
    (tmp_path / "train.e").write_text("".join(f"{e}\n" for _, e in pairs))
    experiment = Experiment(
        training=Bitext(source="train.f", target="train.e"),
        lm=LanguageModelSection(order=2),
        grammar=extraction_options(lookup=lookup),
        tuning=Tuning(method="none"),
        unseen=UnseenOptions(numbers=True, forms=True, names=True),
    )
    (tmp_path / "small.toml").write_text(dump(experiment))
    assert main(["train", str(tmp_path / "small.toml")]) == 0
    translation = Model.open(tmp_path / "model").translate("ich taborst nun")
    assert str(translation) == "i jump now"
    assert json.dumps(translation.as_dict()).count('"form"') == 1
