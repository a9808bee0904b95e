"""An example of every format of documents."""

from __future__ import annotations

from pathlib import Path

from dragoman.documents import Content
from support.documents.handful import archive

SOURCES = sorted((Path(__file__).parents[2] / "documents" / "golden" / "source").iterdir())
NAMES = {
    "page.html": "html",
    "text.md": "markdown",
    "letter.txt": "text",
    "memory.tmx": "tmx",
    "units1.xlf": "xliff",
    "units2.xliff": "xliff",
    "book.usfm": "usfm",
    "test.sgm": "sgm",
    "test.xml": "wmtxml",
    "document.xml": "docx",
}


def content(path: Path, target: str = "en") -> Content:
    data = path.read_bytes()
    if NAMES[path.name] == "docx":
        data = archive(data.decode("utf-8"))
    return Content(path.name, data, "de", target)
