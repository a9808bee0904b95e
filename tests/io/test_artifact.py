from __future__ import annotations

import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ModelError
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.manifest import read_manifest
from support.small_disk import small_disk


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
    assert isinstance(numbers.base, np.memmap)
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


@pytest.mark.parametrize("name", ["w" * 5000, "", "/etc/passwd", "w/../../w"])
def test_names_that_no_file_has_are_refused(model: Path, name: str) -> None:
    manifest = model / "model.toml"
    manifest.write_text(manifest.read_text().replace('"words.txt"', f'"{name}"'))
    with pytest.raises(ModelError, match=r"not sound|is missing"):
        Artifact.open(model)


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000])
def test_descriptions_that_toml_cannot_hold_are_refused(model: Path, value: str) -> None:
    manifest = model / "model.toml"
    manifest.write_text(f"strange = {value}\n" + manifest.read_text())
    with pytest.raises(ModelError, match="not a readable description"):
        Artifact.open(model)


def write(path: Path, value: float, kind: str = "language-model") -> None:
    with ArtifactWriter(path, kind=kind) as out:
        out.array("numbers", np.full(1000, value, dtype=np.float32))


def test_a_sound_file_of_another_model_is_refused(model: Path, tmp_path: Path) -> None:
    write(tmp_path / "other", 7.0)
    Artifact.open(tmp_path / "other")
    (model / "numbers.npy").unlink()
    (tmp_path / "other" / "numbers.npy").rename(model / "numbers.npy")
    with pytest.raises(ModelError, match="altered"):
        Artifact.open(model)


def contents(place: Path) -> dict[str, bytes]:
    return {
        p.relative_to(place).as_posix(): p.read_bytes() for p in place.rglob("*") if p.is_file()
    }


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"thesis.tex": "chapter"}, "thesis.tex"),
        ({"model.toml": "name = 'of the user'"}, "model.toml"),
        ({"deep/er/thesis.tex": "chapter"}, "thesis.tex"),
    ],
)
def test_directories_of_the_user_are_never_replaced(
    tmp_path: Path, files: dict[str, str], named: str
) -> None:
    place = tmp_path / "place"
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    before = contents(tmp_path)
    with pytest.raises(ModelError, match=f"holds '.*{named}'"):
        write(place, 1.0)
    assert contents(tmp_path) == before


def test_only_a_whole_artifact_of_the_same_kind_is_replaced(model: Path) -> None:
    before = contents(model)
    with pytest.raises(ModelError, match="would replace a directory that holds a language-model"):
        write(model, 1.0, kind="rule-table")
    assert contents(model) == before
    (model / "notes.txt").write_text("of the user")
    with pytest.raises(ModelError, match=r"holds 'notes\.txt'"):
        write(model, 1.0)
    (model / "notes.txt").unlink()
    assert contents(model) == before
    write(model, 1.0)


def test_what_comes_while_the_artifact_is_written_is_not_replaced_either(tmp_path: Path) -> None:
    place = tmp_path / "place"
    with pytest.raises(ModelError, match=r"holds 'late\.txt'"), ArtifactWriter(place, "table"):
        place.mkdir()
        (place / "late.txt").write_text("of the user")
    assert contents(tmp_path) == {"place/late.txt": b"of the user"}


def test_a_file_is_not_replaced_and_an_empty_directory_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("of the user")
    with pytest.raises(ModelError, match="there is a file in the place"):
        write(tmp_path / "file", 1.0)
    assert (tmp_path / "file").read_text() == "of the user"
    (tmp_path / "empty").mkdir(mode=0o750)
    write(tmp_path / "empty", 1.0)
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o750


def test_a_link_to_an_artifact_is_followed(model: Path) -> None:
    links = model.parent / "links"
    links.mkdir()
    (links / "current").symlink_to(model)
    (links / "fresh").symlink_to(model.parent / "new")
    model.chmod(0o750)
    write(links / "current", 2.0)
    write(links / "fresh", 3.0)
    assert Artifact.open(model).array("numbers")[0] == 2 and model.stat().st_mode & 0o777 == 0o750
    assert Artifact.open(model.parent / "new").array("numbers")[0] == 3
    assert sorted(p.name for p in links.iterdir()) == ["current", "fresh"]
    assert all(p.is_symlink() for p in links.iterdir())
    assert sorted(p.name for p in model.parent.iterdir()) == ["links", "model", "new"]


def test_what_a_killed_writer_linked_is_removed_and_the_linked_files_stay(
    model: Path, tmp_path: Path
) -> None:
    """Imports link what is on disk already; one that is killed leaves a directory of links behind."""
    script = """
        import os, sys
        from pathlib import Path
        from dragoman.io.artifact import Artifact, ArtifactWriter
        place = Path(sys.argv[1])
        with ArtifactWriter(place / "imported", "phrase-model") as out:
            out.include("lm", Artifact.open(place / "model"))
            os.kill(os.getpid(), 9)
    """
    before = contents(model)
    subprocess.run([sys.executable, "-c", textwrap.dedent(script), str(tmp_path)])
    (left,) = (path for path in tmp_path.iterdir() if path != model)
    assert left.name.startswith(".imported.")
    assert (left / "lm" / "numbers.npy").samefile(model / "numbers.npy")
    write(tmp_path / "imported", 1.0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["imported", "model"]
    assert contents(model) == before
    assert (model / "numbers.npy").stat().st_nlink == 1


def test_what_is_mapped_stays_as_it_was_when_its_place_gets_another(model: Path) -> None:
    """Files are never changed in place, so that those who have mapped them never touch a part that is gone."""
    mapped = Artifact.open(model).array("numbers")
    with ArtifactWriter(model, kind="language-model") as out:
        out.array("numbers", np.zeros(1, dtype=np.float32))
    assert mapped[999] == 999
    assert Artifact.open(model).array("numbers").shape == (1,)


def test_one_that_is_replaced_while_it_is_read_is_read_anew(tmp_path: Path) -> None:
    """Parts of two generations are never put together, whether they fit or not."""
    path = tmp_path / "pair"

    def write(generation: int, parts: int) -> None:
        with ArtifactWriter(path, kind="pair") as out:
            for number in range(parts):
                with ArtifactWriter(out.file(f"part{number}"), kind="part") as part:
                    part.array(f"values{generation}", np.array([generation]))

    write(1, 1)
    readings: list[int] = []

    def values(artifact: Artifact) -> list[str]:
        readings.append(len(readings))
        if len(readings) < 3:  # others replace it after its description was read
            write(len(readings) + 1, 1 + len(readings))
        return [*artifact.component("part0").manifest["files"]]

    assert Artifact.read(path, "pair", values) == ["values3.npy"]
    assert len(readings) == 3

    def never_done(artifact: Artifact) -> None:
        write(9, 1)

    with pytest.raises(ModelError, match="replaced over and over"):
        Artifact.read(path, "pair", never_done)
    with pytest.raises(ZeroDivisionError):  # nobody replaced it
        Artifact.read(path, "pair", lambda artifact: 1 / 0)


@pytest.mark.parametrize("can_exchange", [True, False])
def test_threads_that_save_to_one_place_do_not_collide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_exchange: bool
) -> None:
    if not can_exchange:
        monkeypatch.setattr("dragoman.io.directory_swap._exchange", lambda first, second: False)
    place = tmp_path / "model"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda value: write(place, float(value)), range(32)))
    assert Artifact.open(place, rehash=True).array("numbers").shape == (1000,)
    assert [p.name for p in tmp_path.iterdir()] == ["model"]


@given(st.data())
def test_array_files_that_were_tampered_with_are_one_sentence(tmp_path_factory, data) -> None:
    model = tmp_path_factory.mktemp("any") / "model"
    write(model, 1.0)
    file = model / "numbers.npy"
    content = bytearray(file.read_bytes())
    cut = data.draw(st.integers(0, len(content)))
    for place, byte in data.draw(st.lists(st.tuples(st.integers(0, 127), st.integers(0, 255)))):
        content[place] = byte
    file.write_bytes(content[:cut])
    artifact = Artifact(model, read_manifest(model))
    with suppress(ModelError):
        assert artifact.array("numbers", np.float32).shape == (1000,)


@pytest.mark.parametrize(
    "header",
    [
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1000,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (True, 1000), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (500,), }",
        "{'descr': '>f4', 'fortran_order': False, 'shape': (1000,), }",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (10, 100), }",
        "(" * 1000,
        "{'descr': '<f4'}",
        "3",
    ],
)
def test_headers_that_lie_are_refused(model: Path, header: str) -> None:
    file = model / "numbers.npy"
    content = file.read_bytes()
    text = (
        header.encode().ljust(1033)[:1033] + b"\n"
        if len(header) > 117
        else header.encode().ljust(117) + b"\n"
    )
    length = len(text).to_bytes(2, "little")
    file.write_bytes(content[:8] + length + text + content[128:])
    with pytest.raises(ModelError, match=r"numbers\.npy: (not an array file|expected)"):
        Artifact(model, read_manifest(model)).array("numbers", np.float32)


def test_the_mould_is_checked(model: Path) -> None:
    artifact = Artifact.open(model)
    with pytest.raises(ModelError, match="expected an array of uint32, found float32"):
        artifact.array("numbers", np.uint32)
    with pytest.raises(ModelError, match="expected 2 dimensions, found 1"):
        artifact.array("numbers", np.float32, ndim=2)


def test_a_full_disk_names_the_artifact_and_its_file(tmp_path: Path) -> None:
    with pytest.raises(OSError) as caught, small_disk(2000):
        write(tmp_path / "model", 1.0)
    assert caught.value.filename == str(tmp_path / "model" / "numbers.npy")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["words.txt", "model.toml", "part", "part/words.txt"])
def test_links_out_of_an_artifact_are_not_followed(model: Path, tmp_path: Path, name: str) -> None:
    """Somebody who sends a model could have files of the user read."""
    whole = tmp_path / "whole"
    with ArtifactWriter(whole, kind="translation-model") as out:
        out.include("part", Artifact.open(model))
        out.text("words.txt", "a")
    outside = tmp_path / "outside"
    (whole / name).rename(outside)
    (whole / name).symlink_to(outside)
    with pytest.raises(ModelError, match="is a link to somewhere else"):
        Artifact.open(whole).component("part").text("words.txt")
    (whole / name).unlink()
    outside.rename(whole / name)
    (whole / "words.txt").rename(whole / "kept")
    (whole / "words.txt").symlink_to("kept")
    (tmp_path / "alias").symlink_to(whole)
    assert Artifact.open(tmp_path / "alias").text("words.txt") == "a"


def test_a_description_is_bounded(model: Path) -> None:
    with (model / "model.toml").open("a") as out:
        out.write("#" * (5 << 20))
    with pytest.raises(ModelError, match=r"model\.toml: a description has at most 4194304 bytes"):
        Artifact.open(model)
