"""Labelled bracket scores."""

from __future__ import annotations

import pytest
from hypothesis import given

from dragoman.common.errors import FormatError
from dragoman.corpus.constituency import ConstituencyTree, parse_tree
from dragoman.parse.brackets import score_brackets
from support.parse.bracketed import TREES

GOLD = "(ROOT (S (NP (DT the) (NN man)) (VP (VBD saw) (NP (PRP her)) (PRT (RP off))) (. .)))"


def test_a_worked_example() -> None:
    flat = "(TOP (S (NP (DT the) (NN man)) (VP (VB saw) (NP (PRP her) (NN off))) (. .)))"
    scores = score_brackets([parse_tree(GOLD)], [parse_tree(flat)])
    assert (scores.gold, scores.parsed, scores.matched) == (5, 4, 3)
    assert (scores.right_tags, scores.words, scores.exact) == (4, 6, 0)
    assert scores.recall == pytest.approx(60) and scores.precision == pytest.approx(75)
    assert scores.f1 == pytest.approx(2 * 60 * 75 / 135)


def test_tops_punctuation_and_particles_do_not_count() -> None:
    other = "(S (NP (DT the) (NN man)) (VP (VBD saw) (NP (PRP her)) (ADVP (RP off)) (. .)))"
    scores = score_brackets([parse_tree(GOLD)], [parse_tree(other)])
    assert scores.f1 == 100 and scores.exact == 1


def test_repeated_brackets_count_as_often_as_they_occur() -> None:
    once, twice = parse_tree("(TOP (NP (NN a)))"), parse_tree("(TOP (NP (NP (NN a))))")
    scores = score_brackets([twice], [once])
    assert (scores.gold, scores.parsed, scores.matched) == (2, 1, 1)


@given(TREES)
def test_a_tree_is_like_itself(tree: ConstituencyTree) -> None:
    scores = score_brackets([tree], [tree])
    assert scores.exact == 1 and scores.matched == scores.gold == scores.parsed


def test_other_words_are_refused() -> None:
    with pytest.raises(FormatError, match="sentence 1"):
        score_brackets([parse_tree("(S (X a))")], [parse_tree("(S (X b))")])
