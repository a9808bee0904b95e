"""Text in a Parquet file, for the campaign."""

from __future__ import annotations

import io
from pathlib import Path

from dragoman.common.errors import FormatError
from dragoman.common.optional import require
from dragoman.corpus.parquet import count_rows, is_parquet, read_column


def as_parquet(text: bytes) -> bytes:
    """A file with the lines of a text, and the same lines as their translations."""
    arrow, parquet = require("pyarrow", "spark"), require("pyarrow.parquet", "spark")
    lines = text.split(b"\n")
    table = arrow.table({"source": lines, "target": [None, *lines[1:]]})
    packed = io.BytesIO()
    parquet.write_table(table, packed, row_group_size=2)
    return packed.getvalue()


def read_columns(path: Path) -> None:
    """Reads both columns, if it is such a file."""
    if is_parquet(path):
        for side in ("source", "target"):
            assert all(isinstance(one, str | FormatError) for one in read_column(path, side))
        count_rows(path)
