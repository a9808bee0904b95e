"""Demands on a translation, written into the source line as markup, and terminology (see also ``constraints``).

Markup looks like XML and is asked for (``--markup``), since ``<`` is an ordinary character otherwise:

    the <x translation="Haus||Gebäude">house</x> of <keep>Jane Doe</keep> <wall/> is red

``translation`` gives one or several translations separated by ``||``; ``mode="inclusive"`` lets them compete with the
model's own (else only they are allowed); ``<keep>`` leaves words as they are; nothing after ``<wall/>`` is
translated before all that
stands before it. ``&lt; &gt; &amp; &quot;`` stand for themselves. Terminology (``--terms``) is a file of tab-separated
source and target phrases that are demanded wherever the source phrase stands; a line without a target is not to
be translated.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from html import unescape

from dragoman.common.errors import FormatError
from dragoman.common.files import display_name, read_lines
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


class Terminology:
    """Source phrases whose translations are prescribed, the longest first."""

    def __init__(self, terms: dict[tuple[str, ...], list[list[str]]]) -> None:
        self.terms = terms
        self.longest = max(map(len, terms), default=0)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Terminology:
        """Tab-separated source and target phrases; several lines for a source phrase are alternatives."""
        terms: dict[tuple[str, ...], list[list[str]]] = {}
        for number, line in enumerate(read_lines(path), 1):
            if not line.strip():
                continue
            source, _, target = line.partition("\t")
            words = tuple(source.split())
            if not words or "\t" in target:
                raise FormatError("expected source TAB target", display_name(path), number)
            terms.setdefault(words, []).append(target.split() or list(words))
        return cls(terms)

    def zones(self, words: Sequence[str], taken: Sequence[Zone] = ()) -> list[Zone]:
        """Demands for every term in the sentence that does not touch a zone already there."""
        free = [True] * len(words)
        for zone in taken:
            free[zone.begin : zone.end] = [False] * (zone.end - zone.begin)
        zones = []
        for length in range(min(self.longest, len(words)), 0, -1):
            for first in range(len(words) - length + 1):
                translations = self.terms.get(tuple(words[first : first + length]))
                if translations and all(free[first : first + length]):
                    free[first : first + length] = [False] * length
                    zones.append(Zone(first, first + length, translations))
        return sorted(zones, key=lambda zone: zone.begin)
