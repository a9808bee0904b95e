"""The units of XLIFF 1.x."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.corpus.xmlstream import Element
from dragoman.documents.blocks import make_block
from dragoman.documents.file import Template
from dragoman.documents.inline import Block, joining
from dragoman.documents.references import escape
from dragoman.documents.xliff_languages import named_languages
from dragoman.documents.xml_inline import InlineRules, read_inline
from dragoman.documents.xml_source import Change, XmlSource, with_attribute

_RULES = InlineRules(
    around=frozenset(("g", "mrk")),
    starts={"bx": ("rid", "id"), "bpt": ("rid", "id")},
    ends={"ex": ("rid", "id"), "ept": ("rid", "id")},
    protected={"mrk": ("mtype", "protected")},
)
_DONE = frozenset(("final", "signed-off", "translated"))
_STATE = "needs-review-translation"


def changes_in_file(source: XmlSource, file: Element) -> Iterator[Change]:
    """What is written into one ``<file>``."""
    opening = source.opening(file)
    tag = named_languages(source, file, "source-language", "target-language")
    yield (*opening, [tag])
    document = file.attributes.get("original") or source.content.name
    for body in file.children:
        if body.name == "body":
            yield from _units(source, body, document)


def _units(source: XmlSource, group: Element, document: str) -> Iterator[Change]:
    for child in group.children:
        if child.attributes.get("translate") == "no":
            continue
        if child.name == "group":
            yield from _units(source, child, document)
        elif child.name == "trans-unit" and child.attributes.get("approved") != "yes":
            yield from _unit(source, child, document)


def _unit(source: XmlSource, unit: Element, document: str) -> Iterator[Change]:
    parts = {one.name: one for one in reversed(unit.children)}
    text, target = parts.get("source"), parts.get("target")
    if text is None or not text.text:
        return
    if target is not None and (
        target.attributes.get("state") in _DONE or target.text not in ("", text.text)
    ):
        return
    content = _content(source, parts.get("seg-source", text), document)
    tag = "<target>" if target is None else source.text(*source.opening(target)).replace("/>", ">")
    tag = with_attribute(with_attribute(tag, "state", _STATE), "state-qualifier", "mt-suggestion")
    if target is not None:
        yield target.begin, source.end(target), [tag, *content, "</target>"]
    else:
        end = source.end(parts.get("seg-source", text))
        yield end, end, [source.indent(text), tag, *content, "</target>"]


def _content(source: XmlSource, text: Element, document: str) -> Template:
    """The text as one block, or one block for every segment that it was divided into."""
    segments = [one for one in text.children if one.attributes.get("mtype") == "seg"]
    if not segments:
        return [_block(source, source.inner(text), document)]
    result: list[str | Block] = []
    place, last = source.inside(text)
    for segment in segments:
        begin, end = source.inside(segment)
        result += [source.text(place, begin), _block(source, source.text(begin, end), document)]
        place = end
    return [*result, source.text(place, last)]


def _block(source: XmlSource, raw: str, document: str) -> Block:
    items = read_inline(raw, _RULES)
    return make_block(items, source.content.splitter, joining(escape), document)
