"""Cuts HTML into tags, text and other pieces. Nothing is lost: the pieces joined together are the page.

It follows the HTML standard as far as a translator needs it. It never fails: what is not a tag is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dragoman.documents.html_facts import HTML

_NAME = r"[A-Za-z][^\s/>]*"
_ATTRIBUTES = r"(?:[^>=]|=(?!\s*[\"'])|=\s*(?:\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z)))*+"
"""Quotation marks count behind ``=`` only; a value that is not closed goes on to the end. So this never fails, and a
page of nothing but such tags is read in one pass."""
_PIECE = re.compile(
    rf"(?P<comment><!--.*?(?:--!?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<[!?][^>]*(?:>|\Z)|</(?![A-Za-z])[^>]*(?:>|\Z))"
    rf"|</(?P<close>{_NAME})[^>]*(?:>|\Z)"
    rf"|<(?P<open>{_NAME})(?P<attributes>{_ATTRIBUTES})(?:>|\Z)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute and where its value stands in the tag."""

    name: str
    value: str
    begin: int
    end: int
    quote: str
    """``"``, ``'`` or nothing."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a page: ``open``, ``close``, ``text``, ``escaped`` (text in which tags are text) or ``other``."""

    kind: str
    raw: str
    name: str = ""
    """Of a tag, in small letters."""
    attributes: tuple[Attribute, ...] = field(default=())

    def get(self, name: str) -> str | None:
        """The value of an attribute (empty if it has none), or None."""
        return next((one.value for one in self.attributes if one.name == name), None)


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a page."""
    place = 0
    while place < len(text):
        match = _PIECE.search(text, place)
        if match is None:
            yield Piece("text", text[place:])
            return
        if match.start() > place:
            yield Piece("text", text[place : match.start()])
        place = match.end()
        if match["comment"] is not None:
            yield Piece("other", match.group())
        elif match["close"] is not None:
            yield Piece("close", match.group(), match["close"].lower())
        else:
            name = match["open"].lower()
            yield Piece("open", match.group(), name, _attributes(match))
            if name in HTML.raw or name in HTML.escaped:
                end = _end_of(name, text, place)
                if end > place:
                    yield Piece("escaped" if name in HTML.escaped else "other", text[place:end])
                place = end


def _attributes(match: re.Match[str]) -> tuple[Attribute, ...]:
    first = match.start("attributes") - match.start()
    result = []
    for one in _ATTRIBUTE.finditer(match["attributes"]):
        group = next((g for g in (2, 3, 4) if one[g] is not None), None)
        begin, end = one.span(group) if group else (one.end(), one.end())
        quote = {2: '"', 3: "'"}.get(group or 0, "")
        value = one[group] if group else ""
        result.append(Attribute(one[1].lower(), value, first + begin, first + end, quote))
    return tuple(result)


def _end_of(name: str, text: str, place: int) -> int:
    """Where the end tag of an element without markup begins."""
    end = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, place)
    return end.start() if end else len(text)
