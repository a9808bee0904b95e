"""Markdown (CommonMark with tables and strikethrough).

markdown-it-py finds the blocks and the structure inside them. The text to translate is then cut out of the original, so
everything else comes back byte for byte. Code, link targets and the header (front matter) are not translated.
Descriptions of pictures and titles are. HTML inside is read as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from dragoman.common.deadline import check_time
from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.encodings import decode
from dragoman.documents.file import DocumentFile, Template
from dragoman.documents.html import Page
from dragoman.documents.inline import Block
from dragoman.documents.markdown_inline import LostError, Stretch, Walker
from dragoman.documents.markdown_writer import MarkdownWriter

FORMAT = "markdown"
_HEADER = re.compile(r"\A---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_MARKS = re.compile(r"[ \t>]*#+")


def read(content: Content) -> DocumentFile:
    """Reads Markdown."""
    text, encoding = decode(content)
    template = _Page(content, text).template()
    return DocumentFile(content.name, FORMAT, [template], lambda texts: encoding.encode(texts[0]))


def _check_time(*_: object) -> bool:
    """A rule that never matches: the parser asks it wherever something may begin."""
    check_time()
    return False


class _Page:
    def __init__(self, content: Content, text: str) -> None:
        self.content, self.text = content, text
        header = _HEADER.match(text)
        self.first = header.end() if header else 0
        self.lines = re.findall(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+", text[self.first :])
        self.offsets = [self.first]
        """Where lines begin."""
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line))
        self.cells: dict[int, int] = {}
        """How far the cells of a row of a table have been found."""
        self.references: dict[str, Any] = {}

    def template(self) -> Template:
        """The text with its blocks."""
        parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        parser.block.ruler.before("code", "time", _check_time)
        parser.inline.ruler.before("text", "time", _check_time)
        parser.core.ruler.disable(
            "text_join", True
        )  # keeps escapes apart from the text around them
        found: dict[str, Any] = {}
        tokens = parser.parse(self.text[self.first :], found)
        self.references = found.get("references", {})
        template: list[str | Block] = []
        place = 0
        for begin, end, piece in self._blocks(tokens):
            template += [self.text[place:begin], *piece]
            place = end
        return [*template, self.text[place:]]

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Template]]:
        """What is translated: where it stands, and what goes there."""
        opening = None
        for token in tokens:
            if token.type == "inline" and opening is not None:
                stretch = self._stretch(token, opening.type)
                block = self._block(token, stretch, opening.type) if stretch else None
                if stretch is not None and block is not None:
                    yield stretch.begin, stretch.end, [block]
            elif token.type == "html_block" and token.map and token.level == 0:
                begin, end = (self.offsets[line] for line in token.map)
                yield begin, end, Page(self.content).template(self.text[begin:end])
            opening = token

    def _block(self, token: Token, stretch: Stretch, kind: str) -> Block | None:
        walker = Walker(stretch, self.references, self.content)
        try:
            items = walker.walk(token.children or [])
        except LostError:
            return None
        writer = MarkdownWriter(stretch, walker.labels, paragraph=kind == "paragraph_open")
        return make_block(items, self.content.splitter, writer, self.content.name)

    def _stretch(self, token: Token, kind: str) -> Stretch | None:
        """Where the text of a block stands, line by line; None if it cannot be found."""
        if token.map is None or not token.content.strip():
            return None
        first = token.map[0]
        cell = kind in ("th_open", "td_open")
        spans: list[tuple[int, int]] = []
        for number, content in enumerate(token.content.split("\n"), first):
            wanted = content.strip().replace("|", "\\|") if cell else content.strip()
            line = self.lines[number] if number < len(self.lines) else ""
            if cell:
                begin = line.find(wanted, self.cells.get(number, 0))
                self.cells[number] = begin + len(wanted)
            elif kind == "heading_open" and token.map[1] - first == 1 and _MARKS.match(line):
                marks = _MARKS.match(line)
                begin = line.find(wanted, marks.end() if marks else 0)
            else:
                begin = len(line.rstrip()) - len(wanted)
            if begin < 0 or not line.startswith(wanted, begin):
                return None
            offset = self.offsets[number]
            spans.append((offset + begin, offset + begin + len(wanted)))
        return Stretch(self.text, token.content, spans, cell)
