"""No text fills the memory: lines, segments and trees have a limit, compressed or not, in every reader."""

from __future__ import annotations

import bz2
import gzip
import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_trees
from dragoman.corpus.sgm import read_segments
from dragoman.corpus.tmx import read_tmx
from dragoman.corpus.wmtxml import read_wmt_xml
from dragoman.grammar.moses import read_moses
from dragoman.io.files import read_blocks, read_lines
from dragoman.io.limits import VARIABLE, line_limit
from dragoman.lm import LMOptions, estimate
from dragoman.lm.arpa import read_arpa
from support.io.zstd_files import compress_zstd

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gz": lambda data: gzip.compress(data, 1),
    "bz2": lambda data: bz2.compress(data, 1),
    "xz": lambda data: lzma.compress(data, preset=0),
    "zst": compress_zstd,
}
LIMIT = 10_000
LONG = "x" * (LIMIT + 1)
WORD = "1\tword\t_\t_\t_\t_\t0\t_\t_\t_"
TMX = '<tmx><body><tu><tuv xml:lang="a"><seg>{}</seg></tuv><tuv xml:lang="b">{}</tuv></tu></body></tmx>'


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("kind", COMPRESS)
def test_an_endless_line_is_refused_in_little_memory(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "zeros"
    piece = COMPRESS[kind](b"a line\n" + bytes(16 << 20))
    file.write_bytes(piece + 7 * COMPRESS[kind](bytes(16 << 20)))
    script = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from dragoman.common.errors import FormatError\n"
        "from dragoman.io.files import read_lines\n"
        "try:\n"
        "    list(read_lines(sys.argv[1]))\n"
        "except FormatError as error:\n"
        "    print(error)\n"
        "status = Path('/proc/self/status').read_text()\n"
        "print(int(re.search('VmHWM: *([0-9]+) kB', status.replace('\\t', ' '))[1]) // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], check=True, stdout=subprocess.PIPE, text=True
    )
    message, memory = done.stdout.splitlines()
    assert message.endswith(
        "zeros:2: the line is longer than 1048576 bytes (DRAGOMAN_MAX_LINE sets the limit)"
    )
    assert int(memory) < 90


@pytest.mark.parametrize("kind", COMPRESS)
@given(data=st.binary(max_size=300), cut=st.integers(0, 400), garbage=st.binary(max_size=3))
def test_streams_one_after_the_other_and_cut_anywhere(
    tmp_path_factory: pytest.TempPathFactory, kind: str, data: bytes, cut: int, garbage: bytes
) -> None:
    if kind == "plain":
        return
    file = tmp_path_factory.mktemp("streams") / "file"
    whole = COMPRESS[kind](data) + COMPRESS[kind](b"more")
    file.write_bytes(whole + bytes(8 if kind == "gz" else 0))  # a gzip file may be filled up
    assert b"".join(read_blocks(file, 7)) == data + b"more"
    for content in (whole[:cut], whole + garbage):
        file.write_bytes(content)
        try:
            found = b"".join(read_blocks(file, 7))
        except FormatError as error:
            assert "damaged" in str(error)
        else:  # nothing, not known to be compressed, or whole streams
            assert cut < 10 or found in (data, data + b"more")


READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "ARPA": (read_arpa, "\\data\\\n" + LONG),
    "phrase table": (read_moses, "a ||| b ||| 1 1 1 1\n" + LONG),
    "language model": (lambda file: estimate(file, LMOptions(order=2)), "a\n" + LONG),
    "TMX text": (lambda file: list(read_tmx(file)), TMX.format(LONG, "")),
    "TMX tag": (lambda file: list(read_tmx(file)), f'<tmx a="{20 * LONG}"></tmx>'),
    "TMX unit": (lambda file: list(read_tmx(file)), TMX.format("", "<seg>word</seg>" * 150_000)),
    "WMT XML": (
        lambda file: list(read_wmt_xml(file)),
        f"<dataset><doc><src><p><seg>{LONG}</seg></p></src></doc></dataset>",
    ),
    "SGM": (lambda file: list(read_segments(file)), "<seg>" + "words \n" * (LIMIT // 6) + "</seg>"),
}


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_has_a_limit(tmp_path: Path, monkeypatch, reader: str) -> None:
    monkeypatch.setenv(VARIABLE, str(LIMIT))
    read, text = READERS[reader]
    file = tmp_path / "input"
    file.write_text(text)
    with pytest.raises(FormatError, match=r"input:\d+: .* is longer than \d+ bytes \(DRAGOMAN_MAX"):
        read(file)


def test_trees_over_many_lines_have_a_limit(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, "100")
    file = tmp_path / "trees"
    file.write_text("# comment\n" * 700 + WORD + "\n\n")
    with pytest.raises(FormatError, match=r"trees:641: the sentence is longer than 6400 bytes"):
        list(read_conllu(file))
    file.write_text("(S\n" + "(N word)\n" * 900 + ")\n")
    with pytest.raises(FormatError, match=r"trees:\d+: the tree is longer than 6400 bytes"):
        list(read_trees(file))
    file.write_text("(S (N word))\n" * 900)
    assert len(list(read_trees(file))) == 900


def test_entities_that_stand_for_others_are_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "laughs.tmx"
    file.write_text('<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><tmx>&b;</tmx>')
    with pytest.raises(FormatError, match=r"laughs\.tmx:1: the document declares the entity"):
        list(read_tmx(file))
    file.write_text('<!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx><body/></tmx>')
    assert list(read_tmx(file)) == []


def test_the_limit_is_an_option(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "text"
    file.write_text(LONG + "\n")
    assert list(read_lines(file)) == [LONG]
    monkeypatch.setenv(VARIABLE, "1K")
    with pytest.raises(FormatError, match="longer than 1024 bytes"):
        list(read_lines(file))
    assert list(read_lines(file, limit=len(LONG))) == [LONG]
    with pytest.raises(FormatError, match="longer than 5 bytes"):
        list(read_lines(file, limit=5))
    for wrong in ("much", "-1", "0", "1X"):
        monkeypatch.setenv(VARIABLE, wrong)
        with pytest.raises(ConfigError, match="DRAGOMAN_MAX_LINE: expected a size"):
            line_limit()


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_line_of_just_the_limit_is_taken(tmp_path: Path, end: str) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"\xef\xbb\xbf" + b"x" * 10 + end.encode() + b"y" * 10 + end.encode())
    if not end:
        with pytest.raises(FormatError, match="text:1"):
            list(read_lines(file, limit=10))
    else:
        assert list(read_lines(file, limit=10)) == ["x" * 10, "y" * 10]
