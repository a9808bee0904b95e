from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model"
    with ArtifactWriter(path, kind="language-model") as out:
        out.settings["order"] = 3
        out.array("numbers", np.arange(1000, dtype=np.float32))
        out.text("words.txt", "a\nb\n")
    return path


def test_round_trip(model: Path) -> None:
    artifact = Artifact.open(model, kind="language-model")
    assert artifact.settings == {"order": 3}
    numbers = artifact.array("numbers", np.float32)
    assert isinstance(numbers, np.memmap)
    assert numbers[999] == 999
    assert artifact.text("words.txt") == "a\nb\n"


def test_writing_over_an_old_one_replaces_it(model: Path) -> None:
    with ArtifactWriter(model, kind="language-model") as out:
        out.array("other", np.zeros(3))
    artifact = Artifact.open(model)
    assert artifact.has("other")
    assert not artifact.has("numbers")
    assert [p.name for p in model.parent.iterdir()] == ["model"]


def test_a_failed_write_leaves_nothing_and_keeps_the_old(model: Path) -> None:
    with pytest.raises(RuntimeError), ArtifactWriter(model, kind="language-model") as out:
        out.array("numbers", np.zeros(3))
        raise RuntimeError
    assert Artifact.open(model).array("numbers").shape == (1000,)
    assert [p.name for p in model.parent.iterdir()] == ["model"]


def test_truncation_is_refused(model: Path) -> None:
    file = model / "numbers.npy"
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(ModelError, match=r"expected 4128 bytes, found 4118"):
        Artifact.open(model)


def test_alteration_is_refused_although_the_file_was_trusted(model: Path) -> None:
    Artifact.open(model)
    file = model / "numbers.npy"
    data = bytearray(file.read_bytes())
    data[2000] ^= 1
    file.write_bytes(data)
    with pytest.raises(ModelError, match="altered"):
        Artifact.open(model)


def test_missing_and_foreign_are_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="expected a model directory"):
        Artifact.open(tmp_path / "none")
    with pytest.raises(ModelError, match="expected a rule-table, found a language-model"):
        Artifact.open(model, kind="rule-table")
    (model / "words.txt").unlink()
    with pytest.raises(ModelError, match=r"'words\.txt' is missing"):
        Artifact.open(model)
    (model / "model.toml").write_text("kind = 3\n")
    with pytest.raises(ModelError, match="not the description of a Dragoman model"):
        Artifact.open(model)


def test_a_manifest_cannot_point_outside(model: Path) -> None:
    manifest = model / "model.toml"
    manifest.write_text(manifest.read_text().replace('"words.txt"', '"../words.txt"'))
    with pytest.raises(ModelError, match="not sound"):
        Artifact.open(model)
