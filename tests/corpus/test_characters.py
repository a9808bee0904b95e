"""Text as characters, there and back, and a model of spelling on a generated text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.checks import check_settings
from dragoman.experiment.config import Bitext, EvaluationSet, Experiment, Preprocessing
from dragoman.model import Model
from dragoman.sample.spelling import old_spelling, write
from dragoman.unseen.options import UnseenOptions

TEXT = TextPreparation(unit="characters")


def test_characters_and_blanks_are_words() -> None:
    assert TEXT.source.words(" ein  Haus ") == ["e", "i", "n", "▁", "H", "a", "u", "s"]
    assert TEXT.finish(["e", "i", "n", "▁", "H"]) == "ein H"
    assert TEXT.target.written(["e", "▁", "H"]) == "e H"


@given(st.text(max_size=40))
def test_what_is_split_is_joined(line: str) -> None:
    expected = clean_controls(clean_controls(line).replace("▁", " "))
    assert TEXT.finish(TEXT.source.words(line)) == " ".join(expected.split())


def test_what_belongs_to_words_is_refused() -> None:
    for other in (
        {"preprocessing": Preprocessing(unit="characters", tokenize=True)},
        {"preprocessing": Preprocessing(unit="characters", truecase=True)},
        {"preprocessing": Preprocessing(unit="characters", unite_spellings=True)},
        {"preprocessing": Preprocessing(unit="characters", split_compounds=True)},
        {
            "preprocessing": Preprocessing(unit="characters"),
            "unseen": UnseenOptions(numbers=True),
        },
    ):
        with pytest.raises(ConfigError, match='not for unit = "characters"'):
            check_settings(Experiment(training=Bitext("a", "b"), **other))


def test_old_spellings_differ_by_context_and_by_chance() -> None:
    lines = {old_spelling("niuv kak lit", random.Random(seed)) for seed in range(50)}
    assert "nyuu kack lith" in lines
    assert len(lines) > 2
    assert old_spelling("", random.Random(1)) == ""


def test_a_model_of_characters_normalises_spelling(tmp_path: Path) -> None:
    write(tmp_path, {"train": 250, "dev": 20, "test": 60})
    (tmp_path / "spelling.toml").write_text(
        """
output = "model"
[training]
source = "train.old"
target = "train.new"
[development]
source = "dev.old"
target = "dev.new"
[preprocessing]
unit = "characters"
max_length = 300
[alignment]
model = "diagonal"
[lm]
order = 6
[grammar]
max_length = 8
reordering = "none"
[decoder]
distortion_limit = 0
[tuning]
method = "mira"
iterations = 2
kbest = 30
"""
    )
    assert main(["train", str(tmp_path / "spelling.toml")]) == 0
    model = Model.open(tmp_path / "model")
    old = (tmp_path / "test.old").read_text().splitlines()
    new = (tmp_path / "test.new").read_text().splitlines()
    right = total = unchanged = 0
    for given_line, wanted, found in zip(old, new, model.translate(old), strict=True):
        words = zip(given_line.split(), wanted.split(), str(found).split(), strict=False)
        for one, two, three in words:
            total += 1
            right += two == three
            unchanged += one == two
    assert right > unchanged + 0.05 * total
    page = model.translate_text("<p>dyogibrase <b>quy</b> <code>x1</code></p>", "html")
    assert "<code>x1</code>" in page
    assert page.count("<b>") == page.count("</b>") >= 1


def test_experiments_name_what_they_test(tmp_path: Path) -> None:
    test = EvaluationSet(source="a", target="b")
    check_settings(
        Experiment(
            training=Bitext("a", "b"),
            test=(test,),
            preprocessing=Preprocessing(unit="characters"),
        )
    )
