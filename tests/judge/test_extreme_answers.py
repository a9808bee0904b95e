"""Answers with any value in any place: each is recorded or refused, and the journal can be read afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.judge.answers import Judging
from dragoman.judge.campaign import AnyCampaign, Campaign
from dragoman.judge.journal import JudgementJournal
from dragoman.judge.judgement import Material, SelectionOptions
from dragoman.judge.rated_item import items_of
from dragoman.judge.rating_campaign import RatingCampaign
from dragoman.judge.rating_journal import RatingJournal
from support.serve.extremes import EXTREMES, places, with_value

NUMBERS = [float("nan"), float("inf"), -float("inf"), 1e400]
SEGMENT = {"score": 70, "spans": [{"begin": 0, "end": 3, "severity": "minor"}]}
RATING = {"annotator": "Ann", "item": 0, "segments": [SEGMENT, SEGMENT], "seconds": 3.5}
JUDGEMENT = {"annotator": "Ann", "sentence": 0, "choice": "left"}


def rating(place: Path) -> AnyCampaign:
    return RatingCampaign(items_of({"s": ["one two", "three"]}, ["eins", "zwei"]), "esa", place)


def judging(place: Path) -> AnyCampaign:
    material = Material(("A", "B"), (["one"], ["two"]), ["three"])
    return Campaign(material, SelectionOptions(shortest=1), place)


@pytest.mark.parametrize(
    ("make", "sound", "journal"),
    [(rating, RATING, RatingJournal), (judging, JUDGEMENT, JudgementJournal)],
)
def test_any_answer(make: Any, sound: dict[str, Any], journal: Any, tmp_path: Path) -> None:
    page = Judging(make(tmp_path / "journal"))
    assert page.answer(json.dumps(sound).encode())[0] == 200
    for path in places(sound):
        for extreme in [*EXTREMES, *NUMBERS]:
            said = with_value(sound, path, extreme)
            status, told = page.answer(json.dumps(said).encode())
            assert status in (200, 400), said
            json.dumps(told, allow_nan=False)
    journal.open(tmp_path / "journal")
    assert Judging(make(tmp_path / "journal")).question("Ann")[0] == 200
