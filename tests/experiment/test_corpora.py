"""What the preparation of training text tells its user."""

import warnings

import pytest

from dragoman.common.errors import DragomanWarning
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


def test_most_pairs_dropped(tmp_path, inputs, recwarn):
    """Somebody who loses most of the training text is told, and why."""
    source = ["貓在屋裏睡覺"] * 3 + ["a b c"]
    target = ["the small cat sleeps in the house of my old friend"] * 3 + ["d e f"]
    prepare_training(Preprocessing(), tmp_path, inputs(source, target))
    raw, dropped = (str(one.message) for one in recwarn)
    assert "source: punctuation is not separated from the words" in raw
    assert dropped.startswith("only 1 of 4 training pairs are used; the others are: too unequal 3")
    assert (tmp_path / KEPT).read_text() == "3\n"


def test_raw_text_is_named(tmp_path, inputs):
    """Raw text that shall not be tokenised is probably a mistake; text that will be is not."""
    raw, tokenized = ["Well, it is."] * 5, ["Ja , nun ."] * 5
    with pytest.warns(DragomanWarning, match="target: punctuation is not separated") as told:
        prepare_training(Preprocessing(), tmp_path, inputs(tokenized, raw))
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepare_training(Preprocessing(tokenize=True), tmp_path, inputs(raw, raw))


@pytest.mark.parametrize("line", ["a b c", "Ja , nun ."])
def test_nothing_is_said_of_text_that_is_in_order(tmp_path, inputs, line):
    """Also not of text without punctuation."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepare_training(Preprocessing(), tmp_path, inputs([line] * 5, [line] * 5))
