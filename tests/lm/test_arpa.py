"""Malformed ARPA files are refused with the line; unusual sound ones are read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from dragoman.common.errors import FormatError
from dragoman.lm import LanguageModel

SOUND = """\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-1\t<unk>\t0
-99\t<s>\t-0.3
-1\t</s>\t0
-0.5\ta\t-0.25
-0.7\tb

\\2-grams:
-0.1\t<s> a
-0.2\ta b
-0.3\ta </s>

\\end\\
"""


def test_sound(tmp_path: Path) -> None:
    for name, text in (("m.arpa", SOUND), ("crlf.arpa", SOUND.replace("\n", "\r\n"))):
        (tmp_path / name).write_bytes(text.encode())
        lm = LanguageModel.open(tmp_path / name)
        assert lm.score("a b") == pytest.approx(-0.1 - 0.2 - 1)
    (tmp_path / "m.arpa.gz").write_bytes(gzip.compress(SOUND.encode()))
    assert "a" in LanguageModel.open(tmp_path / "m.arpa.gz")


def test_comments_spaces_and_a_missing_unknown(tmp_path: Path) -> None:
    text = "# made by hand\n\n" + SOUND.replace("\t", " ").replace("ngram 1=5", "ngram 1=4")
    (tmp_path / "m.arpa").write_text(text.replace("-1 <unk> 0\n", ""))
    lm = LanguageModel.open(tmp_path / "m.arpa")
    assert lm.score("zzz", bos=False, eos=False) == -100
    assert "zzz" not in lm


BAD = [
    ("ngram 1=5", "ngram 1=6", 11, "expected 6 1-grams, found only 5"),
    ("ngram 1=5", "ngram 1=4", 10, "expected '\\\\2-grams:'"),
    ("ngram 2=3", "ngram 3=3", 3, "expected the count of 2-grams"),
    ("ngram 2=3", "ngram 2=x", 3, "expected a count"),
    ("ngram 2=3", "ngram 2=99999999999999999999999", 3, "expected a count"),
    ("ngram 2=3", "ngram 2=999999999999", 16, "found only 3"),
    ("ngram 2=3", "twograms", 3, "expected 'ngram N=COUNT'"),
    ("ngram 2=3\n", "", 6, "expected no back-off"),
    ("-0.5\ta", "nan\ta", 9, "expected a log10 probability"),
    ("-0.5\ta", "-1e999\ta", 9, "expected a log10 probability"),
    ("-0.5\ta", "-inf\ta", 9, "expected a log10 probability"),
    ("-0.5\ta", "0.5\ta", 9, "at most 0"),
    ("-0.25", "1e50", 9, "expected a log10 back-off"),
    ("a\t-0.25", "a", 9, "lacks a back-off"),
    ("-0.5\ta\t-0.25", "-0.5\ta\t-0.25\t1", 9, "found 4 fields"),
    ("-0.5\ta\t-0.25", "-0.5", 9, "found 1 fields"),
    ("-0.7\tb", "-0.7\ta", 10, "listed twice"),
    ("-0.2\ta b", "-0.2\t<s> a", 14, "listed twice"),
    ("-0.2\ta b", "-0.2\ta c", 14, "not among the 1-grams"),
    ("-0.2\ta b", "-0.2\ta b\t-0.5", 14, "expected no back-off"),
    ("\\2-grams:", "\\3-grams:", 12, "expected '\\\\2-grams:'"),
    ("\\end\\\n", "", 17, "found the end of the file"),
    ("\\end\\", "\\end\\\nmore", 18, "expected nothing after"),
    ("-1\t</s>\t0", "-1\tz\t0", 15, "not among the 1-grams"),
    ("\\data\\", "\x00\x01\x02", 1, "expected '\\\\data\\\\'"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), BAD)
def test_malformed(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert old in SOUND
    path = tmp_path / "m.arpa"
    path.write_text(SOUND.replace(old, new, 1))
    with pytest.raises(FormatError) as caught:
        LanguageModel.open(path)
    assert message.replace("\\\\", "\\") in str(caught.value)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}:{line}: ")


@pytest.mark.parametrize("end", range(0, len(SOUND) - 3, 7))
def test_truncated(tmp_path: Path, end: int) -> None:
    (tmp_path / "m.arpa").write_text(SOUND[:end])
    with pytest.raises(FormatError):
        LanguageModel.open(tmp_path / "m.arpa")


def test_a_missing_context(tmp_path: Path) -> None:
    three = SOUND.replace("ngram 2=3", "ngram 2=3\nngram 3=1")
    three = three.replace("\\end\\", "\\3-grams:\n-0.1\tb a b\n\n\\end\\")
    (tmp_path / "m.arpa").write_text(three.replace("-0.7\tb", "-0.7\tb\t-0.1"))
    with pytest.raises(FormatError, match="not its context of 2 words") as caught:
        LanguageModel.open(tmp_path / "m.arpa")
    assert caught.value.line == 19


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "m.arpa"
    path.write_bytes(SOUND.encode().replace(b"\tb\n", b"\t\xff\xfe\n", 1))
    with pytest.raises(FormatError, match="UTF-8"):
        LanguageModel.open(path)
    path.write_bytes(b"\\data\\\n" + b"x" * 3_000_000)
    with pytest.raises(FormatError, match="longer than 1048576 bytes"):
        LanguageModel.open(path)
    path.write_bytes(gzip.compress(SOUND.encode())[:-12])
    with pytest.raises(FormatError, match="damaged"):
        LanguageModel.open(path)
