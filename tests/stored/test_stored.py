"""Models that an earlier version made are opened, and answer as they did then (``stored/make.py`` makes them)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import dragoman
from dragoman.common.errors import ModelError
from stored.make import PARTS, PLACE, SYSTEMS, run, unpack

LINES = (PLACE / "lines.qar").read_text(encoding="utf-8").splitlines()
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_model_translates_as_it_did(name: str, tmp_path: Path) -> None:
    expected = json.loads((PLACE / f"{name}.json").read_text(encoding="utf-8"))
    model = dragoman.load(unpack(name, tmp_path))
    found = model.translate(LINES)
    assert [one.text for one in found] == [one["translation"] for one in expected]
    for one, before in zip(found, expected, strict=True):
        assert one.score == pytest.approx(before["score"], abs=1e-4)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_answers_as_it_did(name: str, tmp_path: Path) -> None:
    unpack(name, tmp_path)
    for side in ("qar", "qot"):
        (tmp_path / f"lines.{side}").write_bytes((PLACE / f"lines.{side}").read_bytes())
    expected = (PLACE / f"{name}.txt").read_text(encoding="utf-8")
    found = run(tmp_path, *PARTS[name][1].format(name=name).split())
    assert NUMBER.sub("#", found) == NUMBER.sub("#", expected) and found
    for now, before in zip(NUMBER.findall(found), NUMBER.findall(expected), strict=True):
        assert float(now) == pytest.approx(float(before), abs=1e-4)


def test_a_model_of_a_later_format_is_refused_with_what_to_do(tmp_path: Path) -> None:
    place = unpack("phrases", tmp_path)
    described = place / "model.toml"
    text = described.read_text(encoding="utf-8")
    assert re.search(r"^format = \d+$", text, re.MULTILINE)
    described.write_text(re.sub(r"^format = \d+$", "format = 999", text, flags=re.MULTILINE))
    with pytest.raises(ModelError, match=r"made by a later version .* train it again"):
        dragoman.load(place)
