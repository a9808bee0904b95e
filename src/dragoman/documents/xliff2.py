"""The units of XLIFF 2.x."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.corpus.xmlstream import Element
from dragoman.documents.blocks import make_block
from dragoman.documents.inline import joining
from dragoman.documents.references import escape
from dragoman.documents.xliff_languages import named_languages
from dragoman.documents.xml_inline import InlineRules, read_inline
from dragoman.documents.xml_source import Change, XmlSource, with_attribute

_RULES = InlineRules(
    around=frozenset(("pc", "mrk")),
    starts={"sc": ("id",), "sm": ("id",)},
    ends={"ec": ("startRef", "id"), "em": ("startRef",)},
    protected={"mrk": ("translate", "no")},
)
_DONE = frozenset(("translated", "reviewed", "final"))


def changes_in_root(source: XmlSource, root: Element) -> Iterator[Change]:
    """What is written into the document."""
    yield (*source.opening(root), [named_languages(source, root, "srcLang", "trgLang")])
    for file in root.children:
        if file.name == "file" and file.attributes.get("translate") != "no":
            document = file.attributes.get("original") or file.attributes.get("id", "")
            yield from _units(source, file, document or source.content.name)


def _units(source: XmlSource, group: Element, document: str) -> Iterator[Change]:
    for child in group.children:
        if child.attributes.get("translate") == "no":
            continue
        if child.name == "group":
            yield from _units(source, child, document)
        elif child.name == "unit":
            for segment in child.children:
                if segment.name == "segment" and segment.attributes.get("state") not in _DONE:
                    yield from _segment(source, segment, document)


def _segment(source: XmlSource, segment: Element, document: str) -> Iterator[Change]:
    parts = {one.name: one for one in reversed(segment.children)}
    text, target = parts.get("source"), parts.get("target")
    if text is None or not text.text:
        return
    if target is not None and target.text not in ("", text.text):
        return
    opening = source.opening(segment)
    yield (*opening, [with_attribute(source.text(*opening), "state", "translated")])
    items = read_inline(source.inner(text), _RULES)
    block = make_block(items, source.content.splitter, joining(escape), document)
    if target is not None:
        tag = source.text(*source.opening(target)).replace("/>", ">")
        yield target.begin, source.end(target), [tag, block, "</target>"]
    else:
        end = source.end(text)
        yield end, end, [source.indent(text), "<target>", block, "</target>"]
