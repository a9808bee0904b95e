"""Web pages.

A block is a paragraph, a heading, a cell and so on: its text with the inline elements (phrasing content). Comments,
scripts, styles and pictures inside a block are tags that stand alone. Attributes that people read are translated. Not
translated are ``translate="no"``, the class ``notranslate``, code, and text in another language. Everything else comes
back byte for byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dragoman.common.deadline import in_time
from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.encodings import Encoding, decode
from dragoman.documents.file import DocumentFile, Template
from dragoman.documents.html_attributes import tag_pieces
from dragoman.documents.html_facts import HTML
from dragoman.documents.html_lexer import Piece, pieces
from dragoman.documents.inline import (
    ALONE,
    CLOSE,
    LINE_BREAK,
    OPEN,
    Block,
    Item,
    Tag,
    Text,
    joining,
    spelled,
)
from dragoman.documents.references import escape, texts

FORMAT = "html"
_PAIRED = HTML.split | HTML.paired
_EMPTY = HTML.alone | HTML.void | HTML.escaped
"""Elements in which no others are."""
_CHARSET = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_DECLARATION = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)")


def read(content: Content) -> DocumentFile:
    """Reads a page."""
    text, encoding = _decoded(content)
    template = Page(content).template(text)
    return DocumentFile(content.name, FORMAT, [template], lambda texts: encoding.encode(texts[0]))


def _decoded(content: Content) -> tuple[str, Encoding]:
    head = content.data[:4096]
    match = _DECLARATION.match(head) or _CHARSET.search(head)
    declared = match[1].decode("ascii").lower() if match else ""
    if declared in ("iso-8859-1", "latin1", "us-ascii", "ascii"):
        declared = "cp1252"  # as the HTML standard has it
    if declared.startswith("utf-16"):
        declared = "utf-8"  # a page that could be read so far is not in it
    return decode(content, declared, references=True)


class Page:
    """Collects the blocks of one page."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.writer = joining(escape)
        self._template: list[str | Block] = []
        self._items: list[Item] = []
        self._opened: list[tuple[str, int]] = []
        """The inline elements that are open, with the numbers of their pairs."""
        self._names: Counter[str] = Counter()
        self._number = 0
        self._kept: list[str] = []
        """Open elements, from the outermost one whose text is kept."""
        self._lines = 0
        """How many <pre> are open."""

    def template(self, text: str) -> Template:
        """The page with its blocks."""
        stream = pieces(text)
        for piece in in_time(stream):
            if piece.kind == "open" and (piece.name in HTML.opaque or piece.name in HTML.raw):
                self._items.append(Tag((_whole(piece, stream),)))
            elif piece.kind == "open":
                self._open(piece)
            elif piece.kind == "close":
                self._close(piece)
            elif piece.kind == "other":
                self._items.append(Tag((piece.raw,)))
            else:
                self._text(piece)
        self._flush()
        return self._template

    def _open(self, piece: Piece) -> None:
        self._keep(piece)
        raw = tag_pieces(piece, self.content)
        if piece.name in HTML.alone:
            line_break = piece.name == "br"
            self._items.append(Tag(raw, ALONE, wall=line_break, breaks=line_break))
            self._items += [LINE_BREAK] * line_break
        elif piece.name in _PAIRED and not piece.raw.endswith("/>"):
            self._number += 1
            self._opened.append((piece.name, self._number))
            self._names[piece.name] += 1
            split = piece.name in HTML.split and piece.get("id") is None
            self._items.append(Tag(raw, OPEN, self._number, split=split))
        elif piece.name in _PAIRED:
            self._items.append(Tag(raw))
        else:
            self._flush()
            self._template += raw
            self._lines += piece.name == "pre"

    def _close(self, piece: Piece) -> None:
        self._unkeep(piece)
        if piece.name not in _PAIRED:
            self._flush()
            self._template.append(piece.raw)
            self._lines = max(self._lines - (piece.name == "pre"), 0)
            return
        self._number += 1
        number = self._number
        while self._names[piece.name]:
            name, opened = self._opened.pop()
            self._names[name] -= 1
            if name == piece.name:
                number = opened
                break
        self._items.append(Tag((piece.raw,), CLOSE, number))

    def _text(self, piece: Piece) -> None:
        if piece.kind == "escaped" and not self._in_title():
            self._items.append(Tag((piece.raw,)))
            return
        stretches = re.split(r"(\r?\n)", piece.raw) if self._lines else [piece.raw]
        for index, stretch in enumerate(stretches):
            if index % 2:
                self._flush()
                self._template.append(stretch)
            elif stretch:
                self._items += texts(stretch, keep=bool(self._kept))

    def _in_title(self) -> bool:
        last = self._template[-1] if self._template else ""
        return isinstance(last, str) and last[:6].lower() == "<title"

    def _keep(self, piece: Piece) -> None:
        """Notes what is open from an element on whose text is kept."""
        if piece.name in _EMPTY or piece.raw.endswith("/>"):
            return
        if self._kept or piece.name in HTML.kept or _protected(piece) or self._foreign(piece):
            self._kept.append(piece.name)

    def _unkeep(self, piece: Piece) -> None:
        if piece.name in self._kept:
            while self._kept.pop() != piece.name:
                pass

    def _foreign(self, piece: Piece) -> bool:
        """Whether the element says that it is in another language."""
        language = piece.get("lang") or piece.get("xml:lang")
        if not language or piece.name in ("html", "body") or self.content.source_base is None:
            return False
        return language.lower().partition("-")[0] != self.content.source_base

    def _flush(self) -> None:
        """Ends a block."""
        items, self._items = self._items, []
        self._opened.clear()
        self._names.clear()
        if any(isinstance(x, Text) and not x.keep and _has_letters(x.text) for x in items):
            content = self.content
            self._template.append(make_block(items, content.splitter, self.writer, content.name))
            return
        for item in items:
            self._template += item.raw if isinstance(item, Tag) else (spelled(item, escape),)


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _protected(piece: Piece) -> bool:
    marked = (piece.get("translate") or "").lower() == "no"
    return marked or "notranslate" in (piece.get("class") or "").split()


def _whole(piece: Piece, stream: Iterator[Piece]) -> str:
    """An element with all that is inside of it."""
    raw = [piece.raw]
    if piece.raw.endswith("/>") and piece.name not in HTML.raw:
        return piece.raw
    depth = 1
    for inner in in_time(stream):
        raw.append(inner.raw)
        if inner.name == piece.name:
            depth += {"open": not inner.raw.endswith("/>"), "close": -1}.get(inner.kind, 0)
        if depth == 0:
            break
    return "".join(raw)
