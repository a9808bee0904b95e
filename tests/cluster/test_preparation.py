"""Text prepared by tasks: what one machine makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import dragoman.cluster.preparation as preparation
from dragoman.cluster import OneMachine
from dragoman.cluster.preparation import prepared
from dragoman.corpus.preparation import TextPreparation
from support.engines import Unruly

PAIRS = [
    ("Das ist klein.", "That is small.", "one"),
    ("", "Nothing's there", ""),
    ("Der Mann, der das Haus sah", "The man who saw it: he", "two"),
] * 5


@pytest.mark.parametrize("chunk", [1, 4, 100])
def test_pairs_are_those_of_one_machine(
    tmp_path: Path, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "CHUNK", chunk)
    text = TextPreparation(True, "de", "en", False)
    for one in (text, text.learn_case([p[0] for p in PAIRS], [p[1] for p in PAIRS])):
        expected = [(one.source(s), one.target(t), d) for s, t, d in PAIRS]
        assert list(prepared(Unruly(chunk), one, PAIRS, tmp_path)) == expected
        assert list(prepared(OneMachine(2), one, PAIRS, tmp_path)) == expected
    assert not any(tmp_path.iterdir())
