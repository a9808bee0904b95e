from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.corpus.pharaoh import Alignment, parse_alignment, read_pharaoh, write_pharaoh

links = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=6)
alignments = st.builds(Alignment.of, links, links)


@given(st.lists(alignments, max_size=4))
def test_reads_what_it_writes(
    tmp_path_factory: pytest.TempPathFactory, values: list[Alignment]
) -> None:
    file = tmp_path_factory.mktemp("align") / "f"
    write_pharaoh(file, values)
    assert list(read_pharaoh(file)) == values
    assert [a.inverse().inverse() for a in values] == values


def test_possible_links() -> None:
    alignment = parse_alignment("1-0 0?0 2:3 0-1 0?1")
    assert alignment.links == ((0, 1), (1, 0))
    assert alignment.possible == ((0, 0), (2, 3))


@pytest.mark.parametrize("bad", ["0", "0-", "-1-2", "a-b", "0-1-2", "٣-1", "0-99999999999"])
def test_errors_name_file_and_line(tmp_path: Path, bad: str) -> None:
    file = tmp_path / "bad.align"
    file.write_text(f"0-0\n{bad}\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(read_pharaoh(file))
    assert str(caught.value) == f"{file}:2: expected links like 0-0 1-2, found '{bad}'"


def test_links_outside_the_sentences() -> None:
    Alignment.of([(0, 1)]).check(1, 2)
    with pytest.raises(FormatError, match="the link 0-1 lies outside"):
        Alignment.of([(0, 1)]).check(1, 1)


@given(st.binary())
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("bytes") / "f"
    file.write_bytes(data)
    try:
        list(read_pharaoh(file))
    except FormatError as error:
        assert str(file) in str(error)
