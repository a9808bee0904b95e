from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import Vocabulary
from dragoman.common.errors import FormatError
from dragoman.corpus.casing import Truecaser, recase
from dragoman.corpus.normalize import clean_controls, normalize
from dragoman.corpus.words import split_words

TEXT = [
    "The house of the Council is old .",
    "Council members saw the house : The end",
    'He said : " The NATO house is the one " .',
    "Here is NATO . House rules !",
]


def test_usual_forms() -> None:
    model = Truecaser.train(TEXT)
    assert model.forms["the"][0] == "the"
    assert model.forms["council"] == ("Council", 1, 1)
    assert model.forms["nato"][:2] == ("NATO", 2)
    assert "here" not in model.forms
    assert model("The Council met . House : The end") == "the Council met . house : the end"
    assert model('" The house') == '" the house'
    assert model("Unknown The") == "Unknown The"


@given(st.lists(st.text("aAbB .:", max_size=12), max_size=6))
def test_models_survive_the_disk(tmp_path_factory: pytest.TempPathFactory, text: list[str]) -> None:
    file = tmp_path_factory.mktemp("case") / "m.tsv"
    model = Truecaser.train(text)
    model.save(file)
    assert Truecaser.open(file) == model
    for line in text:
        assert model(line).lower() == " ".join(split_words(line)).lower()


def test_recase() -> None:
    assert recase("« the end . so it goes : well") == "« The end . So it goes : well"
    assert recase("ǆ iPhone") == "ǅ iPhone"


def test_a_wrong_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m").write_text("the\tthe\t3\t3\nno table\n")
    with pytest.raises(FormatError, match=r"m:2: expected a word"):
        Truecaser.open(tmp_path / "m")


def test_normalize() -> None:
    assert normalize("„Ja“ – l’été…\u00a0\u200bso\x07 ") == '"Ja" - l\'été... so'
    assert clean_controls(" a\u2028b\t\x00c ") == "a b c"


def test_words_are_what_the_core_calls_words() -> None:
    line = "a\u00a0b \t c\x0cd  \u2028"
    assert split_words(line) == ["a\u00a0b", "c\x0cd", "\u2028"]
    assert len(Vocabulary().encode(line)) == 3
    assert recase("\u2028 a\u00a0b") == "\u2028 A\u00a0b"


@given(st.text(st.sampled_from("ab \u00a0\u200b\x00\t\u00ad\ue000é"), max_size=8))
def test_controls_are_spaces_and_spaces_are_single(line: str) -> None:
    expected = re.sub("[\u00a0\u200b\x00\t\ue000 ]+", " ", line).strip(" ")
    assert clean_controls(line) == expected
