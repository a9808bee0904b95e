"""Finds out the format of a document by its content. What is not a document is refused with one sentence.

The name is looked at only if the content says too little: a text whose name ends in ``.md`` is Markdown.
"""

from __future__ import annotations

import json
import re
from pathlib import PurePath

from dragoman.corpus.file_formats import DOCUMENTS, by_suffix, marked
from dragoman.documents.content import Content
from dragoman.documents.html_facts import HTML

FORMATS = tuple(one.name for one in DOCUMENTS)
SUFFIXES = by_suffix(DOCUMENTS)
"""The names by which documents are found in folders."""
_HEAD = 1 << 16
_FOREIGN = (
    (b"%PDF-", "a PDF file; convert it to HTML or docx first"),
    (b"\xd0\xcf\x11\xe0", "an old Word, Excel or PowerPoint file; save it as docx first"),
    (b"{\\rtf", "an RTF file; save it as docx first"),
    (b"%!PS", "a PostScript file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"#!", "a script"),
    (b"7z\xbc\xaf", "an archive"),
    (b"Rar!", "an archive"),
)
_CODE = re.compile(
    r"\.(?:py|js|ts|css|[ch]|[ch]pp|java|go|rs|sh|json|ya?ml|toml|ini|[ct]sv|sql|log|tex|bib)"
)
"""Names of files that are text and no prose."""
_ROOT = re.compile(
    rb"(?>\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^<>\[]*+>)*+<([A-Za-z_][\w.:-]*)", re.DOTALL
)
"""What comes before the root is never read in another way: of such pieces without a root, there would be too many."""
_MARKDOWN = re.compile(
    r"^#{1,6} \S|^```|^~~~|^\|.*\|\s*$\n^\|[ :|-]+\|\s*$|\[[^\[\]\n]++\]\([^()\s]++[()]|^(?:=|-){3,}\s*$\n|\*\*\S",
    re.MULTILINE,
)


def detect(content: Content) -> str:
    """One of FORMATS; a FormatError for what is none of them."""
    data = content.data
    if data.startswith(b"PK\x03\x04"):
        return "docx"
    for magic, what in _FOREIGN:
        if data.startswith(magic):
            name, mark, advice = what.partition(";")
            raise content.error(
                f"this is {name}, not a document that can be translated{mark}{advice}"
            )
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    head = data[:_HEAD].replace(b"\0", b"") if wide else data[:_HEAD]
    if b"\0" in head:
        raise content.error("this is binary data, not a document that can be translated")
    suffix = PurePath(content.name).suffix.lower()
    start = re.sub(rb"\A(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)", b"", head).lstrip()
    if start.startswith(b"<"):
        found = _markup(content, start, suffix)
        if found is not None:
            return found
    if start.startswith(b"\\id") and marked(DOCUMENTS, start) == "usfm":
        return "usfm"
    if _CODE.fullmatch(suffix) or _is_json(start, data):
        raise content.error("this is data or a program, not a document that can be translated")
    return _of_text(suffix, head)


def _markup(content: Content, start: bytes, suffix: str) -> str | None:
    root = _ROOT.match(start)
    first = root[1].decode("latin-1").lower() if root is not None else ""
    if first in HTML.first:  # a part of a page; Markdown may begin so too
        return "markdown" if SUFFIXES.get(suffix) == "markdown" else "html"
    if found := marked(DOCUMENTS, start):
        return found
    if root is not None and start.startswith(b"<?xml"):
        raise content.error(
            f"this is XML with the root <{root[1].decode('ascii', 'replace')}>; TMX, XLIFF, WMT's test sets and "
            "XHTML can be translated"
        )
    return None


def _is_json(start: bytes, data: bytes) -> bool:
    if not start.startswith((b"{", b"[")):
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def _of_text(suffix: str, head: bytes) -> str:
    named = SUFFIXES.get(suffix)
    if named in ("text", "markdown", "usfm"):  # a book whose first line is lacking has its markers
        return named
    return "markdown" if _MARKDOWN.search(head.decode("utf-8", "ignore")) else "text"
