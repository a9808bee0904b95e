from __future__ import annotations

import os
from pathlib import Path

import pytest

from dragoman.io.finished_directory import finished_directory, rename


def test_all_is_on_the_disk_before_the_directory_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    final = tmp_path / "final"

    def fsync(handle: int) -> None:
        name = Path(f"/proc/self/fd/{handle}").readlink()
        synced.append("parent" if name == tmp_path else name.name)
        assert final.exists() == (synced[-1] == "parent")

    monkeypatch.setattr(os, "fsync", fsync)
    with finished_directory(final, rename) as directory:
        (directory / "inner").mkdir()
        (directory / "inner" / "one").write_text("1")
        (directory / "two").write_text("2")
    assert {"inner", "one", "two"} < set(synced) and synced[-1] == "parent"


def test_an_error_names_the_final_place_and_leaves_nothing(tmp_path: Path) -> None:
    final = tmp_path / "final"
    with pytest.raises(FileNotFoundError) as caught, finished_directory(final, rename) as directory:
        (directory / "absent").read_text()
    assert caught.value.filename == str(final / "absent")
    assert list(tmp_path.iterdir()) == []


def test_what_stands_there_stays_unless_it_may_be_replaced(tmp_path: Path) -> None:
    final = tmp_path / "final"
    final.mkdir()
    (final / "mine").write_text("precious")
    with (
        pytest.raises(OSError, match="not empty"),
        finished_directory(final, rename) as directory,
    ):
        (directory / "other").write_text("x")
    assert [path.name for path in tmp_path.rglob("*")] == ["final", "mine"]
