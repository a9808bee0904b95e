"""Sentences that the treelet decoder leaves to the phrase decoder are named; the others are drawn as trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.lm.estimation import LMOptions, estimate
from dragoman.model import Model
from dragoman.search.treelet_options import TreeletOptions
from search.treelets import rules_of

CORPUS = [("a b", "(S (NP (NN x)) (VP (VB y)))", "0-0 1-1"), ("a", "(NP (NN x))", "0-0")]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    lm = estimate(["x y", "x"], LMOptions(order=2)).model()
    options = TreeletOptions(max_words=2)
    Model(rules_of(CORPUS), [lm], options=options, decoder="treelet").save(tmp_path / "model")
    return tmp_path / "model"


def test_long_sentences_are_named(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input"
    path.write_text("a b\na b a\na\na a a b\n")
    assert main(["translate", "-m", str(model), "--json", "--input", str(path)]) == 0
    said = capsys.readouterr().err
    assert "for 2 of 4 sentences" in said and "(lines 2, 4)" in said


def test_nothing_is_said_if_all_have_trees(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input"
    path.write_text("a b\na\n")
    assert main(["translate", "-m", str(model), "--input", str(path)]) == 0
    assert "phrase decoder" not in capsys.readouterr().err


def test_an_explanation_draws_the_tree_and_says_where_dependencies_come_from(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input"
    path.write_text("a b\na b a\n")
    assert main(["translate", "-m", str(model), "--explain", "--input", str(path)]) == 0
    tree, phrases = capsys.readouterr().out.split("source  a b a")
    for label in ("S", "NP", "VP", "NN x", "VB y"):
        assert label in tree
    assert "x (a) <- y (b)" in tree and "No tree was found" not in tree
    assert "No tree was found, or the sentence is too long" in phrases and "<-" not in phrases
