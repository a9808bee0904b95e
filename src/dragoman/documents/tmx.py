"""Translation memories: every unit in the source language gets a translation beside it.

Units that have one in the target language are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from dragoman.corpus.tmx import document_of, language_of, matches
from dragoman.corpus.xmlstream import Element
from dragoman.documents.blocks import make_block
from dragoman.documents.content import UNKNOWN, Content
from dragoman.documents.file import DocumentFile
from dragoman.documents.inline import Block, joining
from dragoman.documents.references import escape
from dragoman.documents.xml_inline import InlineRules, read_inline
from dragoman.documents.xml_source import Change, XmlSource

FORMAT = "tmx"
_RULES = InlineRules(frozenset(("hi",)), {"bpt": ("i",)}, {"ept": ("i",)})
_ALL = "*all*"
"""What a header says of a memory without a main language."""


def read(content: Content) -> DocumentFile:
    """Reads a translation memory."""
    if content.target == UNKNOWN:
        raise content.error("the language to translate into must be named")
    source = XmlSource(content, {"header", "tu"}, "tmx")
    return source.file(FORMAT, _Memory(source).changes())


class _Memory:
    def __init__(self, source: XmlSource) -> None:
        self.source, self.content = source, source.content
        header = next((one for one in source.elements if one.name == "header"), None)
        self.units = [one for one in source.elements if one.name == "tu"]
        self.facts = header.attributes if header is not None else {}
        self.language = self._language()

    def _language(self) -> str:
        """The language of the units: the one to translate from, else the memory's own, else the first."""
        named = self.facts.get("srclang", _ALL)
        if self.content.source == UNKNOWN and named.lower() != _ALL:
            return named
        first = next((v for unit in self.units for v in unit.children if v.name == "tuv"), None)
        if self.content.source == UNKNOWN and first is not None:
            return language_of(first)
        for unit in self.units:
            if any(matches(language_of(v), self.content.source) for v in _variants(unit)):
                return self.content.source
        raise self.content.error(f"there is no unit in the language '{self.content.source}'")

    def changes(self) -> Iterator[Change]:
        for unit in self.units:
            variants = _variants(unit)
            source = next((v for v in variants if matches(language_of(v), self.language)), None)
            if source is None:
                continue
            done = [v for v in variants if matches(language_of(v), self.content.target)]
            segment = next((one for one in source.children if one.name == "seg"), None)
            if segment is not None and segment.text and not any(map(_text, done)):
                yield self._change(unit, source, segment, done)

    def _change(
        self, unit: Element, source: Element, segment: Element, done: list[Element]
    ) -> Change:
        sentences = unit.attributes.get("segtype", self.facts.get("segtype")) == "sentence"
        block = make_block(
            read_inline(self.source.inner(segment), _RULES),
            None if sentences else self.content.splitter,
            joining(escape),
            document_of(unit) or self.content.name,
        )
        indent = self.source.indent(source)
        opening = f"<tuv xml:lang={quoteattr(self.content.target)}>"
        variant: list[str | Block] = [f"{opening}<seg>", block, "</seg></tuv>"]
        if done:
            return done[0].begin, self.source.end(done[0]), variant
        end = self.source.end(source)
        return end, end, [indent, *variant]


def _variants(unit: Element) -> list[Element]:
    return [one for one in unit.children if one.name == "tuv"]


def _text(variant: Element) -> str:
    return "".join(one.text for one in variant.children if one.name == "seg")
