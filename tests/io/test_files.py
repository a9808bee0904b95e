from __future__ import annotations

import bz2
import gzip
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.io.files import open_binary_output, open_output, read_lines
from support.io.zstd_files import compress_zstd

TEXT = "eins zwei\n\ndrei\u2028vier\x0cfünf\n"


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": compress_zstd,
    "txt": bytes,
}


@pytest.mark.parametrize("suffix", COMPRESS)
def test_reads_every_compression_whatever_the_name(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / "text"
    file.write_bytes(COMPRESS[suffix](TEXT.encode()))
    assert list(read_lines(file)) == ["eins zwei", "", "drei\u2028vier\x0cfünf"]


@pytest.mark.parametrize("suffix", COMPRESS)
def test_writes_what_it_reads(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"out.{suffix}"
    with open_output(file) as out:
        out.write(TEXT)
    assert "".join(line + "\n" for line in read_lines(file)) == TEXT
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("size", [0, 1, 100_000, 3_500_000])
def test_gzip_in_blocks_is_the_same_for_any_number_of_threads(tmp_path: Path, size: int) -> None:
    data = random.Random(size).randbytes(size)
    written = []
    for threads in (1, 2, 3):
        with open_binary_output(tmp_path / "out.gz", gzip_level=1, threads=threads) as out:
            for start in range(0, size, 300_000):
                out.write(data[start : start + 300_000])
        written.append((tmp_path / "out.gz").read_bytes())
    assert gzip.decompress(written[0]) == data
    assert written[0] == written[1] == written[2]


def test_a_failed_gzip_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "out.gz"
    file.write_text("old")
    with pytest.raises(RuntimeError), open_binary_output(file, threads=2) as out:
        out.write(bytes(5_000_000))
        raise RuntimeError
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz", "zst"])
def test_truncated_compression_is_one_clear_error(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / "text"
    data = COMPRESS[suffix]("".join(f"line {i * 7919}\n" for i in range(50000)).encode())
    file.write_bytes(data[: len(data) // 2])
    with pytest.raises(FormatError, match="damaged"):
        list(read_lines(file))


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz", "zst"])
@pytest.mark.parametrize("kept", [0.1, 0.9, -1, -5])
def test_truncated_wherever_it_is(tmp_path: Path, suffix: str, kept: float) -> None:
    """Two members or frames: the second is cut after a part of it, or loses its last bytes."""
    data = COMPRESS[suffix]("".join(f"{i * 7919}\n" for i in range(3000)).encode())
    file = tmp_path / f"text.{suffix}"
    file.write_bytes(data + data[: int(len(data) * kept) if kept > 0 else int(kept)])
    with pytest.raises(FormatError, match=rf"text\.{suffix}:\d+: the compressed data is damaged"):
        list(read_lines(file))


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz", "zst"])
def test_altered_compression_is_one_clear_error(tmp_path: Path, suffix: str) -> None:
    data = bytearray(COMPRESS[suffix]("".join(f"{i * 7919}\n" for i in range(3000)).encode()))
    data[len(data) // 2] ^= 0x55
    file = tmp_path / f"text.{suffix}"
    file.write_bytes(data)
    with pytest.raises(FormatError, match="damaged"):
        list(read_lines(file))


def test_zstandard_frames_follow_each_other(tmp_path: Path) -> None:
    file = tmp_path / "text.zst"
    file.write_bytes(compress_zstd(b"one\ntw") + compress_zstd(b"") + compress_zstd(b"o\n"))
    assert list(read_lines(file)) == ["one", "two"]
    file.write_bytes(compress_zstd(b"one\n") + b"more")
    with pytest.raises(FormatError, match="damaged"):
        list(read_lines(file))


def test_bytes_that_are_not_utf8_name_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "latin1.txt"
    file.write_bytes("gut\nschön\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"latin1\.txt:2: expected UTF-8 text.*0xf6"):
        list(read_lines(file))


@given(st.binary())
def test_any_bytes_give_lines_or_a_format_error(tmp_path_factory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("any") / "bytes"
    file.write_bytes(data)
    try:
        lines = list(read_lines(file))
    except FormatError:
        return
    assert all("\n" not in line for line in lines)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    file.write_text("old")
    with pytest.raises(RuntimeError), open_output(file) as out:
        out.write("new")
        raise RuntimeError
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "bom"
    file.write_bytes(b"\xef\xbb\xbfa\r\nb\r\n")
    assert list(read_lines(file)) == ["a", "b"]
