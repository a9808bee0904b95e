"""Demands on a translation, written into the source line as markup (see also ``constraints`` and ``terminology``).

Markup looks like XML and is asked for (``--markup``), since ``<`` is an ordinary character otherwise:

    the <x translation="Haus||Gebäude">house</x> of <keep>Jane Doe</keep> <wall/> is red

``translation`` gives one or several translations separated by ``||``; ``mode="inclusive"`` lets them compete with the
model's own (else only they are allowed); ``<keep>`` leaves words as they are; nothing after ``<wall/>`` is
translated before all that
stands before it. ``&lt; &gt; &amp; &quot;`` stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from dragoman.common.errors import FormatError
from dragoman.search.input import Input, Zone

_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)((?:\s+[\w-]+\s*=\s*\"[^\"]*\")*)\s*(/?)>")
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*\"([^\"]*)\"")


def parse_markup(line: str) -> Input:
    """The words and demands of a line with markup; FormatError says what is wrong with it."""
    words: list[str] = []
    zones: list[Zone] = []
    walls: list[int] = []
    opened: tuple[str, dict[str, str], int] | None = None
    position = 0
    for tag in _TAG.finditer(line):
        words += _words(line[position : tag.start()])
        position = tag.end()
        closing, name, attributes, empty = tag.groups()
        if name == "wall" and empty:
            if words:
                walls.append(len(words))
        elif closing:
            if opened is None or opened[0] != name:
                raise FormatError(f"</{name}> closes nothing")
            zones.append(_zone(opened[1], name, opened[2], words))
            opened = None
        elif opened is not None:
            raise FormatError(f"<{name}> stands inside <{opened[0]}>")
        elif empty:
            raise FormatError(f"<{name}/> holds no words")
        else:
            opened = (name, dict(_ATTRIBUTE.findall(attributes)), len(words))
    words += _words(line[position:])
    if opened is not None:
        raise FormatError(f"<{opened[0]}> is not closed")
    return Input(words, zones=zones, walls=[wall for wall in walls if wall < len(words)])


def _words(text: str) -> list[str]:
    if "<" in text:
        raise FormatError(f"expected a tag at '{text[text.index('<') :][:20]}' (write &lt; for <)")
    return unescape(text).split()


def _zone(attributes: dict[str, str], name: str, first: int, words: Sequence[str]) -> Zone:
    if len(words) == first:
        raise FormatError(f"<{name}> holds no words")
    strange = sorted(set(attributes) - {"translation", "mode"})
    if strange:
        raise FormatError(f"<{name}> has the unknown attribute '{strange[0]}'")
    mode = attributes.get("mode", "exclusive")
    if mode not in ("exclusive", "inclusive"):
        raise FormatError(f'expected mode="exclusive" or "inclusive", found "{mode}"')
    if "translation" in attributes:
        texts = attributes["translation"].split("||")
        translations = [unescape(text).split() for text in texts]
    elif name == "keep":
        translations = [list(words[first:])]
    else:
        raise FormatError(f'<{name}> has no translation="..."')
    return Zone(first, len(words), translations, exclusive=mode == "exclusive")
