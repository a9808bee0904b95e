"""Test sets in WMT's XML: every document gets a ``<hyp>`` with the translation of its ``<src>``."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from dragoman.corpus.xmlstream import Element
from dragoman.documents.blocks import make_block
from dragoman.documents.content import UNKNOWN, Content
from dragoman.documents.file import DocumentFile
from dragoman.documents.inline import Block, joining
from dragoman.documents.references import escape
from dragoman.documents.xml_inline import InlineRules, read_inline
from dragoman.documents.xml_source import Change, XmlSource

FORMAT = "wmtxml"
SYSTEM = "dragoman"
_RULES = InlineRules(frozenset(), {}, {})


def read(content: Content) -> DocumentFile:
    """Reads a test set."""
    source = XmlSource(content, {"doc"}, "dataset")
    if not source.elements:
        raise content.error("expected documents (<doc>), found none")
    return source.file(FORMAT, _changes(source))


def _changes(source: XmlSource) -> Iterator[Change]:
    for document in source.elements:
        sides = [one for one in document.children if one.name in ("src", "ref", "hyp")]
        texts = [one for one in sides if one.name == "src"]
        if len(texts) != 1:
            raise source.content.error(
                f"expected one <src> in a <doc>, found {len(texts)}", document.line
            )
        ours = [one for one in sides if one.attributes.get("system") == SYSTEM]
        translation = _translation(source, texts[0], document.attributes.get("id", ""))
        if ours:
            yield ours[0].begin, source.end(ours[0]), translation
        else:
            end = source.end(sides[-1])
            yield end, end, [source.indent(texts[0]), *translation]


def _translation(source: XmlSource, text: Element, document: str) -> list[str | Block]:
    """The source with its segments as blocks, and another name."""
    content = source.content
    language = "" if content.target == UNKNOWN else f" language={quoteattr(content.target)}"
    result: list[str | Block] = [f'<hyp system="{SYSTEM}"{language}>']
    place, last = source.inside(text)
    for segment in text.find_all("seg"):
        begin, end = source.inside(segment)
        items = read_inline(source.text(begin, end), _RULES)
        block = make_block(items, None, joining(escape), document or content.name)
        result += [source.text(place, begin), block]
        place = end
    return [*result, source.text(place, last), "</hyp>"]
