"""What is a bitext and a document at once has one name, whoever reads it."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from dragoman.corpus.file_formats import BITEXTS, DOCUMENTS, FILE_FORMATS
from dragoman.corpus.formats import detect_format
from dragoman.documents import Content
from dragoman.documents.detection import detect

BOTH = [
    ("tmx", b'<?xml version="1.0"?>\n<tmx version="1.4"><header/><body/></tmx>\n'),
    ("wmtxml", b'<?xml version="1.0"?>\n<dataset id="t"><doc id="d"></doc></dataset>\n'),
    ("sgm", b'<srcset setid="s" srclang="any">\n<doc docid="d"></doc></srcset>\n'),
    ("usfm", b"\\id GEN A book\n\\c 1\n\\v 1 A verse.\n"),
    ("text", b"A sentence.\n"),
]


@pytest.mark.parametrize(("name", "data"), BOTH)
def test_bitexts_and_documents_of_a_format_are_told_alike(
    tmp_path: Path, name: str, data: bytes
) -> None:
    (tmp_path / "file").write_bytes(data)
    assert detect_format(tmp_path / "file") == name
    assert detect(Content("file", data)) == name


def test_every_format_that_is_both_is_tried_above() -> None:
    assert {name for name, _ in BOTH} == {one.name for one in BITEXTS if one in DOCUMENTS}


def test_an_ending_belongs_to_one_format() -> None:
    suffixes = list(chain.from_iterable(one.suffixes for one in FILE_FORMATS))
    assert len(suffixes) == len(set(suffixes))
