"""Constituency trees as actions, and the search for the best ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from dragoman._core import LinearModel, ParserInput, SpanTrainer, parse_spans, score_span_actions
from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.constituency import ConstituencyTree, parse_tree
from dragoman.parse.span_actions import (
    COMBINE,
    NO_LABEL,
    SHIFT,
    mirrored,
    mirrored_tree,
    spans_of,
    tree_of,
    tree_steps,
    with_top,
)
from dragoman.parse.span_labels import HEAD_LAST, INSIDE, WHOLE, heads_last
from support.parse.bracketed import TREES


@given(TREES)
def test_actions_make_the_tree_again(tree: ConstituencyTree) -> None:
    steps = tree_steps(tree)
    assert len(steps) == 4 * len(tree) - 2
    spans = spans_of(steps)
    assert tree_of(spans, tree.words(), tree.tags()) == with_top(tree)
    mirror = mirrored_tree(tree)
    assert mirror.words() == tree.words()[::-1] and mirrored_tree(mirror) == tree
    assert mirrored(spans_of(tree_steps(mirror)), len(tree)) == spans


def test_the_actions_of_a_small_tree() -> None:
    tree = parse_tree("(ROOT (S (NP (PRP I)) (VP (VBP see) (NP (PRP you)) (ADVP (RB now)))))")
    assert tree_steps(tree) == [
        *(SHIFT, "NP"),
        *(SHIFT, NO_LABEL),
        *(SHIFT, "NP"),
        *(COMBINE, NO_LABEL),
        *(SHIFT, "ADVP"),
        *(COMBINE, "VP"),
        *(COMBINE, "TOP S"),
    ]


def test_spans_that_make_no_tree() -> None:
    crossing = {(0, 3): ("TOP",), (0, 2): ("A",), (1, 3): ("B",)}
    for spans in ({(0, 1): ("TOP",)}, {}, {(0, 3): ("TOP",), (2, 4): ("A",)}, crossing):
        with pytest.raises(FormatError, match="no tree"):
            tree_of(spans, ["a", "b", "c"], ["X", "X", "X"])


def sequences(size: int, uses: list[int]) -> Iterator[list[int]]:
    """Every legal sequence of actions, in plain Python: the twin of core/parse/span_system.cpp."""

    def labels(actions: list[int], spans: list[tuple[int, int]]) -> Iterator[list[int]]:
        whole = spans[-1] == (0, size)
        if not whole:
            yield from structure([*actions, NO_LABEL], spans)
        for label, use in enumerate(uses):
            if use & (WHOLE if whole else INSIDE):
                yield from structure([*actions, 3 + label], spans)

    def structure(actions: list[int], spans: list[tuple[int, int]]) -> Iterator[list[int]]:
        front = spans[-1][1] if spans else 0
        if spans == [(0, size)]:
            yield actions
        if front < size:
            yield from labels([*actions, SHIFT], [*spans, (front, front + 1)])
        if len(spans) > 1:
            joined = (spans[-2][0], spans[-1][1])
            yield from labels([*actions, COMBINE], [*spans[:-2], joined])

    yield from structure([], [])


WORDS = [["a", "dog", "sees"], ["dog"]]
TAGS = np.array([0, 1, 2, 1], np.uint16)
COARSE = np.array([0, 1, 2], np.uint16)
USES = np.array([WHOLE, INSIDE | HEAD_LAST], np.uint8)
PUNCTUATION = np.array([0, 0, 0], np.uint8)
ACTIONS = np.array([0, 2, 0, 2, 1, 4, 0, 2, 1, 3, 0, 3], np.uint16)


def _trainer(actions: np.ndarray = ACTIONS, beam: int = 2) -> SpanTrainer:
    given = ParserInput(WORDS, WORDS)
    return SpanTrainer(given, TAGS, COARSE, actions, USES, PUNCTUATION, beam)


def test_a_wide_beam_finds_what_exhaustive_search_finds() -> None:
    trainer = _trainer()
    for seed in range(3):
        trainer.iterate(seed, None)
    model = LinearModel(5, *trainer.average())
    for words in (["a", "dog"], ["dog", "a", "sees"], ["sees"]):
        sentence = ParserInput([words], [words])
        tags = np.array([len(word) % 3 for word in words], np.uint16)
        scores = {}
        for actions in sequences(len(words), USES.tolist()):
            numbers = np.array(actions, np.uint16)
            scores[tuple(actions)] = score_span_actions(
                sentence, tags, COARSE, model, USES, PUNCTUATION, numbers
            )
        found = parse_spans(sentence, tags, COARSE, model, USES, PUNCTUATION, 10**6, 1, None)
        assert scores[tuple(found.tolist())] == max(scores.values())


def test_training_learns_what_it_sees() -> None:
    trainer = _trainer()
    for seed in range(20):
        right = trainer.iterate(seed, None)
    assert right == 2
    model = LinearModel(5, *trainer.average())
    given = ParserInput(WORDS, WORDS)
    found = parse_spans(given, TAGS, COARSE, model, USES, PUNCTUATION, 2, 2, None)
    assert found.tolist() == ACTIONS.tolist()


def test_wrong_arrays_are_refused() -> None:
    with pytest.raises(ConfigError, match="make no tree"):
        _trainer(np.array([0, 2, 0, 2, 1, 4, 0, 2, 1, 2, 0, 3], np.uint16))
    with pytest.raises(ConfigError, match="actions of all sentences"):
        _trainer(ACTIONS[:-1])
    with pytest.raises(ConfigError, match="beam"):
        _trainer(beam=0)


def test_where_heads_are() -> None:
    trees = [
        "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))))",
        "(S (NP (PRP$ my) (NN cat)) (VP (VBD saw) (PP (IN to) (NP (JJ red) (NN paint)))))",
        "(S (PP (IN to) (NP (DT a) (NN dog))) (VP (VBD saw) (ADVP (RB so) (RB well))))",
    ]
    assert heads_last(map(parse_tree, trees)) == {"S", "NP"}
