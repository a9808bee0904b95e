"""Engines: the same answers from one machine and from Spark, and what is said when something is wrong."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from dragoman.cluster import ClusterOptions, Engine, OneMachine, opened
from dragoman.cluster.shared import copied_to
from dragoman.common.errors import ConfigError, DragomanError, FormatError
from support.spark import spark_server

ENGINES = ("one machine", "spark")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with spark_server() as url:
        yield url


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    url = request.getfixturevalue("server") if request.param == "spark" else None
    with opened(ClusterOptions(spark=url), threads=2) as found:
        yield found


def doubled(chunk: bytes) -> bytes:
    if chunk == b"bad":
        raise FormatError("a bad chunk", "some file", 7)
    return chunk * 2


def letters(chunk: bytes) -> Iterator[tuple[int, bytes]]:
    if chunk == b"bad":
        raise FormatError("a bad chunk", "some file", 7)
    for place, letter in enumerate(chunk):
        yield letter, bytes([place])


def sorted_parts(number: int, parts: Iterable[bytes]) -> bytes:
    found = bytes([number]) + b"".join(sorted(parts))
    if len(found) > 1000:
        raise FormatError("a large group")
    return found


def test_answers_come_in_the_order_of_the_chunks(engine: Engine) -> None:
    chunks = [str(number).encode() * (number % 7) for number in range(150)]
    assert list(engine.map(doubled, chunks)) == [doubled(chunk) for chunk in chunks]
    assert list(engine.map(doubled, [])) == []


def test_large_chunks_go_in_several_waves(engine: Engine) -> None:
    chunks = [bytes([number]) * (6 << 20) for number in range(5)]
    assert list(engine.map(doubled, chunks)) == [chunk * 2 for chunk in chunks]


def test_groups_have_all_their_parts(engine: Engine) -> None:
    chunks = [b"abracadabra", b"", b"banana", b"x"]
    expected: dict[int, bytes] = {}
    for letter in set(b"".join(chunks)):
        places = [p for c in chunks for p, one in enumerate(c) if one == letter]
        expected[letter] = bytes([letter, *sorted(places)])
    assert engine.group(letters, sorted_parts, chunks) == expected


def test_what_a_task_refuses_is_told_as_it_would_be_on_one_machine(engine: Engine) -> None:
    with pytest.raises(FormatError, match=r"^some file:7: a bad chunk$"):
        list(engine.map(doubled, [b"good", b"bad"]))
    with pytest.raises(FormatError, match=r"^some file:7: a bad chunk$"):
        engine.group(letters, sorted_parts, [b"good", b"bad"])
    with pytest.raises(FormatError, match="a large group"):
        engine.group(letters, sorted_parts, [b"aaaaaa" * 40] * 10)


def broken(chunk: bytes) -> bytes:
    raise ValueError(f"not {len(chunk)}")


def test_a_task_that_breaks_is_told_in_one_sentence(server: str) -> None:
    with (
        opened(ClusterOptions(spark=server)) as spark,
        pytest.raises(ConfigError, match="not 3") as told,
    ):
        list(spark.map(broken, [b"abc"]))
    assert server in str(told.value) and "\n" not in str(told.value)


def test_the_address_is_checked() -> None:
    pytest.importorskip("pyspark")
    for url, message in {
        "localhost:15002": "expected a Spark Connect server as sc://HOST:PORT",
        "sc://localhost:port": "expected a Spark Connect server as sc://HOST:PORT",
        "sc://127.0.0.1:9": "no Spark Connect server answers there",
    }.items():
        with pytest.raises(ConfigError, match=message), opened(ClusterOptions(spark=url)):
            pass


def test_a_missing_client_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with (
        pytest.raises(DragomanError, match=r"pip install 'dragoman\[spark\]'"),
        opened(ClusterOptions(spark="sc://127.0.0.1:9")),
    ):
        pass


def test_copies_are_made_once_and_are_known_by_their_content(tmp_path: Path) -> None:
    model, shared = tmp_path / "model", tmp_path / "shared"
    (model / "part").mkdir(parents=True)
    (model / "part" / "file").write_text("one")
    first = copied_to(shared, model)
    assert (first / "part" / "file").read_text() == "one"
    assert copied_to(shared, model) == first
    (model / "part" / "file").write_text("two")
    second = copied_to(shared, model)
    assert (second / "part" / "file").read_text() == "two"
    assert (first / "part" / "file").read_text() == "one"
    alone = copied_to(shared, model / "part" / "file")
    assert alone.read_text() == "two" and alone.name == "file"
    assert Counter(one.is_dir() for one in shared.iterdir()) == {True: 3}


def test_one_machine_has_everything_where_it_is(tmp_path: Path) -> None:
    assert OneMachine().broadcast(tmp_path) == tmp_path
