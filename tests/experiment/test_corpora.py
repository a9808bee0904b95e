"""What the preparation of training text tells its user."""

import pytest

from dragoman.experiment.config import Preprocessing
from dragoman.experiment.corpora import KEPT, prepare_training


@pytest.fixture
def inputs(tmp_path):
    def write(source, target):
        paths = {"source": tmp_path / "source", "target": tmp_path / "target"}
        paths["source"].write_text("".join(f"{line}\n" for line in source), encoding="utf-8")
        paths["target"].write_text("".join(f"{line}\n" for line in target), encoding="utf-8")
        return paths

    return write


def test_most_pairs_dropped(tmp_path, inputs, capsys):
    """Somebody who loses most of the training text is told, and why."""
    source = ["貓在屋裏睡覺"] * 3 + ["a b c"]
    target = ["the small cat sleeps in the house of my old friend"] * 3 + ["d e f"]
    prepare_training(Preprocessing(), tmp_path, inputs(source, target))
    told = capsys.readouterr().err
    assert "only 1 of 4 training pairs are used; the others are: too unequal 3" in told
    assert "source: punctuation is not separated from the words" in told
    assert (tmp_path / KEPT).read_text() == "3\n"


def test_raw_text_is_named(tmp_path, inputs, capsys):
    """Raw text that shall not be tokenised is probably a mistake; text that will be is not."""
    raw, tokenized = ["Well, it is."] * 5, ["Ja , nun ."] * 5
    prepare_training(Preprocessing(), tmp_path, inputs(tokenized, raw))
    told = capsys.readouterr().err
    assert "target: punctuation is not separated" in told
    assert "source: " not in told
    prepare_training(Preprocessing(tokenize=True), tmp_path, inputs(raw, raw))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("line", ["a b c", "Ja , nun ."])
def test_nothing_is_said_of_text_that_is_in_order(tmp_path, inputs, capsys, line):
    """Also not of text without punctuation."""
    prepare_training(Preprocessing(), tmp_path, inputs([line] * 5, [line] * 5))
    assert capsys.readouterr().err == ""
