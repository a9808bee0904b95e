from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.forest import Derivation
from dragoman.forest.derivation import GLUE, Step
from dragoman.forest.segmentation import (
    Segmentation,
    TranslatedPhrase,
    parse_segmentation,
    phrases_of,
    segmented,
)


def test_pieces_of_a_phrase_are_put_together() -> None:
    assert parse_segmentation("not |1-1,3-3| want |2-2| anymore |+1-1,3-3|") == Segmentation(
        ("not", "want", "anymore"),
        (TranslatedPhrase((1, 3), ("not", "anymore")), TranslatedPhrase((2,), ("want",))),
    )


def test_words_that_translate_nothing_belong_to_no_phrase() -> None:
    found = parse_segmentation("so |-| it |0-0| is |-| || |1-1|")
    assert found.tokens == ("so", "it", "is", "||")
    assert found.phrases == (TranslatedPhrase((0,), ("it",)), TranslatedPhrase((1,), ("||",)))


@given(
    st.lists(
        st.one_of(
            st.sampled_from(["|0-1|", "|+2-3,5-6|", "|-|", "||", "|", "&#124;-|", "a", "a\u00a0b"]),
            st.from_regex(r"(&(amp;){0,3}#124;|\|)([0-9]-[0-9]|-)\|", fullmatch=True),
        ),
        min_size=1,
    )
)
def test_words_that_look_like_marks_come_back(words: list[str]) -> None:
    target, places = tuple(words), tuple(range(len(words)))
    phrase = Step(0, ((0, 1),), ("x",), target, places, (), {}, 0.0)
    glue = Step(GLUE, (), (), (), (), (), {}, 0.0, (0,), 1)
    derivation = Derivation(("x",), target, (phrase, glue), 0.0)
    found = parse_segmentation(segmented(derivation))
    assert found.tokens == target
    assert list(found.phrases) == phrases_of(derivation)


def test_a_later_piece_needs_a_first() -> None:
    with pytest.raises(FormatError, match=r"first piece of a phrase before '\|\+1-1\|'"):
        parse_segmentation("x |0-0| y |+1-1|")


def test_two_phrases_of_the_same_words_stay_two() -> None:
    """Whoever needs every word translated once finds that this is not so."""
    found = parse_segmentation("x |0-0| y |0-0|")
    assert [phrase.source for phrase in found.phrases] == [(0,), (0,)]


@pytest.mark.parametrize(
    "line",
    ["x |0-4294967295|", f"x |0-{'9' * 5000}|", "x |0-999999| " * 2, "x |0-9999999|", "x |²-²|"],
)
def test_marks_beyond_all_reason_are_refused(line: str) -> None:
    with pytest.raises(FormatError, match=r"expected the source words|name more than"):
        parse_segmentation(line)
