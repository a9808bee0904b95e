"""Cohesion by definition: the papers' worked examples, and the algorithms against equation 1."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cohesion.definition import (
    PosClasses,
    cohesion_counts,
    innersect,
    interruptions,
    is_cohesive,
    projected_spans,
    subtrees,
    tag_of,
    violations,
)
from dragoman.corpus.dependency import ROOT, DependencyTree


def tree_of(words: str, heads: str, tags: str = "") -> DependencyTree:
    """A tree from words and the words that head them (``-`` for the root)."""
    forms = words.split()
    where = [ROOT if head == "-" else forms.index(head) for head in heads.split()]
    return DependencyTree(tuple(forms), tuple(where), xpos=tuple(tags.split()))


# Cherry (2008), figure 1: "nobody likes | to pay taxes", the first phrase being "nobody likes to".
LIKES = tree_of("nobody likes to pay taxes", "likes - pay likes pay")
# Cherry (2008), figure 2: "the voting session begins tomorrow".
BEGINS = tree_of("the voting session begins tomorrow", "session session begins - begins")
THE, VOTING, SESSION, BEGIN, TOMORROW = range(5)
# Bach et al. (2009), figure 1; the second "the" is written "the2" so that heads can be named.
ELECTION = tree_of(
    "the presidential election of the2 united states begins tomorrow",
    "election election begins election states states of - begins",
    "DT JJ NN IN DT NNP NNPS VBZ NN",
)


def test_figure_1_spans() -> None:
    phrases = [{0, 1, 2}, {3, 4}]
    local = dict(projected_spans(LIKES, phrases))[1]
    spans = {(s.word, s.is_head): (s.span[0] + 1, s.span[1] + 1) for s in local}
    assert spans == {(1, True): (1, 1), (0, False): (1, 1), (3, False): (1, 2)}
    assert is_cohesive(LIKES, phrases)


def test_innersection() -> None:
    assert innersect((1, 3), (2, 4))
    assert innersect((2, 4), (1, 3))
    assert not innersect((1, 3), (3, 4))
    assert not innersect((1, 1), (1, 2))


@pytest.mark.parametrize(
    ("phrases", "spans", "cohesive"),
    [
        (
            [{THE}, {SESSION}, {VOTING}, {BEGIN, TOMORROW}],
            {(SESSION, False): (1, 3), (BEGIN, True): (4, 4), (TOMORROW, False): (4, 4)},
            True,
        ),
        (
            [{THE}, {SESSION, BEGIN}, {VOTING}, {TOMORROW}],
            {(SESSION, False): (1, 3), (BEGIN, True): (2, 2), (TOMORROW, False): (4, 4)},
            False,
        ),
    ],
)
def test_table_1(phrases, spans, cohesive: bool) -> None:
    local = dict(projected_spans(BEGINS, phrases))[BEGIN]
    assert {(s.word, s.is_head): (s.span[0] + 1, s.span[1] + 1) for s in local} == spans
    assert is_cohesive(BEGINS, phrases) is cohesive
    if not cohesive:
        (violation,) = violations(BEGINS, phrases)
        assert {violation.first.word, violation.second.word} == {SESSION, BEGIN}


def test_figure_2b_is_interrupted_by_its_second_phrase() -> None:
    found = interruptions(BEGINS, [{THE}, {SESSION, BEGIN}])
    assert [(i.phrase, i.word, i.uncovered) for i in found] == [(1, SESSION, (VOTING,))]
    counts = cohesion_counts(BEGINS, {THE}, {SESSION, BEGIN}, {THE})
    assert counts.interruption
    assert counts.words == 1


def test_bach_exhaustive_check_fires_where_the_plain_one_does_not() -> None:
    covered = {0, 1, 2, 7}
    plain = cohesion_counts(ELECTION, {7}, {8}, covered)
    exhaustive = cohesion_counts(ELECTION, {7}, {8}, covered, exhaustive=True)
    assert not plain.interruption
    assert exhaustive.interruption
    assert exhaustive.words == 4


def test_bach_rich_constraints() -> None:
    counts = cohesion_counts(ELECTION, {4, 5, 6}, {7}, {4, 5, 6})
    assert (counts.interruption, counts.words, counts.verbs, counts.nouns) == (True, 4, 0, 1)


@st.composite
def trees(draw: st.DrawFn, projective: bool = False) -> DependencyTree:
    size = draw(st.integers(1, 9))
    rng = random.Random(draw(st.integers(0, 2**32)))
    if not projective:
        order = list(range(size))
        rng.shuffle(order)
        heads = [ROOT] * size
        for i, word in enumerate(order):
            if i and rng.random() > 0.1:
                heads[word] = order[rng.randrange(i)]
        return DependencyTree(tuple(f"w{i}" for i in range(size)), tuple(heads))
    heads = [ROOT] * size

    def build(low: int, high: int, head: int) -> None:
        while low < high:  # cut [low, high) into subtrees of this head
            cut = rng.randint(low + 1, high)
            root = rng.randrange(low, cut)
            heads[root] = head
            build(low, root, root)
            build(root + 1, cut, root)
            low = cut

    root = rng.randrange(size)
    build(0, root, root)
    build(root + 1, size, root)
    return DependencyTree(tuple(f"w{i}" for i in range(size)), tuple(heads))


def random_phrases(size: int, rng: random.Random) -> list[set[int]]:
    """A segmentation into contiguous phrases, in random order."""
    cuts = [0, *sorted(rng.sample(range(1, size), rng.randint(0, size - 1))), size]
    phrases = [set(range(a, b)) for a, b in pairwise(cuts)]
    rng.shuffle(phrases)
    return phrases


@given(trees(projective=True), st.randoms(use_true_random=False))
def test_on_projective_trees_no_interruption_means_cohesive(tree, rng: random.Random) -> None:
    phrases = random_phrases(len(tree), rng)
    assert is_cohesive(tree, phrases) == (not interruptions(tree, phrases))


@given(trees(projective=True), st.randoms(use_true_random=False))
def test_algorithm_1_equals_equation_1_on_interruption_free_histories(tree, rng) -> None:
    phrases = random_phrases(len(tree), rng)
    found = {i.phrase for i in interruptions(tree, phrases)}
    covered: set[int] = set(phrases[0])
    for number in range(1, len(phrases)):
        counts = cohesion_counts(tree, phrases[number - 1], phrases[number], covered)
        assert counts.interruption == (number in found)
        if number in found:
            break
        covered |= phrases[number]


@given(trees(), st.randoms(use_true_random=False))
def test_the_exhaustive_check_equals_equation_1_on_all_histories(tree, rng) -> None:
    phrases = random_phrases(len(tree), rng)
    found = interruptions(tree, phrases)
    covered: set[int] = set()
    for number, phrase in enumerate(phrases):
        counts = cohesion_counts(tree, set(), phrase, covered, exhaustive=True)
        words = {w for i in found if i.phrase == number for w in i.uncovered}
        assert counts.interruption == bool(words)
        assert counts.words == len(words)
        covered |= phrase


@given(trees())
def test_subtrees_agree_with_the_tree(tree: DependencyTree) -> None:
    assert [tuple(sorted(words)) for words in subtrees(tree)] == [
        tree.subtree(word) for word in range(len(tree))
    ]


def test_the_tag_of_the_language_comes_before_the_universal_one() -> None:
    """``xpos`` tells a participle that is a verb from the noun that ``upos`` takes it for."""
    words, heads = ("a", "b", "c", "d"), (ROOT, 0, 0, 0)
    tree = DependencyTree(
        words, heads, tags=("NOUN", "VERB", "NOUN", "_"), xpos=("VBG", "NN", "_", "")
    )
    assert [tag_of(tree, word) for word in range(4)] == ["VBG", "NN", "NOUN", ""]
    classes = PosClasses()
    assert [classes.is_verb(tree, word) for word in range(4)] == [True, False, False, False]
    assert [classes.is_noun(tree, word) for word in range(4)] == [False, True, True, False]
