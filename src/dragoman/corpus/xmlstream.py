"""Streaming XML: the elements with certain names, one at a time, whatever the size of the file.

Documents that declare entities are refused: with entities a small document can grow without limit.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from xml.parsers import expat

from dragoman.common.deadline import check_time
from dragoman.common.errors import FormatError
from dragoman.io.files import display_name, read_blocks
from dragoman.io.limits import line_limit, record_limit, too_long

MAXIMAL_DEPTH = 200
_CHUNK = 1 << 16
_BLANKS = re.compile(r"[ \t\r\n]+")


@dataclass(slots=True)
class Element:
    """An element with everything inside; ``text`` includes the text of the elements within."""

    name: str
    attributes: dict[str, str]
    line: int
    begin: int = 0
    """The position of the element, in bytes."""
    end: int = 0
    """Where its end tag begins; ``begin`` for an element of one tag."""
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    """Characters of ``pieces``."""
    children: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text inside, with runs of blanks and line ends made one space."""
        return _BLANKS.sub(" ", "".join(self.pieces)).strip(" ")

    def find_all(self, name: str) -> Iterator[Element]:
        """The elements of this name anywhere below, in document order."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.find_all(name)


class _Collector:
    """Builds the wanted elements and forgets the rest."""

    def __init__(
        self, parser: expat.XMLParserType, wanted: Collection[str], ignored: Collection[str]
    ) -> None:
        self.parser = parser
        self.wanted = wanted
        self.ignored = ignored
        self.depth = 0
        self.open: list[Element] = []
        self.finished: list[Element] = []
        self.root: str | None = None
        self.limits = line_limit(), record_limit()
        self.size = 0
        """The length of the outermost open element, with everything in it."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAXIMAL_DEPTH:
            raise FormatError(f"elements are nested deeper than {MAXIMAL_DEPTH}")
        self.root = self.root or name
        if self.open or name in self.wanted:
            self.size = self.size + sum(map(len, attributes.values())) + 1 if self.open else 0
            parser = self.parser
            element = Element(name, attributes, parser.CurrentLineNumber, parser.CurrentByteIndex)
            if self.open:
                self.open[-1].children.append(element)
            self.open.append(element)
            self.check()

    def end(self, name: str) -> None:
        self.depth -= 1
        if not self.open:
            return
        element = self.open.pop()
        element.end = self.parser.CurrentByteIndex
        if self.open:
            if name not in self.ignored:
                self.open[-1].pieces += element.pieces
                self.open[-1].size += element.size
        else:
            self.finished.append(element)

    def entity(self, name: str, *_: object) -> None:
        raise FormatError(f"the document declares the entity '{name}', which is not allowed")

    def text(self, data: str) -> None:
        if self.open:
            element = self.open[-1]
            element.pieces.append(data)
            element.size += len(data)
            self.size += len(data)
            self.check()

    def check(self) -> None:
        """Fails if the open element has become too long."""
        longest, largest = self.limits
        if self.size > largest:
            raise FormatError(too_long(largest, f"<{self.open[0].name}>"))
        if not self.open[-1].children and self.open[-1].size > longest:
            raise FormatError(too_long(longest, f"the text of <{self.open[-1].name}>"))


def stream_elements(
    path: str | os.PathLike[str], wanted: Collection[str], root: str, ignored: Collection[str] = ()
) -> Iterator[Element]:
    """The outermost elements with a wanted name; bad XML or another root is a FormatError.

    The text of elements with an ignored name is not part of the text around them.
    """
    return _elements(read_blocks(path, _CHUNK), display_name(path), wanted, root, ignored)


def parse_elements(
    data: bytes, name: str, wanted: Collection[str], root: str, ignored: Collection[str] = ()
) -> list[Element]:
    """The same for a document in memory, which is read as UTF-8; without ``root`` any root element is allowed."""
    blocks = (data[first : first + _CHUNK] for first in range(0, len(data), _CHUNK))
    return list(_elements(blocks, name, wanted, root, ignored, "utf-8"))


def _elements(
    blocks: Iterable[bytes],
    name: str,
    wanted: Collection[str],
    root: str,
    ignored: Collection[str],
    encoding: str | None = None,
) -> Iterator[Element]:
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    collector = _Collector(parser, wanted, ignored)
    parser.StartElementHandler = collector.start
    parser.EndElementHandler = collector.end
    parser.CharacterDataHandler = collector.text
    parser.EntityDeclHandler = collector.entity
    limit = line_limit()
    fed = 0
    for block in chain(blocks, [b""]):
        check_time()
        fed += len(block)
        try:
            parser.Parse(block, not block)
            if fed - parser.CurrentByteIndex > limit:
                raise FormatError(too_long(limit, "a tag"))
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise FormatError(f"not well-formed XML: {reason}", name, error.lineno) from None
        except FormatError as error:
            raise FormatError(error.message, name, parser.CurrentLineNumber) from None
        except (ValueError, LookupError) as error:
            raise FormatError(f"damaged data ({error})", name) from None
        if root and collector.root not in (None, root):
            raise FormatError(f"expected <{root}>, found <{collector.root}>", name, 1)
        yield from collector.finished
        collector.finished.clear()
