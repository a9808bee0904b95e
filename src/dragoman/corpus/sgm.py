"""Test sets in the SGM files of WMT and NIST: srcset, refset and tstset with documents and segments.

SGM looks like XML but is not XML: attributes without quotes, ampersands without escapes and tags that are never
closed are common. Only ``<doc>``, ``<seg>`` and the set's own tag are read; everything else inside a
segment is text.

    for sentence in read_sgm_set("src.sgm", ["ref.sgm"]): ...
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from dragoman.common.deadline import in_time
from dragoman.common.errors import FormatError
from dragoman.corpus.document import Sentence
from dragoman.corpus.tmx import xml_text
from dragoman.io.files import display_name, open_output, read_lines
from dragoman.io.limits import line_limit, too_long

_TAG = re.compile(r"<(/?)(srcset|refset|tstset|doc|seg)\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]++)\s*+=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_BLANKS = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True, slots=True)
class SgmSegment:
    """A segment of an SGM file."""

    kind: str
    """``srcset``, ``refset`` or ``tstset``; an empty string if the file does not say."""
    document: str
    system: str
    """The translator or system that the document names (``sysid``, ``refid``)."""
    id: str
    text: str
    line: int
    span: tuple[int, int]
    """The position of its text, in characters."""


def _attributes(text: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(text)
    }


def read_segments(path: str | os.PathLike[str]) -> Iterator[SgmSegment]:
    """The segments of one SGM file; a segment that is not closed ends at the next tag."""
    text = "".join(f"{line}\n" for line in read_lines(path))
    return find_segments(text, display_name(path))


def find_segments(text: str, name: str) -> Iterator[SgmSegment]:
    """The same for a text; messages use ``name`` for it."""
    reader = _Reader(text)
    limit = line_limit()
    line = 1
    place = 0
    for match in in_time(_TAG.finditer(text)):
        line += text.count("\n", place, match.start())
        place = match.start()
        if reader.begin >= 0 and place - reader.begin > limit:
            raise FormatError(too_long(limit, "the segment"), name, reader.line)
        segment = reader.finish(match.start())
        if segment is not None:
            yield segment
        if not match[1]:
            reader.open(match[2].lower(), _attributes(match[3]), line, match.end())
    if reader.begin >= 0:
        raise FormatError(f"the segment '{reader.id}' is not closed", name, reader.line)
    if not reader.total:
        raise FormatError(
            "expected segments (<seg id=...>), found none", name, line + text.count("\n", place, -1)
        )


class _Reader:
    """The position of the reader: the set, the document, and the segment if it is inside one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind = self.document = self.system = self.id = ""
        self.outer: dict[str, str] = {}
        self.begin = -1
        """Where the segment begins; -1 outside of segments."""
        self.line = self.count = self.total = 0

    def open(self, tag: str, attributes: dict[str, str], line: int, place: int) -> None:
        if tag == "seg":
            self.begin, self.line = place, line
            self.count += 1
            self.total += 1
            self.id = attributes.get("id", str(self.count))
        elif tag == "doc":
            facts = {**self.outer, **attributes}
            self.document = facts.get("docid", facts.get("id", ""))
            self.system = facts.get("sysid", facts.get("refid", ""))
            self.count = 0
        else:
            self.kind, self.outer = tag, attributes

    def finish(self, end: int) -> SgmSegment | None:
        """The segment that ends here, if there is one."""
        begin, self.begin = self.begin, -1
        if begin < 0:
            return None
        plain = html.unescape(_BLANKS.sub(" ", self.text[begin:end]).strip(" "))
        return SgmSegment(
            self.kind, self.document, self.system, self.id, plain, self.line, (begin, end)
        )


def read_sgm_set(
    source: str | os.PathLike[str], references: Sequence[str | os.PathLike[str]] = ()
) -> Iterator[Sentence]:
    """A source file with its references, matched by document and segment.

    A reference file with several translators (``sysid``) gives several references.
    """
    versions: list[tuple[str, dict[tuple[str, str], str]]] = []
    for path in references:
        systems: dict[str, dict[tuple[str, str], str]] = {}
        for segment in read_segments(path):
            systems.setdefault(segment.system, {})[segment.document, segment.id] = segment.text
        versions += [(display_name(path), table) for table in systems.values()]
    for segment in read_segments(source):
        key = segment.document, segment.id
        for name, table in versions:
            if key not in table:
                raise FormatError(f"lacks segment '{key[1]}' of document '{key[0]}'", name)
        targets = tuple(table[key] for _, table in versions)
        yield Sentence(segment.text, targets, segment.document)


@dataclass(frozen=True, slots=True)
class SgmHeader:
    """The attributes of the opening tag of an SGM file."""

    kind: str = "srcset"
    set_id: str = "set"
    source: str = "any"
    target: str = ""
    system: str = ""


def write_sgm(
    path: str | os.PathLike[str], texts: Iterable[tuple[str, str]], header: SgmHeader
) -> None:
    """Writes (document id, text) pairs; a change of id starts a document."""
    language = f" trglang={quoteattr(header.target)}" if header.target else ""
    system = f" sysid={quoteattr(header.system)}" if header.system else ""
    with open_output(path) as out:
        out.write(f"<{header.kind} setid={quoteattr(header.set_id)}")
        out.write(f" srclang={quoteattr(header.source)}{language}>\n")
        current: str | None = None
        number = 0
        for document, text in texts:
            if document != current:
                out.write("" if current is None else "</doc>\n")
                out.write(f"<doc{system} docid={quoteattr(document)}>\n")
                current, number = document, 0
            number += 1
            out.write(f'<seg id="{number}">{xml_text(text)}</seg>\n')
        out.write("" if current is None else "</doc>\n")
        out.write(f"</{header.kind}>\n")
