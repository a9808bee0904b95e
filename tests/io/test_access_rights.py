"""What is replaced keeps its access rights, file by file, and what is new is no more readable than what is there."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.outputs import open_output
from dragoman.io.temporary import TemporaryPlace
from dragoman.model import Model
from support.serve.learning_model import save_learning_model


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def write(path: Path, *names: str) -> None:
    with ArtifactWriter(path, kind="language-model") as out:
        for name in names:
            out.text(name, name)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(path: Path) -> dict[str, int]:
    return {str(one.relative_to(path)): mode(one) for one in [path, *path.rglob("*")]}


def test_files_and_directories_keep_theirs(tmp_path: Path) -> None:
    place = tmp_path / "model"
    write(place, "a", "b", "c/d")
    for name, wanted in (("a", 0o600), ("b", 0o640), ("c", 0o700), ("c/d", 0o604), (".", 0o750)):
        (place / name).chmod(wanted)
    before = modes(place)
    for _ in range(2):
        write(place, "a", "b", "c/d")
        assert modes(place) == before


def test_new_ones_are_no_more_readable_than_the_others(tmp_path: Path) -> None:
    place = tmp_path / "model"
    write(place, "a", "c/d")
    (place / "a").chmod(0o640)
    (place / "c").chmod(0o750)
    place.chmod(0o710)
    write(place, "a", "new", "c/d", "c/new", "e/new")
    assert mode(place / "new") == mode(place / "c/new") == mode(place / "e/new") == 0o640
    assert mode(place / "e") == 0o710
    write(tmp_path / "other", "a")
    assert modes(tmp_path / "other") == {".": 0o755, "a": 0o644, "model.toml": 0o644}


def test_a_mask_takes_nothing_away(tmp_path: Path) -> None:
    place = tmp_path / "model"
    write(place, "a")
    os.umask(0o077)
    write(place, "a", "b")
    assert modes(place) == {".": 0o755, "a": 0o644, "b": 0o600, "model.toml": 0o644}


def test_the_rights_of_another_model_are_left_alone(tmp_path: Path) -> None:
    """Its files are linked: a link has the rights of the file."""
    write(tmp_path / "part", "a")
    place = tmp_path / "model"
    for wanted in (0o644, 0o600):
        with ArtifactWriter(place, kind="translation-model") as out:
            out.include("lm", Artifact.open(tmp_path / "part"))
        assert mode(place / "lm/a") == wanted
        (place / "lm/a").unlink()
        (place / "lm/a").write_text("a")
        (place / "lm/a").chmod(0o600)
    assert mode(tmp_path / "part/a") == 0o644
    assert Artifact.open(place, rehash=True).kind == "translation-model"


def test_nobody_reads_what_is_being_written(tmp_path: Path) -> None:
    for directory in (True, False):
        final = tmp_path / f"final{directory}"
        place = TemporaryPlace(final, directory=directory)
        assert mode(place.path) == (0o755 if directory else 0o644)
        place.discard()
        if directory:
            final.mkdir()
        else:
            final.touch(0o600)
        place = TemporaryPlace(final, directory=directory)
        assert mode(place.path) == (0o700 if directory else 0o600)
        place.discard()
    with open_output(tmp_path / "finalFalse") as out:
        out.write("text")
    assert mode(tmp_path / "finalFalse") == 0o600


def test_a_model_that_learns_keeps_its_rights(tmp_path: Path) -> None:
    place = tmp_path / "model"
    save_learning_model(place)
    for path in place.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    place.chmod(0o700)
    model = Model.open(place)
    for number in range(3):
        model.add([(f"zwerg{number}", f"dwarf{number}")])
    found = modes(place)
    assert "added.tsv" in found
    assert {name: one for name, one in found.items() if one & 0o077} == {}
    assert np.all([str(model.translate(f"zwerg{n}")) == f"dwarf{n}" for n in range(3)])
