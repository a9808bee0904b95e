from __future__ import annotations

import os
import stat
import subprocess
import sys
import textwrap
from contextlib import ExitStack
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.io.finished_directory import output_folder
from dragoman.io.outputs import check_output, open_output
from support.small_disk import small_disk


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "data"
    target.parent.mkdir()
    target.write_text("old")
    link = tmp_path / "out.gz"
    link.symlink_to(target)
    with open_output(link) as out:
        out.write("new")
    assert link.is_symlink() and target.read_bytes().startswith(b"\x1f\x8b")
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "elsewhere" / "fresh")
    with open_output(dangling) as out:
        out.write("made")
    assert (tmp_path / "elsewhere" / "fresh").read_text() == "made"
    assert sorted(p.name for p in target.parent.iterdir()) == ["data", "fresh"]


def test_the_mode_of_a_file_that_is_replaced_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("old")
    file.chmod(0o640)
    with open_output(file) as out:
        out.write("new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    with open_output(tmp_path / "fresh") as out:
        out.write("new")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o666 & ~mask


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("old")
    file.chmod(0o444)
    with pytest.raises(PermissionError), open_output(file) as out:
        out.write("new")
    assert file.read_text() == "old"


def test_places_where_nothing_can_be_written_are_told_before_work(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        check_output(tmp_path / "nowhere" / "out")
    with pytest.raises(IsADirectoryError):
        check_output(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigError, match="expected a folder"), output_folder(tmp_path / "file"):
        pass


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_a_full_disk_names_the_file_that_did_not_fit(tmp_path: Path, suffix: str) -> None:
    big, small = tmp_path / f"big{suffix}", tmp_path / f"small{suffix}"
    big.write_text("old")
    noise = os.urandom(600_000).hex()
    with pytest.raises(OSError) as caught, small_disk(50_000), ExitStack() as stack:
        outs = [stack.enter_context(open_output(file)) for file in (big, small)]
        outs[0].write(noise)
        outs[1].write("fits")
    assert caught.value.filename == str(big)
    assert big.read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} <= {big.name, small.name}


def test_full_standard_output_is_named(tmp_path: Path) -> None:
    script = """
        from dragoman.io.files import open_output
        with open_output("-") as out:
            out.write("x")
    """
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)], stdout=full, stderr=subprocess.PIPE
        )
    assert b"No space left on device: 'standard output'" in done.stderr


def test_a_folder_appears_with_all_its_files_or_not_at_all(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "folder"
    with pytest.raises(RuntimeError), output_folder(place) as folder:
        (folder / "one").write_text("1")
        raise RuntimeError
    assert not place.exists() and not list(place.parent.iterdir())
    with output_folder(place) as folder:
        (folder / "one").write_text("1")
    with pytest.raises(RuntimeError), output_folder(place) as folder:
        (folder / "one").write_text("changed")
        raise RuntimeError
    assert (place / "one").read_text() == "1"
    (place / "notes").write_text("of the user")
    with output_folder(place) as folder:
        (folder / "one").write_text("changed")
        (folder / "two").write_text("2")
    found = {path.name: path.read_text() for path in place.iterdir()}
    assert found == {"one": "changed", "two": "2", "notes": "of the user"}
    assert list(place.parent.iterdir()) == [place]


def test_a_device_and_a_pipe_are_written_directly(tmp_path: Path) -> None:
    with open_output("/dev/null") as out:
        out.write("x")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        with open_output(pipe) as out:
            out.write("through")
        assert reader.stdout is not None and reader.stdout.read() == b"through"
