"""Demands on a translation, written into the source line as markup (see also ``constraints`` and ``terminology``).

Markup looks like XML and is asked for (``--markup``), since ``<`` is an ordinary character otherwise:

    the <x translation="Haus||Gebäude">house</x> of <keep>Jane Doe</keep> <wall/> is red

``translation`` gives one or several translations separated by ``||``; ``mode="inclusive"`` lets them compete with the
model's own (else only they are allowed); ``<keep>`` leaves words as they are; nothing after ``<wall/>`` is
translated before all that stands before it. ``&lt; &gt; &amp; &quot;`` stand for themselves. The words around the tags
and in translations are text as people write it, and are prepared as the model's own text is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import unescape

from dragoman.common.errors import FormatError
from dragoman.corpus.preparation import SidePreparation, TextPreparation
from dragoman.corpus.words import locate, split_words
from dragoman.search import Input, Zone

_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)((?:\s+[\w-]+\s*=\s*\"[^\"]*\")*)\s*(/?)>")
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*\"([^\"]*)\"")


@dataclass(frozen=True)
class _Element:
    """Words between two tags."""

    name: str
    attributes: dict[str, str]
    begin: int
    """Where they stand in the line without tags, in characters."""
    end: int = 0


def parse_markup(line: str, text: TextPreparation) -> Input:
    """The words and demands of a line with markup; FormatError says what is wrong with it."""
    plain, elements, walls = _parts(line)
    words = split_words(text.source.split(plain))
    begins = [begin for begin, _ in locate(words, plain)]
    zones = []
    for one in elements:
        first, last = bisect_left(begins, one.begin), bisect_left(begins, one.end)
        zones.append(_zone(one, first, words[first:last], text.target))
    places = [bisect_left(begins, wall) for wall in walls]
    walled = [x for x in places if 0 < x < len(words)]
    tokens, parts = text.source.divide(split_words(text.source.case(" ".join(words))))
    if parts is not None:
        spans = [parts.span(zone.begin, zone.end) for zone in zones]
        zones = [
            replace(zone, begin=begin, end=end)
            for zone, (begin, end) in zip(zones, spans, strict=True)
        ]
        walled = [parts.span(x, x)[0] for x in walled]
    return Input(tokens, zones=zones, walls=walled, parts=parts)


def _parts(line: str) -> tuple[str, list[_Element], list[int]]:
    """The line with blanks in the place of tags, the elements, and where walls stand."""
    plain = ""
    elements: list[_Element] = []
    walls: list[int] = []
    opened: _Element | None = None
    position = 0
    for tag in _TAG.finditer(line):
        plain += _without_tags(line[position : tag.start()]) + " "
        position = tag.end()
        closing, name, attributes, empty = tag.groups()
        if name == "wall" and empty:
            walls.append(len(plain))
        elif closing:
            if opened is None or opened.name != name:
                raise FormatError(f"</{name}> closes nothing")
            elements.append(_Element(name, opened.attributes, opened.begin, len(plain)))
            opened = None
        elif opened is not None:
            raise FormatError(f"<{name}> stands inside <{opened.name}>")
        elif empty:
            raise FormatError(f"<{name}/> holds no words")
        else:
            opened = _Element(name, dict(_ATTRIBUTE.findall(attributes)), len(plain))
    plain += _without_tags(line[position:])
    if opened is not None:
        raise FormatError(f"<{opened.name}> is not closed")
    return plain, elements, walls


def _without_tags(text: str) -> str:
    if "<" in text:
        raise FormatError(f"expected a tag at '{text[text.index('<') :][:20]}' (write &lt; for <)")
    return unescape(text)


def _zone(element: _Element, first: int, words: Sequence[str], target: SidePreparation) -> Zone:
    name, attributes = element.name, element.attributes
    if not words:
        raise FormatError(f"<{name}> holds no words")
    strange = sorted(set(attributes) - {"translation", "mode"})
    if strange:
        raise FormatError(f"<{name}> has the unknown attribute '{strange[0]}'")
    mode = attributes.get("mode", "exclusive")
    if mode not in ("exclusive", "inclusive"):
        raise FormatError(f'expected mode="exclusive" or "inclusive", found "{mode}"')
    if "translation" in attributes:
        texts = attributes["translation"].split("||")
        translations = [target.phrase(unescape(text)) for text in texts]
    elif name == "keep":
        translations = [list(words)]
    else:
        raise FormatError(f'<{name}> has no translation="..."')
    return Zone(first, first + len(words), translations, exclusive=mode == "exclusive")
