from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import Vocabulary
from dragoman.common.errors import DragomanError, ModelError

WORDS = st.lists(st.text(max_size=12), max_size=60)


@given(WORDS)
def test_numbers_words_in_order_of_first_appearance(words: list[str]) -> None:
    vocabulary = Vocabulary()
    expected: dict[str, int] = {}
    for word in words:
        assert vocabulary.insert(word) == expected.setdefault(word, len(expected))
    assert len(vocabulary) == len(expected)
    assert [vocabulary.word(i) for i in range(len(vocabulary))] == list(expected)


@given(WORDS, WORDS)
def test_a_frozen_view_finds_the_same(words: list[str], others: list[str]) -> None:
    vocabulary = Vocabulary()
    for word in words:
        vocabulary.insert(word)
    frozen = Vocabulary(*vocabulary.arrays())
    for word in words + others:
        assert frozen.find(word) == vocabulary.find(word)
    with pytest.raises(DragomanError, match="frozen"):
        frozen.insert("a word that nobody put in before")


def test_damaged_arrays_are_refused() -> None:
    vocabulary = Vocabulary()
    for word in ["one", "two", "three"]:
        vocabulary.insert(word)
    data, offsets, slots = vocabulary.arrays()
    for wrong in (
        (data[:-1], offsets, slots),
        (data, offsets[::-1].copy(), slots),
        (data, offsets, slots[:5]),
        (data, offsets, np.full_like(slots, 7)),
        (data, offsets, np.full_like(slots, 2**32 - 1)),
    ):
        with pytest.raises(ModelError):
            Vocabulary(*wrong)


def test_words_that_are_not_utf8_are_refused() -> None:
    vocabulary = Vocabulary()
    for word in ["a", "ä", "😀"]:
        vocabulary.insert(word)
    data, offsets, slots = vocabulary.arrays()
    for place in range(1, len(data)):
        wrong = data.copy()
        wrong[place] = 0xFF
        with pytest.raises(ModelError, match="not UTF-8"):
            Vocabulary(wrong, offsets, slots)
    torn = offsets.copy()
    torn[2] -= 1  # the bytes are UTF-8 end to end, the words are not
    with pytest.raises(ModelError, match="not UTF-8"):
        Vocabulary(data, torn, slots)


def test_arrays_of_another_type_are_not_converted() -> None:
    vocabulary = Vocabulary()
    vocabulary.insert("a")
    data, offsets, slots = vocabulary.arrays()
    with pytest.raises(TypeError):
        Vocabulary(data, offsets.astype("i8"), slots)


def test_lines_are_encoded_end_to_end() -> None:
    vocabulary = Vocabulary()
    ids, offsets = vocabulary.encode_lines(["a b a", "", " b\tc "])
    assert ids.tolist() == [0, 1, 0, 1, 2]
    assert offsets.tolist() == [0, 3, 3, 5]
