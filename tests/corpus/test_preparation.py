"""Text prepared for training and for translating by one object."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ModelError
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.tokenizer import Tokenizer
from dragoman.corpus.words import split_words

GERMAN = ["Das Haus ist klein.", "Und das ist das Haus.", "Wo ist das?"]
ENGLISH = ["The house is small.", "And that is the house.", "Where is that?"]
TEXT = TextPreparation(True, "de", "en").learn_case(GERMAN, ENGLISH)
PREPARATIONS = [
    TextPreparation(),
    TextPreparation(lowercase=True),
    TextPreparation(True, "en", "fr"),
    TextPreparation(True, "de", "en", lowercase=True),
    TEXT,
]


def test_a_line_is_split_then_cased() -> None:
    assert TEXT.source("Das ist das Haus!") == "das ist das Haus !"
    assert TEXT.target("The house, that.") == "the house , that ."
    assert TEXT.finish(["the", "house", ",", "that", "."]) == "The house, that."


@given(st.text(max_size=60))
def test_each_step_is_what_the_tools_do(line: str) -> None:
    tokens = Tokenizer("de")(clean_controls(line))
    assert TEXT.source.split(line) == tokens
    assert TEXT.truecaser is not None
    assert TEXT.source(line) == TEXT.truecaser(tokens)


@pytest.mark.parametrize("text", PREPARATIONS)
@given(line=st.text(max_size=40))
def test_words_and_lines_are_the_same(text: TextPreparation, line: str) -> None:
    for side in (text.source, text.target):
        assert side.words(line) == split_words(side(line))


@pytest.mark.parametrize("text", PREPARATIONS)
def test_what_is_written_is_read(text: TextPreparation, tmp_path: Path) -> None:
    settings = text.write(lambda name: tmp_path / name)
    again = TextPreparation.read(json.loads(json.dumps(settings)), tmp_path)
    assert again == text
    for line in GERMAN:
        assert again.source(line) == text.source(line)


def test_case_is_learned_from_raw_text() -> None:
    assert Truecaser.train(map(Tokenizer("de"), GERMAN)) == TEXT.truecaser


def test_settings_that_are_not_ours_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="there is no setting 'truecase'"):
        TextPreparation.read({"truecase": True}, tmp_path)
    with pytest.raises(ModelError, match=r"\[text\] source_language: expected a text"):
        TextPreparation.read({"source_language": 3}, tmp_path)
