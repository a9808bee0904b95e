"""Documents of every format, read and written again; those of Word are damaged inside or outside of their archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from dragoman.common.errors import DragomanError
from dragoman.documents.content import Content, read_bytes
from dragoman.documents.detection import detect
from dragoman.documents.reading import parse
from fuzz.reader import Read
from support.documents.examples import NAMES, SOURCES
from support.documents.handful import identity

Pack = Callable[[bytes], bytes]
ANY_LINES, LINES = ("text", "markdown", "html"), (2, 5, 2)
"""Formats of which any lines are a document: short ones are quick. They have so many lines, in turns."""


def pack_docx(body: bytes) -> bytes:
    """An archive of Word with this document."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("[Content_Types].xml", "<Types/>")
        files.writestr("word/document.xml", body)
    return out.getvalue()


def _formats() -> dict[str, tuple[tuple[bytes, ...], tuple[Pack, ...]]]:
    found: dict[str, tuple[tuple[bytes, ...], tuple[Pack, ...]]] = {}
    for path in SOURCES:
        name = NAMES[path.name]
        before = found.get(name, ((), ()))[0]
        pieces = _pieces(path.read_bytes()) if name in ANY_LINES else (path.read_bytes(),)
        found[name] = (*before, *pieces), (pack_docx,) if name == "docx" else ()
    return found


def _pieces(data: bytes) -> tuple[bytes, ...]:
    lines, pieces, first = data.split(b"\n"), [], 0
    for count in cycle(LINES):
        if first >= len(lines):
            break
        pieces.append(b"\n".join(lines[first : first + count]))
        first += count
    return tuple(piece for piece in pieces if piece.strip())


FORMATS = _formats()
"""Sound documents of each format, and what they are packed in."""


def _use(content: Content, format: str) -> None:
    file = parse(content, format)
    assert file.render(identity) or not content.data
    list(file.documents())


def use(name: str) -> Read:
    """Reads a file as this format, and as the one that is found out if that is another; writes it as it was."""

    def run(path: Path) -> None:
        content = Content(path.name, read_bytes(path), "de", "en")
        refused = None
        try:
            _use(content, name)
        except DragomanError as error:
            refused = error
        found = detect(content)
        if found != name:
            _use(content, found)
        if refused is not None:
            raise refused

    return run
