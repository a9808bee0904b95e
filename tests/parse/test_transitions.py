"""The transition system and its oracle, against plain Python."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import (
    DependencyTrainer,
    LinearModel,
    ParserInput,
    arc_actions,
    parse_dependencies,
    projective_heads,
    score_arc_actions,
)
from dragoman.common.errors import ConfigError, ModelError
from support.parse.transitions import UNDER_ROOT, UNDER_WORD, is_projective, replay, sequences


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Heads of any tree with any number of roots; the length is the root."""
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(size)))
    heads = [size] * size
    for place, word in enumerate(order):
        above = draw(st.integers(-1, place - 1))
        heads[word] = size if above < 0 else order[above]
    return heads


def _labels(heads: list[int]) -> list[int]:
    return [i % 3 for i in range(len(heads))]


def _actions(heads: list[int], labels: list[int]) -> list[int]:
    return arc_actions(np.array(heads, np.int32), np.array(labels, np.uint16)).tolist()


@given(trees())
def test_every_projective_tree_is_made_by_its_oracle(heads: list[int]) -> None:
    if is_projective(heads):
        assert replay(_actions(heads, _labels(heads))) == (heads, _labels(heads))
    else:
        with pytest.raises(ModelError, match="not projective"):
            _actions(heads, _labels(heads))


@given(trees())
def test_lifting_makes_trees_projective_and_changes_no_others(heads: list[int]) -> None:
    lifted = projective_heads(np.array(heads, np.int32)).tolist()
    assert is_projective(lifted)
    if is_projective(heads):
        assert lifted == heads
    for word, head in enumerate(lifted):
        ancestors = [heads[word]]
        while ancestors[-1] != len(heads):
            ancestors.append(heads[ancestors[-1]])
        assert head in ancestors
    if heads.count(len(heads)) == 1:
        assert lifted.count(len(heads)) == 1


def test_the_system_makes_all_projective_trees_and_nothing_else() -> None:
    for size in range(1, 5):
        made = [replay(s)[0] for s in sequences(size, [UNDER_ROOT | UNDER_WORD], one_root=False)]
        found = {tuple(heads) for heads in made}
        every = {
            heads
            for heads in product(range(size + 1), repeat=size)
            if _is_tree(heads) and is_projective(list(heads))
        }
        assert found == every
        single = sequences(size, [UNDER_ROOT | UNDER_WORD], one_root=True)
        assert {tuple(replay(s)[0]) for s in single} == {h for h in every if h.count(size) == 1}


def _is_tree(heads: tuple[int, ...]) -> bool:
    for word in range(len(heads)):
        for _ in heads:
            word = heads[word] if word < len(heads) else word
        if word != len(heads):
            return False
    return True


WORDS = [["a", "dog", "sees", "a"], ["dog", "sees"], ["a"], ["sees", "a", "dog"]]
TAGS = np.array([0, 1, 2, 0, 1, 2, 0, 2, 0, 1], np.uint16)
COARSE = np.array([0, 1, 1], np.uint16)
HEADS = np.array([1, 2, 4, 2, 1, 2, 1, 3, 2, 0], np.int32)
LABELS = np.array([1, 1, 0, 2, 1, 0, 0, 0, 2, 1], np.uint16)


@pytest.mark.parametrize("one_root", [True, False])
def test_a_wide_beam_finds_what_exhaustive_search_finds(one_root: bool) -> None:
    given = ParserInput(WORDS, WORDS)
    trainer = DependencyTrainer(given, TAGS, COARSE, HEADS, LABELS, 3, 2)
    for seed in range(2):
        trainer.iterate(seed, None)
    uses = trainer.label_uses()
    assert uses.tolist() == [1, 2, 2] and trainer.one_root
    model = LinearModel(7, *trainer.average())
    for words in (["a", "dog", "sees"], ["sees", "cat", "a", "a"], ["dog"]):
        sentence = ParserInput([words], [words])
        tags = np.array([len(word) % 3 for word in words], np.uint16)
        scores = {
            tuple(actions): score_arc_actions(
                sentence, tags, COARSE, model, uses, one_root, np.array(actions, np.uint16)
            )
            for actions in sequences(len(words), uses.tolist(), one_root)
        }
        best = max(scores.values())
        answer = parse_dependencies(sentence, tags, COARSE, model, uses, one_root, 10**6, 1, None)
        heads, labels = (column.tolist() for column in answer)
        trees = [replay(list(actions)) for actions, score in scores.items() if score == best]
        assert (heads, labels) in trees


def test_what_is_not_legal_has_no_score() -> None:
    given = ParserInput(WORDS, WORDS)
    trainer = DependencyTrainer(given, TAGS, COARSE, HEADS, LABELS, 3, 2)
    model, uses = LinearModel(7, *trainer.average()), trainer.label_uses()
    sentence, tags = ParserInput([["a", "b"]], [["a", "b"]]), np.array([0, 1], np.uint16)
    legal = {tuple(s) for s in sequences(2, uses.tolist(), True)}
    for actions in product(range(7), repeat=4):
        numbers = np.array(actions, np.uint16)
        if actions in legal:
            score_arc_actions(sentence, tags, COARSE, model, uses, True, numbers)
        else:
            with pytest.raises(ConfigError):
                score_arc_actions(sentence, tags, COARSE, model, uses, True, numbers)


def test_wrong_arrays_are_refused() -> None:
    given = ParserInput(WORDS, WORDS)
    with pytest.raises(ConfigError, match="heads of a tree"):
        cycle = np.array([1, 0, 4, 2, 1, 2, 1, 3, 2, 0], np.int32)
        DependencyTrainer(given, TAGS, COARSE, cycle, LABELS, 3, 2)
    with pytest.raises(ConfigError, match="label's number"):
        DependencyTrainer(given, TAGS, COARSE, HEADS, LABELS, 2, 2)
    with pytest.raises(ConfigError, match="tag's number"):
        DependencyTrainer(given, TAGS, COARSE[:2], HEADS, LABELS, 3, 2)
    with pytest.raises(ConfigError, match="for each word"):
        DependencyTrainer(given, TAGS[:-1], COARSE, HEADS, LABELS, 3, 2)
    with pytest.raises(ConfigError, match="beam"):
        DependencyTrainer(given, TAGS, COARSE, HEADS, LABELS, 3, 0)
    with pytest.raises(ConfigError, match="lower case"):
        ParserInput(WORDS, WORDS[:-1])
