"""Sentences whose words a treebank hides behind underscores."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError
from dragoman.corpus.constituency import ConstituencyTree, parse_tree
from dragoman.parse.brackets import score_brackets
from dragoman.parse.constituency_parser import (
    KIND,
    ConstituencyParser,
    train_constituency_parser,
)
from dragoman.parse.hidden_sentences import LONGEST, is_hidden, train_hidden_sentences
from dragoman.parse.span_parser import label_names
from dragoman.parse.training import ConstituencyTraining, TaggerTraining

QUICK = ConstituencyTraining(
    iterations=4, beam=4, folds=2, parsers=1, tagger=TaggerTraining(iterations=4, beam=2)
)


def hidden(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree over words of as many underscores as they have characters."""
    if tree.word is not None:
        return ConstituencyTree(tree.label, (), "_" * len(tree.word))
    return ConstituencyTree(tree.label, tuple(map(hidden, tree.children)))


def _clause(subject: str, verb: str, end: str) -> ConstituencyTree:
    return parse_tree(f"(S (NP (PRP {subject})) (VP (VBD {verb}) (ADVP (RB {end}))))")


def _phrase(determiner: str, adjective: str, noun: str) -> ConstituencyTree:
    return parse_tree(f"(FRAG (NP (DT {determiner}) (ADJP (JJ {adjective})) (NN {noun})))")


def _treebank() -> list[ConstituencyTree]:
    clauses = [_clause("x" * 2, "x" * (4 + n % 3), "x" * 9) for n in range(24)]
    phrases = [_phrase("x" * 1, "x" * (4 + n % 3), "x" * 5) for n in range(24)]
    return [tree for pair in zip(clauses, phrases, strict=True) for tree in pair]


def test_what_is_hidden() -> None:
    assert is_hidden(["_", "___"])
    assert not is_hidden(["_", "a"]) and not is_hidden(["_a_"])


def test_the_lengths_of_words_tell_what_a_hidden_sentence_is() -> None:
    trees = _treebank()
    gold = [hidden(trees[0]), hidden(trees[1])]
    parser = train_constituency_parser([*trees, *gold], QUICK)
    parsed = parser.parse([gold[0].words(), (), gold[1].words(), trees[0].words()])
    assert parsed[1] is None
    found = [tree for tree in parsed if tree is not None]
    assert score_brackets([*gold, trees[0]], found).f1 == 100
    assert [tree.tags() for tree in found[:2]] == [tree.tags() for tree in gold]


def test_hidden_sentences_change_nothing_for_others() -> None:
    trees = _treebank()
    alone = train_constituency_parser(trees, QUICK)
    together = train_constituency_parser([*trees, hidden(trees[0])], QUICK)
    words = [("x" * 2, "x" * 5, "x" * 9), ("x", "x" * 4, "x" * 9, "y"), ("z",)]
    assert together.parse(words) == alone.parse(words)


def test_a_treebank_of_hidden_sentences_alone() -> None:
    trees = [hidden(_clause("xx", "xxxx", "xxxxxxxxx"))] * 4
    parser = train_constituency_parser(trees, replace(QUICK, parsers=3))
    assert parser.parse([trees[0].words()]) == [parse_tree(f"(TOP {trees[0]})")]


def test_what_the_grammar_cannot_parse_is_left_to_the_others() -> None:
    trees = [hidden(tree) for tree in _treebank()]
    names = sorted({tag for tree in trees for tag in tree.tags()})
    grammar = train_hidden_sentences(trees, label_names(trees), names)
    assert grammar.parse(trees[0].words()) is not None
    strange = [["_"], ["_"] * 7, ["_"] * (LONGEST + 1)]
    assert [grammar.parse(words) for words in strange] == [None] * 3
    parser = train_constituency_parser(trees, QUICK)
    assert [tree and list(tree.words()) for tree in parser.parse(strange)] == strange


def _random_treebank(seed: int) -> list[ConstituencyTree]:
    """Trees without any order in them, so that hardly anything is probable."""
    generator = np.random.default_rng(seed)

    def grow(words: int) -> ConstituencyTree:
        if words == 1:
            word = "_" * int(generator.integers(1, 20))
            return ConstituencyTree(f"T{generator.integers(3)}", (), word)
        cuts = sorted({0, words, *generator.integers(1, words, 2).tolist()})
        children = tuple(grow(end - begin) for begin, end in pairwise(cuts))
        return ConstituencyTree(f"L{generator.integers(4)}", children)

    return [grow(int(size)) for size in generator.integers(1, 25, 60)]


def test_any_hidden_sentence_gets_a_tree_over_its_words() -> None:
    trees = _random_treebank(1)
    names = sorted({tag for tree in trees for tag in tree.tags()})
    grammar = train_hidden_sentences(trees, label_names(trees), names)
    for tree in _random_treebank(2):
        found = grammar.parse(tree.words())
        assert found is not None and found.words() == tree.words() and found.label == "TOP"


def _damaged(sound: Artifact, place: Path, name: str, change: object) -> None:
    with ArtifactWriter(place, KIND) as out:
        out.settings.update(sound.settings)
        for file in sound.path.glob("*.npy"):
            values = np.array(sound.array(file.stem))
            if file.stem == name:
                values = values[:-1] if change is None else np.append(values[:-1], [change])
            out.array(file.stem, values.astype(sound.array(file.stem).dtype))


def test_saved_and_opened(tmp_path: Path) -> None:
    trees = [*_treebank(), hidden(_treebank()[0])]
    parser = train_constituency_parser(trees, QUICK)
    parser.save(tmp_path / "p")
    words = [hidden(tree).words() for tree in _treebank()[:2]]
    assert ConstituencyParser.open(tmp_path / "p").parse(words) == parser.parse(words)
    sound = Artifact.open(tmp_path / "p", KIND)
    for number, (name, change) in enumerate(
        [
            ("lengths", None),
            ("lengths", np.nan),
            ("probabilities", -0.5),
            ("roots", np.inf),
            ("rules", 10**6),
            ("rules", None),
            ("labels", 10**6),
            ("tags", 0),
        ]
    ):
        _damaged(sound, tmp_path / f"q{number}", f"lengths.{name}", change)
        with pytest.raises(ModelError, match="grammar of lengths"):
            ConstituencyParser.open(tmp_path / f"q{number}")
