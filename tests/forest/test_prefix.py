"""Texts that begin as typed, and the nearest beginnings, against enumeration of all derivations."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman._core import Forest as NativeForest
from dragoman.common.errors import ConfigError, ModelError
from dragoman.forest import Forest
from dragoman.forest.prefix import Continued, Prefix, exactly_continued, nearest_continued
from support.examples import examples
from support.forest.random_forests import enumerate_all, make, random_edges, seeds

prefixes = st.lists(st.sampled_from("abc"), max_size=4)


def letters(typed: str, word: str, partial: bool = False) -> float:
    """The part of letters that differ."""
    rows = [list(range(len(word) + 1))]
    for i, letter in enumerate(typed, 1):
        row = [i]
        for j, other in enumerate(word, 1):
            row.append(min(rows[-1][j - 1] + (letter != other), rows[-1][j] + 1, row[-1] + 1))
        rows.append(row)
    if partial:
        return min(1.0, min(rows[-1]) / len(typed))
    return min(1.0, rows[-1][-1] / max(len(typed), len(word)))


def fits(word: str, typed: str, partial: bool) -> bool:
    return word.startswith(typed) if partial else word == typed


def edits(typed: list[str], text: tuple[str, ...], partial: bool = False) -> float:
    """Levenshtein's distance between words typed and words of a text."""
    row = [float(j) for j in range(len(typed) + 1)]
    for i, word in enumerate(text, 1):
        new = [float(i)]
        for j, one in enumerate(typed, 1):
            open_end = partial and j == len(typed)
            change = 0.0 if fits(word, one, open_end) else letters(one, word, open_end)
            new.append(min(row[j - 1] + change, row[j] + 1, new[-1] + 1))
        row = new
    return row[-1]


@settings(max_examples=examples(150), deadline=None)
@given(seeds, prefixes)
def test_the_forest_has_exactly_the_derivations_that_begin_so(seed, words):
    edges = random_edges(seed)
    wanted = [d for d in enumerate_all(edges) if d[1][: len(words)] == tuple(words)]
    found = exactly_continued(make(edges), Prefix.of(words))
    if not wanted:
        assert found is None
        return
    assert found is not None
    derivations = found.forest.kbest(len(wanted) + 1)
    assert len(derivations) == len(wanted)
    assert sorted((d.tokens, round(d.score, 6)) for d in derivations) == sorted(
        (d[1], round(d[0], 6)) for d in wanted
    )


@settings(max_examples=examples(150), deadline=None)
@given(seeds, prefixes.filter(bool), st.booleans(), st.sampled_from([0.3, 2.0, 50.0]))
def test_the_nearest_beginning_is_the_best_of_all(seed, words, partial, cost):
    edges = random_edges(seed)
    words = [word + random.Random(seed).choice(["", "", "b", "xy"]) for word in words]
    best: dict[tuple[str, ...], float] = {}
    for score, text, _, _ in enumerate_all(edges):
        for end in range(len(text) + 1):
            best[text[:end]] = max(score, best.get(text[:end], score))
    values = [score - cost * edits(words, start, partial) for start, score in best.items()]
    numbers, distance = make(edges).native.nearest_prefix([[w] for w in words], partial, cost)
    start = tuple("abc"[number] for number in numbers)
    assert distance == pytest.approx(edits(words, start, partial), abs=1e-5)
    assert best[start] - cost * distance == pytest.approx(max(values), abs=1e-4)


def continued(forest: Forest, words: Sequence[str]) -> Continued | None:
    """As completion asks: as typed, or with the words that come nearest."""
    prefix = Prefix.of(words)
    return exactly_continued(forest, prefix) or nearest_continued(forest, prefix)


@settings(max_examples=examples(50), deadline=None)
@given(seeds, prefixes)
def test_there_is_always_a_continuation(seed, words):
    edges = random_edges(seed)
    found = continued(make(edges), words)
    assert found is not None
    exact = any(d[1][: len(words)] == tuple(words) for d in enumerate_all(edges))
    assert (found.edits == 0) == exact
    starts = {d.tokens[: found.words] for d in found.forest.kbest(50)}
    assert len(starts) == 1


def test_the_last_word_may_be_the_beginning_of_another_and_words_have_spellings():
    edges = [
        (0, [], [0], [1], 1.0),
        (0, [], [1], [0], 0.0),
        (1, [0], [-2, 2], [0], 0.0),
        (1, [0], [-2, 3], [-1], -1.0),
    ]
    forest = Forest(NativeForest.build(["the", "that", "house", "hotel"], 1, edges), ["f"], ())

    def texts(*words: str, partial: bool = True) -> list[str]:
        found = exactly_continued(forest, Prefix.of(words, partial))
        return [] if found is None else [d.text for d in found.forest.kbest(10)]

    assert texts("th", partial=False) == []
    assert texts("tha") == ["that house", "that hotel"]
    assert texts("the", "ho") == ["the house", "the hotel"]
    assert texts("t", "ho") == []
    capital = Prefix((("The", "the"), ("hot",)), True)
    found = exactly_continued(forest, capital)
    assert found is not None
    assert [d.text for d in found.forest.kbest(10)] == ["the hotel"]


def test_an_empty_forest_has_no_continuation():
    forest = Forest(NativeForest.build([], 1, []), ["f"], ())
    assert exactly_continued(forest, Prefix.of(["a"])) is None
    with pytest.raises(ModelError, match="empty"):
        forest.native.nearest_prefix([["a"]])


def test_a_forest_that_has_a_text_twice_in_a_rule_is_refused():
    edges = [(0, [], [0], [0], 0.0), (1, [0], [-2, -2], [0], 0.0)]
    forest = Forest(NativeForest.build(["a"], 1, edges), ["f"], ())
    with pytest.raises(ModelError, match="once"):
        exactly_continued(forest, Prefix.of(["a"]))


@settings(max_examples=examples(50), deadline=None)
@given(seeds, prefixes.filter(bool))
def test_a_correction_fits_into_its_room(seed, words):
    forest = make(random_edges(seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dragoman.forest.prefix.MOST_CELLS", 8)
        found = continued(forest, words)
    assert found is not None
    exact = continued(forest, words)
    assert exact is not None
    assert (found.edits == 0) == (exact.edits == 0)


def test_too_many_typed_words_are_refused():
    with pytest.raises(ConfigError, match="at most 500 typed words, got 501"):
        Prefix.of(["a"] * 501)
