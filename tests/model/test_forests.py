"""Forests take much memory: few are held at a time, whatever is read from them."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.model.translator import FORESTS
from dragoman.search import PhraseDecoder
from support.model.handful import make_model

LINES = ["das haus ist klein", "das haus", "klein ist das", "haus"] * FORESTS


@pytest.mark.parametrize(
    ("wish", "most"),
    [
        ({"nbest": 3}, 2 * FORESTS),
        ({"nbest": 3, "threads": 3}, 3 * FORESTS),
        ({"confidence": 1.0}, 2 * FORESTS),
        ({"kbest_filter": 5}, 2 * FORESTS),
        ({"forest": True, "nbest": 3}, len(LINES)),
        ({}, len(LINES)),
    ],
)
def test_so_many_sentences_are_decoded_together(
    monkeypatch: pytest.MonkeyPatch, wish: dict[str, Any], most: int
) -> None:
    model, sizes = make_model(), []
    decode = PhraseDecoder.decode

    def counted(self, inputs, *asked):
        sizes.append(len(inputs))
        return decode(self, inputs, *asked)

    monkeypatch.setattr(PhraseDecoder, "decode", counted)
    model.translate(LINES, **wish)
    assert max(sizes) == most
    assert sum(sizes) == len(LINES)


def test_lists_are_the_same_with_the_forest_and_without() -> None:
    model = make_model()
    with_forest = model.translate(LINES, nbest=4, forest=True)
    for one, other in zip(with_forest, model.translate(LINES, nbest=4), strict=True):
        assert [entry.text for entry in one.nbest] == [entry.text for entry in other.nbest]
        assert other.forest is None
    assert model.translate([], nbest=4) == []
