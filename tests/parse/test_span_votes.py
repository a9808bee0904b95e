"""Several parsers vote on the constituents of a sentence."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dragoman.corpus.constituency import parse_tree
from dragoman.parse.span_actions import Spans, spans_of, tree_of, tree_steps
from dragoman.parse.span_votes import MOST_NESTED, elect

LABELS = [("A",), ("B",), ("A", "B"), ("B", "A"), ("A", "A")]


def _spans(text: str) -> Spans:
    return spans_of(tree_steps(parse_tree(text)))


def test_what_two_of_three_have_is_elected() -> None:
    ballots = [
        _spans("(S (NP (DT a) (NN b)) (VP (VB c) (NP (DT d) (NN e)) (PP (IN f) (NP (NN g)))))"),
        _spans(
            "(S (NP (DT a) (NN b)) (VP (VB c) (NP (NP (DT d) (NN e)) (PP (IN f) (NP (NN g))))))"
        ),
        _spans("(S (X (DT a)) (X (NN b) (VB c)) (NP (NP (DT d) (NN e)) (PP (IN f) (NP (NN g)))))"),
    ]
    assert elect(ballots) == ballots[1]
    assert elect(ballots[:1] * 3) == elect(ballots[:1]) == ballots[0]


def test_labels_over_the_same_words_are_elected_one_by_one() -> None:
    one, two, three = (
        {(0, 2): labels} for labels in (("TOP", "S", "VP"), ("TOP", "S"), ("TOP", "VP"))
    )
    assert elect([one, two, three]) == {(0, 2): ("TOP", "S", "VP")}
    assert elect([two, three, {(0, 2): ("TOP", "NP")}]) == {(0, 2): ("TOP",)}
    twice = {(0, 2): ("TOP", "NP", "NP")}
    assert elect([twice, twice, two]) == twice
    assert elect([two, twice, {(0, 2): ("TOP", "NP")}]) == {(0, 2): ("TOP", "NP")}


@st.composite
def _trees(draw: st.DrawFn, begin: int = 0, end: int = 6) -> Spans:
    """Random spans of which none cross, without chains of words."""
    spans: Spans = {(begin, end): ("TOP",)} if end - begin == 6 else {}
    if end - begin != 6 and draw(st.booleans()):
        spans[begin, end] = draw(st.sampled_from(LABELS))
    if end - begin > 1:
        middle = draw(st.integers(begin + 1, end - 1))
        spans |= draw(_trees(begin, middle)) | draw(_trees(middle, end))
    return spans


@given(st.lists(_trees(), min_size=1, max_size=5))
def test_a_tree_of_all_brackets_that_more_than_half_have(ballots: list[Spans]) -> None:
    elected = elect(ballots)
    tree_of(elected, list("abcdef"), ["X"] * 6)
    votes = Counter(
        (span, label, labels[:place].count(label))
        for ballot in ballots
        for span, labels in ballot.items()
        for place, label in enumerate(labels)
    )
    brackets = Counter((span, label) for span, labels in elected.items() for label in labels)
    wanted = Counter((span, label) for (span, label, _), n in votes.items() if n > len(ballots) / 2)
    assert brackets == wanted


def test_nothing_too_deep_is_elected() -> None:
    size = 3 * MOST_NESTED
    left, right = range(0, size - 1, 2), range(1, size - 1, 2)
    deep = [{(0, size): ("TOP",)} for _ in range(3)]
    for begin in left:
        deep[1][begin, size] = deep[2][begin, size] = ("A",)
    for begin in right:
        deep[1 + begin % 4 // 2][begin, size] = deep[0][begin, size] = ("A",)
    deep[0][0, size] = deep[1][0, size] = deep[2][0, size] = ("TOP",)
    assert elect(deep) == deep[0]
