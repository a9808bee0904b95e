"""Text in columns of Parquet files, as clusters and collections of corpora keep it.

Sides are the columns ``source`` and ``target``, documents the column ``document``; a file may also have one column
alone, whatever it is called. Files are told by their content, and some rows are read at a time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.optional import require
from dragoman.corpus.parallel import one_line
from dragoman.io.files import display_name, not_utf8
from dragoman.io.limits import line_limit, too_long

MAGIC = b"PAR1"
ROWS = 10_000
"""Rows that are read together."""
PathName = str | os.PathLike[str]


def is_parquet(path: PathName) -> bool:
    """Return whether a file is in this format.

    Args:
        path: The file.
    """
    with Path(path).open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def count_rows(path: PathName) -> int:
    """Return how many rows a file has.

    Args:
        path: The file.
    """
    with _opened(path) as file:
        return int(file.metadata.num_rows)


def read_column(path: PathName, name: str) -> Iterator[str | FormatError]:
    """Yield the texts of a column, with line feeds turned into blanks, and an error in the place of what is no text.

    Args:
        path: The file.
        name: The column, unless the file has one alone.
    """
    number = 0
    with _opened(path) as file:
        column = _chosen(file, path, name)
        for batch in file.iter_batches(ROWS, columns=[column]):
            for value in _bytes_of(batch.column(0), path, column):
                number += 1
                yield _text(value, path, number)


@contextmanager
def _opened(path: PathName) -> Iterator[Any]:
    arrow, parquet = require("pyarrow", "spark"), require("pyarrow.parquet", "spark")
    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except (
        arrow.ArrowException,
        UnicodeDecodeError,
        OSError,
    ) as error:  # names of columns are text
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise FormatError(f"the Parquet file is damaged ({error})", display_name(path)) from None


def _chosen(file: Any, path: PathName, name: str) -> str:
    names = file.schema_arrow.names
    if name in names:
        return name
    if len(names) == 1:
        return str(names[0])
    raise ConfigError(
        f"{path}: expected a column '{name}', or one column alone; found {', '.join(names)}"
    )


def _bytes_of(values: Any, path: PathName, column: str) -> list[bytes | None]:
    arrow = require("pyarrow", "spark")
    if arrow.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    if arrow.types.is_string(values.type) or arrow.types.is_large_string(values.type):
        # Arrow does not check that texts are UTF-8.
        values = values.view(
            arrow.binary() if arrow.types.is_string(values.type) else arrow.large_binary()
        )
    elif not (arrow.types.is_binary(values.type) or arrow.types.is_large_binary(values.type)):
        raise ConfigError(f"{path}: column '{column}': expected texts, found {values.type}")
    found: list[bytes | None] = values.to_pylist()
    return found


def _text(value: bytes | None, path: PathName, number: int) -> str | FormatError:
    if value is None:
        return FormatError("the row has no text", display_name(path), number)
    if len(value) > line_limit():
        return FormatError(too_long(line_limit()), display_name(path), number)
    try:
        return one_line(value.decode("utf-8"))
    except UnicodeDecodeError as error:
        return not_utf8(error, path, number)
