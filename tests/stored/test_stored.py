"""Models that an earlier version made are opened, and answer as they did then (``stored/make.py`` makes them)."""

from __future__ import annotations

import json
import re
import tarfile
import tomllib
from pathlib import Path

import pytest

import dragoman
from dragoman.common.errors import ModelError
from stored.make import ALL, CLASSES, PARTS, PLACE, SYSTEMS, classes_of, run, unpack

LINES = (PLACE / "lines.qar").read_text(encoding="utf-8").splitlines()
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


WITHIN_A_RUN = {"integer-corpus", "tuning-candidates", "aligned-bitext", "s-phrases"}
"""Kinds that the stages of one training hand to each other."""
LACKING = {"names"}
"""No model of so little text has them."""


def test_every_kind_of_artifact_is_stored() -> None:
    sources = Path(dragoman.__file__).parent.rglob("*.py")
    declared = re.compile(r"^(?:    )?KIND = \"([a-z-]+)\"", re.MULTILINE)
    kinds = {kind for path in sources for kind in declared.findall(path.read_text("utf-8"))}
    stored = set()
    for name in ALL:
        with tarfile.open(PLACE / f"{name}.tar.xz") as archive:
            for entry in archive:
                file = archive.extractfile(entry) if entry.name.endswith("model.toml") else None
                if file is not None:
                    stored.add(tomllib.loads(file.read().decode("utf-8"))["kind"])
    assert kinds - stored == WITHIN_A_RUN | LACKING


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


def test_word_classes_are_those_that_they_were(tmp_path: Path) -> None:
    text = (PLACE / f"{CLASSES}.txt").read_text(encoding="utf-8")
    found = classes_of(unpack(CLASSES, tmp_path))
    assert [f"{word}\t{one}" for word, one in found] == text.splitlines() and text


def test_a_model_of_a_later_format_is_refused_with_what_to_do(tmp_path: Path) -> None:
    place = unpack("phrases", tmp_path)
    described = place / "model.toml"
    text = described.read_text(encoding="utf-8")
    assert re.search(r"^format = \d+$", text, re.MULTILINE)
    described.write_text(re.sub(r"^format = \d+$", "format = 999", text, flags=re.MULTILINE))
    with pytest.raises(ModelError, match=r"made by a later version .* train it again"):
        dragoman.load(place)
