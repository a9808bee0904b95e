"""Columns of Parquet files, read as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.parquet import count_rows, is_parquet, read_column

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

TEXTS = ["das Haus", "", "zwei\nZeilen\r", "größer 犬"]
KINDS = ["string", "large_string", "binary", "dictionary"]


def written(path: Path, **columns: Any) -> Path:
    parquet.write_table(arrow.table(columns), path, row_group_size=3)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_text_is_read(tmp_path: Path, kind: str) -> None:
    if kind == "dictionary":
        values = arrow.array(TEXTS).dictionary_encode()
    else:
        values = arrow.array([text.encode() for text in TEXTS]).cast(getattr(arrow, kind)())
    path = written(tmp_path / "t", source=values, other=[1, 2, 3, 4])
    assert is_parquet(path) and count_rows(path) == 4
    assert list(read_column(path, "source")) == ["das Haus", "", "zwei Zeilen ", "größer 犬"]


def test_one_column_needs_no_name(tmp_path: Path) -> None:
    path = written(tmp_path / "t", text=TEXTS)
    assert next(read_column(path, "target")) == "das Haus"
    both = written(tmp_path / "u", de=TEXTS, en=TEXTS)
    with pytest.raises(ConfigError, match=r"a column 'target'.*found de, en"):
        next(read_column(both, "target"))


def test_rows_without_text_are_errors_in_their_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = arrow.array([b"good", b"gr\xfcn", None, b"x" * 30])
    path = written(tmp_path / "t", source=wrong)
    monkeypatch.setenv("DRAGOMAN_MAX_LINE", "20")
    first, *faults = read_column(path, "source")
    assert first == "good" and all(isinstance(fault, FormatError) for fault in faults)
    told = [str(fault) for fault in faults]
    assert told[0].startswith(f"{path}:2: expected UTF-8 text, found the byte 0xfc")
    assert told[1] == f"{path}:3: the row has no text"
    assert told[2].startswith(f"{path}:4: ")


def test_a_name_of_a_column_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "t", source=TEXTS)
    path.write_bytes(path.read_bytes().replace(b"source", b"sour\xf4e"))
    with pytest.raises(FormatError, match="the Parquet file is damaged"):
        next(read_column(path, "source"))


def test_numbers_and_damage_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "t", source=[1, 2])
    with pytest.raises(ConfigError, match="expected texts, found int64"):
        next(read_column(path, "source"))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match="the Parquet file is damaged"):
        next(read_column(path, "source"))


def test_text_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("PAR 1\n")
    assert not is_parquet(tmp_path / "t")
