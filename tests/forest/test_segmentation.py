from __future__ import annotations

import pytest

from dragoman.common.errors import FormatError
from dragoman.forest.segmentation import TranslatedPhrase, parse_segmentation


def test_pieces_of_a_phrase_are_put_together() -> None:
    found = parse_segmentation("not |1-1,3-3| want |2-2| anymore |+1-1,3-3|")
    assert found == [
        TranslatedPhrase((1, 3), ("not", "anymore")),
        TranslatedPhrase((2,), ("want",)),
    ]


@pytest.mark.parametrize(
    "line",
    ["x |0-4294967295|", f"x |0-{'9' * 5000}|", "x |0-999999| " * 2, "x |0-9999999|", "x |²-²|"],
)
def test_marks_beyond_all_reason_are_refused(line: str) -> None:
    with pytest.raises(FormatError, match=r"expected the source words|name more than"):
        parse_segmentation(line)
