"""Words that a model is unsure of are marked before anybody looks, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.judge.rated_item import RatedItem, items_of
from dragoman.judge.unsure_words import with_unsure_words
from dragoman.model.interactive.completion import Completion, Ending
from support.model.handful import make_model

PIECES = st.lists(st.sampled_from(["the", " the", " house", ",", " ist", ""]), max_size=8)
SURE = st.floats(0, 1)


def completing(pieces: list[str], sure: list[float]) -> Callable[[str, str], Completion]:
    ending = Ending("".join(pieces), tuple(pieces), tuple(sure), 0.0)
    return lambda source, prefix: Completion(prefix, ending, (), True, "", 0.0)


def of(target: str) -> list[RatedItem]:
    return items_of({"x": [target]}, ["das haus"])


@given(st.data(), SURE)
def test_marked_characters_are_those_of_unsure_words(data: st.DataObject, least: float) -> None:
    pieces = data.draw(PIECES)
    sure = data.draw(st.lists(SURE, min_size=len(pieces), max_size=len(pieces)))
    text = "".join(pieces)
    ((segment,),) = (
        one.segments for one in with_unsure_words(of(text), completing(pieces, sure), least)
    )
    expected, place = set(), 0
    for piece, one in zip(pieces, sure, strict=True):
        inside = range(place + len(piece) - len(piece.lstrip()), place + len(piece))
        expected |= set(inside) if one < least else set()
        place += len(piece)
    found = [(span.begin, span.end) for span in segment.spans]
    covered = {at for begin, end in found for at in range(begin, end)}
    assert covered - expected <= {at for at in range(len(text)) if text[at] == " "}
    assert expected <= covered
    assert all(a < b for a, b in found) and found == sorted(found)
    assert all(before[1] < after[0] for before, after in pairwise(found))


def test_other_translations_are_left_as_they_are() -> None:
    complete = completing(["the", " house"], [0.9, 0.1])
    systems = {"own": ["the house"], "other": ["the building"]}
    own, other = with_unsure_words(items_of(systems, ["das haus"]), complete, 0.3)
    assert [(s.begin, s.end) for s in own.segments[0].spans] == [(4, 9)]
    assert other.segments[0].spans == ()
    with pytest.raises(ConfigError, match="nothing to mark"):
        with_unsure_words(of("a house"), complete, 0.3)


def test_the_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    model = make_model()
    model.save("model")
    lines = ["das haus ist klein", "das haus ist xyzzy"]
    Path("in").write_text("".join(f"{line}\n" for line in lines))
    Path("out").write_text("".join(f"{one.text}\n" for one in model.translate(lines)))
    words = ["judge", "export", "out", "--source", "in", "--mark", "model", "--unsure", "1"]
    assert main([*words, "--output", "campaign"]) == 0
    campaign = json.loads(Path("campaign").read_text())
    spans = [one["error_spans"]["out"] for d in campaign["data"][0] for one in d]
    assert len(spans) == 2 and spans[0][0]["severity"] == "minor"
    assert main([*words, "--output", "campaign", "--protocol", "da"]) == 1
    assert main(["judge", "export", "out", "--source", "in", "--unsure", "1", "--output", "c"]) == 1
