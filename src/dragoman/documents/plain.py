"""Plain text with paragraphs.

Blank lines end a paragraph. The end of a line ends it too, unless the line was broken only to fit a width. Such a line
is nearly as long as the longest line of the text, or it stops in the middle of a sentence. Its paragraph is written in
the same width again. Indentation and the marks of list items do not belong to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dragoman.common.deadline import in_time
from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.encodings import decode
from dragoman.documents.file import DocumentFile
from dragoman.documents.inline import Block, Item, Tag, Text, Writer, joining
from dragoman.documents.wrapping import Filling, fill, width

FORMAT = "text"
_INDENT = re.compile(r"[ \t\u3000]*(?:[-*•·–—]\s+|\(?\d{1,3}[.)]\s+)?")
"""Of a line, with the mark of a list."""
_WIDEST = 120
"""Longer lines are paragraphs."""
_NARROWEST = 40
_UNFINISHED = re.compile(r"[\w,]\Z")


def read(content: Content) -> DocumentFile:
    """Reads plain text."""
    text, encoding = decode(content)
    template = paragraphs(text, content)
    return DocumentFile(content.name, FORMAT, [template], lambda texts: encoding.encode(texts[0]))


def paragraphs(text: str, content: Content) -> list[str | Block]:
    """The template of a plain text."""
    template: list[str | Block] = []
    for lines, columns in in_time(_runs(text)):
        template += _paragraph(lines, columns, content)
    return template


def unwrapped(text: str) -> list[str]:
    """The paragraphs of a plain text, each as one line without white space around it; empty ones are left out."""
    joined = (" ".join(line.strip() for line in lines).strip() for lines, _ in _runs(text))
    return [line for line in joined if line]


def _runs(text: str) -> Iterator[tuple[list[str], int]]:
    """The lines of each paragraph, and the width of the text; line ends are kept."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    several = len(lines) > 1  # one line cannot have been broken
    columns = max(width(line.rstrip()) for line in lines) if several else 0
    wrapped = _NARROWEST <= columns <= _WIDEST
    start = 0
    while start < len(lines):
        stop = start + 1
        while wrapped and stop < len(lines) and _goes_on(lines[stop - 1], lines[stop], columns):
            stop += 1
        yield lines[start:stop], columns
        start = stop


def _goes_on(line: str, following: str, columns: int) -> bool:
    """Whether the break between two lines is there only for the width."""
    line = line.rstrip()
    mark = _indent(following)
    rest = following[len(mark) :].rstrip()
    if not line or not rest or mark.strip() or not any(map(str.isalnum, line)):
        return False
    first = rest.split(None, 1)[0]
    if width(line) + 1 + width(first) > columns:
        return True
    return rest[0].islower() and _UNFINISHED.search(line) is not None


def _indent(line: str) -> str:
    """Indentation and mark."""
    match = _INDENT.match(line)
    assert match is not None
    return match.group()


def _paragraph(lines: Sequence[str], columns: int, content: Content) -> list[str | Block]:
    indent = _indent(lines[0])
    whole = "".join(lines)[len(indent) :]
    text = whole.rstrip()
    if not any(map(str.isalpha, text)):
        return ["".join(lines)]
    items: list[Item] = [Text(text)]
    writer = joining(str)
    if len(lines) > 1:
        hanging = re.match(r"[ \t\u3000]*", lines[1])
        end = "\r\n" if lines[0].endswith("\r\n") else "\n"
        layout = Filling(columns, width(indent), hanging.group() if hanging else "", end)
        writer = _filling(layout)
    return [indent, make_block(items, content.splitter, writer, content.name), whole[len(text) :]]


def _filling(layout: Filling) -> Writer:
    """Writes a paragraph in lines."""

    def write(items: Sequence[Item], tag: Callable[[Tag], str]) -> str:
        text = joining(str)(items, tag)
        first, *others = text.split("\n")
        widths = [layout.used + width(first.rstrip()), *(width(x.rstrip()) for x in others)]
        return text if others and max(widths) <= layout.columns else fill(text, layout)

    return write
