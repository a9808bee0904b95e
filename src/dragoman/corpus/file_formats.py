"""The formats of bitexts and of documents, declared once: their names, the endings of files, and how they begin.

A file in TMX can be read as a bitext (``formats.py``) and be translated as a document (``dragoman.documents``): both
know it by the same name and recognise it by the same mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class FileFormat:
    """A format of files."""

    name: str
    suffixes: tuple[str, ...] = ()
    """Endings of the names of its files."""
    mark: re.Pattern[bytes] | None = None
    """What stands in its first lines and in no format before it."""
    bitext: bool = True
    document: bool = True


XML = ".xml"
"""An ending that says too little: many formats are XML."""

FILE_FORMATS = (
    FileFormat("text", (".txt", ".text")),
    FileFormat("markdown", (".md", ".markdown"), bitext=False),
    FileFormat("tmx", (".tmx",), re.compile(rb"<tmx\b")),
    FileFormat("xliff", (".xlf", ".xliff"), re.compile(rb"<xliff\b"), bitext=False),
    FileFormat("wmtxml", (XML,), re.compile(rb"<dataset\b")),
    FileFormat(
        "sgm",
        (".sgm", ".sgml"),
        re.compile(rb"<(?:srcset|refset|tstset|mteval)\b", re.IGNORECASE),
    ),
    FileFormat(
        "html",
        (".html", ".htm", ".xhtml"),
        re.compile(rb"<!doctype\s+html|<html\b", re.IGNORECASE),
        bitext=False,
    ),
    FileFormat("docx", (".docx",), bitext=False),
    FileFormat(
        "usfm", (".usfm", ".sfm"), re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\\id\s+[A-Za-z0-9]{3}\b")
    ),
    FileFormat(
        "conllu",
        (".conllu", ".conll"),
        re.compile(rb"\A(#.*\n)*1(-[0-9]+)?(\t[^\t\n]*){9}\n"),
        document=False,
    ),
    FileFormat("bars", mark=re.compile(rb"\A[^\n]* \|\|\| "), document=False),
    FileFormat("tsv", (".tsv",), re.compile(rb"\A[^\n]*\t"), document=False),
)
BITEXTS = tuple(one for one in FILE_FORMATS if one.bitext)
DOCUMENTS = tuple(one for one in FILE_FORMATS if one.document)


def marked(formats: Iterable[FileFormat], head: bytes) -> str | None:
    """Return the name of the first format whose mark is there.

    Args:
        formats: The formats that are possible.
        head: The beginning of a file.
    """
    found = (one.name for one in formats if one.mark is not None and one.mark.search(head))
    return next(found, None)


def by_suffix(formats: Iterable[FileFormat]) -> dict[str, str]:
    """Return the name of the format of every ending.

    Args:
        formats: The formats that are possible.
    """
    return {suffix: one.name for one in formats for suffix in one.suffixes}
