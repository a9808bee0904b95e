"""Sentences that the treelet decoder leaves to the phrase decoder are named; the others are drawn as trees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.search.treelet_options import TreeletOptions
from support.search.treelets import rules_of

CORPUS = [("a b", "(S (NP (NN x)) (VP (VB y)))", "0-0 1-1"), ("a", "(NP (NN x))", "0-0")]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    lm = LanguageModel.train(["x y", "x"], LMOptions(order=2))
    options = TreeletOptions(max_words=2)
    Model(rules_of(CORPUS), [lm], options=options, decoder="treelet").save(tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture
def translate(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[str, str]]:
    """Translates lines; gives what is printed, and what is said on standard error."""

    def run(text: str, *options: str) -> tuple[str, str]:
        path = tmp_path / "input"
        path.write_text(text)
        assert main(["translate", str(model), *options, "--input", str(path)]) == 0
        return capsys.readouterr()

    return run


def test_long_sentences_are_named(translate: Callable[..., tuple[str, str]]) -> None:
    _, said = translate("a b\na b a\na\na a a b\n", "--json")
    assert "for 2 of 4 sentences" in said and "(lines 2, 4)" in said


def test_nothing_is_said_if_all_have_trees(translate: Callable[..., tuple[str, str]]) -> None:
    _, said = translate("a b\na\n")
    assert "phrase decoder" not in said


def test_an_explanation_draws_the_tree_and_says_where_dependencies_come_from(
    translate: Callable[..., tuple[str, str]],
) -> None:
    printed, _ = translate("a b\na b a\n", "--explain")
    tree, phrases = printed.split("source  a b a")
    for label in ("S", "NP", "VP", "NN x", "VB y"):
        assert label in tree
    assert "x (a) <- y (b)" in tree and "No tree was found" not in tree
    assert "No tree was found, or the sentence is too long" in phrases and "<-" not in phrases
