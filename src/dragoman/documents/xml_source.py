"""An XML document in memory: decoded, checked, and cut at the places of its elements.

source = XmlSource(content, {"tu"}, "tmx")
for unit in source.elements:
    source.inner(unit)                     # what stands between its tags
source.template(changes)                   # the document with something else at certain places
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from dragoman.corpus.xmlstream import Element, parse_elements
from dragoman.documents.content import Content
from dragoman.documents.encodings import decode
from dragoman.documents.file import DocumentFile, Template
from dragoman.documents.inline import Block

_DECLARATION = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)")
_START_TAG = re.compile(rb"<[^\s/>]+(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_END_TAG = re.compile(rb"</[^>]*>")
_INDENT = re.compile(rb"\r?\n[ \t]*\Z")

Change = tuple[int, int, Template]
"""What stands from one place to another, in bytes of UTF-8, is replaced."""


class XmlSource:
    """A document and the outermost elements with certain names."""

    def __init__(self, content: Content, wanted: Collection[str], root: str) -> None:
        match = _DECLARATION.match(content.data)
        text, self.encoding = decode(content, match[1].decode("ascii") if match else "", True)
        self.content = content
        self.data = text.encode("utf-8")
        self.elements = parse_elements(self.data, content.name, wanted, root)

    def opening(self, element: Element) -> tuple[int, int]:
        """Where the start tag stands."""
        match = _START_TAG.match(self.data, element.begin)
        assert match is not None, "expat found a tag here"
        return match.span()

    def inside(self, element: Element) -> tuple[int, int]:
        """Where the content stands; an element of one tag has it behind its tag."""
        begin = self.opening(element)[1]
        return begin, max(begin, element.end)

    def end(self, element: Element) -> int:
        """Where the element ends."""
        match = _END_TAG.match(self.data, element.end)
        return match.end() if match and element.end > element.begin else self.opening(element)[1]

    def text(self, begin: int, end: int) -> str:
        """A stretch of the document."""
        return self.data[begin:end].decode("utf-8")

    def inner(self, element: Element) -> str:
        """What stands between the tags of an element."""
        return self.text(*self.inside(element))

    def indent(self, element: Element) -> str:
        """The line end and blanks before an element, if it begins a line."""
        match = _INDENT.search(self.data, max(0, element.begin - 200), element.begin)
        return match.group().decode("utf-8") if match else ""

    def template(self, changes: Iterable[Change]) -> Template:
        """The document with changes in it, given in order."""
        template: list[str | Block] = []
        place = 0
        for begin, end, pieces in changes:
            template += [self.text(place, begin), *pieces]
            place = end
        return [*template, self.text(place, len(self.data))]

    def file(self, format: str, changes: Iterable[Change]) -> DocumentFile:
        """The document as a file with those changes."""
        encode = self.encoding.encode
        template = self.template(changes)
        return DocumentFile(self.content.name, format, [template], lambda texts: encode(texts[0]))


def with_attribute(tag: str, name: str, value: str) -> str:
    """A start tag with an attribute set."""
    found = re.search(rf"(\s{re.escape(name)}\s*=\s*)(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", tag)
    if found:
        return f'{tag[: found.start()]}{found[1]}"{value}"{tag[found.end() :]}'
    place = len(tag.removesuffix(">").removesuffix("/").rstrip()) if tag.endswith(">") else len(tag)
    return f'{tag[:place]} {name}="{value}"{tag[place:]}'
