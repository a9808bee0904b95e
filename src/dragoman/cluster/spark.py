"""Spark as an engine, through its client (Spark Connect: no Java on this machine).

Chunks are rows, and rows are sent in waves of bounded size, two of which are under way at a time. Two operations of
Spark are enough, ``mapInArrow`` and ``groupBy(...).applyInArrow``, and nothing is read from the order of rows. What a
task refuses (a ``DragomanError``) comes back as an answer, since Spark would try such a task again and again; all else
that goes wrong in a task is Spark's to repeat.
"""

from __future__ import annotations

import json
import socket
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dragoman.align.stream import in_order
from dragoman.cluster.engine import Reduce, Split, Work
from dragoman.cluster.shared import copied_to
from dragoman.common import errors
from dragoman.common.errors import ConfigError, DragomanError, FormatError
from dragoman.common.optional import require
from dragoman.common.version import __version__

ROWS = "number long, data binary, error string"
WAVE_CHUNKS = 64
WAVE_BYTES = 16 << 20
"""A wave ends with the chunk that fills it. Servers refuse messages of 128 MB."""
WAVES = 2
PORT = 15002
PATIENCE = 10.0
"""Seconds in which a server has to answer."""

Row = tuple[int, bytes, str | None]
Answer = Callable[[int, bytes], Iterable[tuple[int, bytes]]]


class SparkEngine:
    """The executors of a Spark cluster.

    Args:
        url: Its server: ``sc://HOST:PORT``, with Spark's parameters after it.
        shared: A directory that all machines have; None: they have all files of this one.
    """

    def __init__(self, url: str, shared: Path | None = None) -> None:
        self._url, self._shared = url, shared
        sql = require("pyspark.sql", "spark")
        require("pyarrow", "spark")
        _check_address(url)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # Spark's opinions of packages that it does not use here
            self._session = self._told(lambda: sql.SparkSession.builder.remote(url).create())

    def close(self) -> None:
        """End the session."""
        self._session.stop()

    def broadcast(self, path: Path) -> Path:
        """Return where tasks find a file or directory: where it is, or a copy in the shared directory.

        Args:
            path: The file or directory.
        """
        return path.resolve() if self._shared is None else copied_to(self._shared, path)

    def place(self, beside: Path) -> Path:
        """Return where tasks may leave files for each other: the shared directory, if one was named.

        Args:
            beside: The directory to take otherwise.
        """
        return self._shared or beside

    def map(self, work: Work, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Return the answer for every chunk, in order.

        Args:
            work: What is done with a chunk.
            chunks: As many as there are.
        """

        def tasks(batches: Iterator[Any]) -> Iterator[Any]:
            return answer_rows(batches, lambda n, data: [(n, work(data))], __version__)

        def run(wave: list[bytes]) -> list[bytes]:
            frame = self._rows(wave).mapInArrow(tasks, ROWS)
            return [data for _, data in self._collected(frame)]

        for _, answers in in_order(_waves(chunks), run, WAVES):
            yield from answers

    def group(self, split: Split, reduce: Reduce, chunks: Iterable[bytes]) -> dict[int, bytes]:
        """Return the answer for every group, by its number.

        Args:
            split: What is done with a chunk.
            reduce: What is done with all parts of a group.
            chunks: Small ones, since all are sent at once.
        """
        arrow: Any = require("pyarrow", "spark")
        keys, rows = tuple[arrow.Scalar, ...], Iterator[arrow.RecordBatch]

        def tasks(batches: Iterator[Any]) -> Iterator[Any]:
            return answer_rows(batches, lambda _, data: split(data), __version__)

        def last(key: Any, batches: Any) -> Iterator[Any]:
            return reduce_rows(batches, reduce)

        # Spark reads here that a group comes batch by batch.
        last.__annotations__ = {"key": keys, "batches": rows, "return": rows}
        frame = self._rows(list(chunks)).mapInArrow(tasks, ROWS)
        return dict(self._collected(frame.groupBy("number").applyInArrow(last, ROWS)))

    def _rows(self, chunks: list[bytes]) -> Any:
        arrow = require("pyarrow", "spark")
        numbers = arrow.array(range(len(chunks)), arrow.int64())
        table = arrow.table({"number": numbers, "data": arrow.array(chunks, arrow.binary())})
        return self._session.createDataFrame(table).repartition(max(1, len(chunks)), "number")

    def _collected(self, frame: Any) -> list[tuple[int, bytes]]:
        """The rows by number; the first of those that were refused is raised."""
        rows = sorted(_rows_of(self._told(frame.toArrow)), key=lambda row: (row[0], row[2] or ""))
        for _, _, error in rows:
            if error is not None:
                raise _error_of(error)
        return [(number, data) for number, data, _ in rows]

    def _told(self, ask: Callable[[], Any]) -> Any:
        """What Spark answers; its errors become one sentence."""
        failures = require("pyspark.errors", "spark")
        try:
            return ask()
        except failures.PySparkException as error:
            text = str(error)
            if "No module named 'dragoman" in text:
                told = "its executors lack Dragoman: install the same version where their Python is"
            else:
                told = _last_words(text) or type(error).__name__
            raise ConfigError(f"{self._url}: {told}") from error


def _last_words(text: str) -> str:
    """What an error ends with. Where Spark adds the stack of its Java machine, what went wrong stands before it."""
    stack = ("at ", "...", "Driver stacktrace", "JVM stacktrace", "Caused by: ")
    text = text.partition("\nJVM stacktrace:")[0]
    lines = [line.strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line and not line.startswith(stack)), "")


def _check_address(url: str) -> None:
    """Refuse what Spark's client would try for minutes."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host = None
    if host is None or parts.scheme != "sc":
        raise ConfigError(f"expected a Spark Connect server as sc://HOST:PORT, found '{url}'")
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        reason = error.strerror or error
        raise ConfigError(f"{url}: no Spark Connect server answers there ({reason})") from None


def _waves(chunks: Iterable[bytes]) -> Iterator[list[bytes]]:
    wave: list[bytes] = []
    filled = 0
    for chunk in chunks:
        wave.append(chunk)
        filled += len(chunk)
        if len(wave) == WAVE_CHUNKS or filled >= WAVE_BYTES:
            yield wave
            wave, filled = [], 0
    if wave:
        yield wave


def answer_rows(batches: Iterable[Any], answer: Answer, version: str) -> Iterator[Any]:
    """Run in an executor: what is made of every row.

    Args:
        batches: Rows with a number and a chunk.
        answer: Makes numbered data of both.
        version: That of the machine that asks.
    """
    _check_version(version)
    for batch in batches:
        for number, data, _ in _rows_of(batch):
            try:
                for place, part in answer(number, data):
                    yield _batch(place, part, None)
            except DragomanError as error:
                yield _batch(number, b"", _text_of(error))


def reduce_rows(batches: Iterable[Any], reduce: Reduce) -> Iterator[Any]:
    """Run in an executor: the answer for a group.

    Args:
        batches: The rows of a group.
        reduce: What is done with its parts.
    """
    parts: list[bytes] = []
    refused: list[str] = []
    number = 0
    for batch in batches:
        for row in _rows_of(batch):
            number, data, error = row
            parts.append(data)
            refused += [error] if error is not None else []
    if refused:
        yield _batch(number, b"", min(refused))
        return
    try:
        yield _batch(number, reduce(number, parts), None)
    except DragomanError as error:
        yield _batch(number, b"", _text_of(error))


def _check_version(wanted: str) -> None:
    if wanted != __version__:
        raise RuntimeError(
            f"the executors have Dragoman {__version__}, and {wanted} is asked for: install the same version"
        )


def _rows_of(rows: Any) -> Iterator[Row]:
    """The rows of a batch or a table; before a task has run they have no error."""
    columns = [column.to_pylist() for column in rows.columns]
    if len(columns) < 3:
        columns.append([None] * rows.num_rows)
    return zip(*columns, strict=True)


def _batch(number: int, data: bytes, error: str | None) -> Any:
    import pyarrow as arrow

    kinds = arrow.int64(), arrow.binary(), arrow.string()
    values = [
        arrow.array([one], kind) for one, kind in zip((number, data, error), kinds, strict=True)
    ]
    return arrow.record_batch(values, names=["number", "data", "error"])


def _text_of(error: DragomanError) -> str:
    if isinstance(error, FormatError):
        return json.dumps(["FormatError", error.message, error.path, error.line])
    return json.dumps([type(error).__name__, str(error)])


def _error_of(text: str) -> DragomanError:
    name, *arguments = json.loads(text)
    kind: type[DragomanError] = getattr(errors, name)
    return kind(*arguments)
