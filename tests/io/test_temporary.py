from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from dragoman.io.files import open_output
from dragoman.io.temporary import TemporaryPlace, final_place, remove_leftovers

LEFT = "0123456789abcdef"


def test_what_a_killed_process_left_is_removed_by_the_next_writer(tmp_path: Path) -> None:
    script = """
        import os, sys
        from pathlib import Path
        from dragoman.io.temporary import TemporaryPlace
        place = TemporaryPlace(Path(sys.argv[1]) / "text")
        folder = TemporaryPlace(Path(sys.argv[1]) / "model", directory=True)
        (folder.path / "part").write_text("half")
        os.kill(os.getpid(), 9)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script), str(tmp_path)])
    assert len(list(tmp_path.iterdir())) == 2
    with open_output(tmp_path / "text") as out:
        out.write("whole")
    remove_leftovers(tmp_path / "model")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_what_a_living_writer_has_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    living = TemporaryPlace(tmp_path / "text")
    precious = tmp_path / "precious"
    precious.write_text("of the user")
    (tmp_path / f".text.{LEFT}.tmp").symlink_to(precious)
    others = [
        tmp_path / ".text.old.tmp",
        tmp_path / ".text.1234.tmp",
        tmp_path / f".other.{LEFT}.tmp",
    ]
    for path in others:
        path.write_text("of somebody else")
    remove_leftovers(tmp_path / "text")
    assert living.path.exists() and precious.read_text() == "of the user"
    assert all(path.exists() for path in others)
    living.discard()
    assert not living.path.exists()


def test_names_are_new_and_cannot_be_foreseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = iter([LEFT, LEFT, "fedcba9876543210"])
    monkeypatch.setattr("secrets.token_hex", lambda size: next(names))
    precious = tmp_path / "precious"
    precious.write_text("of the user")
    (tmp_path / f".text.{LEFT}.tmp").symlink_to(precious)
    with open_output(tmp_path / "text") as out:
        out.write("new")
    assert precious.read_text() == "of the user"
    assert (tmp_path / "text").read_text() == "new" and not (tmp_path / "text").is_symlink()


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    name = "ä" * 127
    with open_output(tmp_path / name) as out:
        out.write("x")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_links_are_followed_to_the_end_but_not_for_ever(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("three")
    assert final_place(tmp_path / "one") == tmp_path.resolve() / "three"
    (tmp_path / "three").symlink_to("one")
    with pytest.raises(OSError, match="symbolic links"):
        final_place(tmp_path / "one")
