"""Training text of which some lines cannot be read: left out, counted and told, or an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import DragomanWarning, FormatError
from dragoman.corpus.bad_lines import BadLines, good_texts

COLUMNS = ["source", "target"]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two texts of 200 lines; one source line and two target lines are not UTF-8."""
    source = [b"das ist %d" % number for number in range(200)]
    target = [b"this is %d" % number for number in range(200)]
    source[3] = b"gr\xfcn"
    target[3] = b"gr\xfcn too"
    target[150] = b"caf\xe9"
    paths = [tmp_path / "t.de", tmp_path / "t.en"]
    for path, lines in zip(paths, (source, target), strict=True):
        path.write_bytes(b"".join(line + b"\n" for line in lines))
    return paths


def test_bad_lines_are_left_out_and_told(files: list[Path], tmp_path: Path) -> None:
    bad = BadLines(0.01, tmp_path / "bad")
    pairs = list(bad.read(files, COLUMNS))
    assert len(pairs) == 200 and bad.count == 2
    assert [number for number, pair in enumerate(pairs) if pair == ("", "")] == [3, 150]
    assert pairs[4] == ("das ist 4", "this is 4")
    told = (tmp_path / "bad").read_text().splitlines()
    assert [line.split(": ")[0] for line in told] == [
        f"{files[0]}:4",
        f"{files[1]}:4",
        f"{files[1]}:151",
    ]
    with pytest.warns(DragomanWarning, match=r"^2 pairs are left out.*t\.de:4: .*t\.en:151: "):
        bad.warn()


def test_more_than_the_share_is_an_error(files: list[Path], tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"t\.de:4: .*0xfc.*2 of 200 lines are bad"):
        list(BadLines(0.009, tmp_path / "bad").read(files, COLUMNS))


def test_without_a_share_the_first_is_an_error(files: list[Path], tmp_path: Path) -> None:
    read = []
    with pytest.raises(FormatError, match=r"t\.de:4: .*0xfc at column 3"):
        read.extend(BadLines(0, tmp_path / "bad").read(files, COLUMNS))


def test_nothing_is_written_where_all_is_good(files: list[Path], tmp_path: Path) -> None:
    for path in files:
        path.write_text("one\ntwo\n")
    bad = BadLines(0.01, tmp_path / "bad")
    assert list(bad.read(files, COLUMNS)) == [("one", "one"), ("two", "two")]
    assert bad.count == 0 and not (tmp_path / "bad").exists()


def test_case_is_learned_from_good_lines(files: list[Path]) -> None:
    assert len(list(good_texts(files[1], "target"))) == 198


def test_a_line_that_is_too_long_is_a_bad_one(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRAGOMAN_MAX_LINE", "20")
    files[0].write_bytes(b"short\n" * 100 + b"x" * 50 + b"\n" + b"short\n" * 99)
    bad = BadLines(0.02, tmp_path / "bad")
    assert sum(pair == ("", "") for pair in bad.read(files, COLUMNS)) == bad.count == 3
    assert f"{files[0]}:101: " in (tmp_path / "bad").read_text()
