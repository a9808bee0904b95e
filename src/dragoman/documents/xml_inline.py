"""What stands inside a segment of TMX or XLIFF, as items.

There are four kinds of inline elements: around text (``<g>``), the beginning and the end of a pair as elements of their
own (``<bpt/>``, ``<ept/>``), and alone (``<ph/>``). The last three may hold codes, which are not text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.documents.inline import CLOSE, OPEN, Item, Tag, Text
from dragoman.documents.references import texts

_PIECE = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<data>.*?)\]\]>"
    r"|</(?P<close>[^\s>]+)\s*>|<(?P<open>[^\s/>]+)(?P<rest>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]++)\s*+=\s*(?:\"([^\"]*)\"|'([^']*)')")


@dataclass(frozen=True)
class InlineRules:
    """The inline elements of a format."""

    around: frozenset[str]
    """Elements with text inside."""
    starts: Mapping[str, tuple[str, ...]]
    """Elements that begin a pair, with the attributes that may name it."""
    ends: Mapping[str, tuple[str, ...]]
    protected: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Elements whose text is kept if an attribute has this value."""


def read_inline(raw: str, rules: InlineRules) -> list[Item]:
    """The items of a segment, which is known to be well formed."""
    return _Reader(raw, rules).items


class _Reader:
    def __init__(self, raw: str, rules: InlineRules) -> None:
        self.raw, self.rules = raw, rules
        self.items: list[Item] = []
        self.number = 0
        self.opened: list[tuple[int, bool]] = []
        """Elements around text: the numbers of their pairs, and whether their text is kept."""
        self.named: dict[str, list[int]] = {}
        """Pairs of two elements that are open, by name, the innermost last."""
        place = 0
        while match := _PIECE.search(raw, place):
            self.items += texts(raw[place : match.start()], self.keep)
            place = self._piece(match)
        self.items += texts(raw[place:], self.keep)

    @property
    def keep(self) -> bool:
        return bool(self.opened) and self.opened[-1][1]

    def _piece(self, match: re.Match[str]) -> int:
        """Takes a piece and returns where the next one begins."""
        if match["data"] is not None:
            self.items.append(Text(match["data"], keep=self.keep))
        elif match["close"]:
            if self.opened:
                self.items.append(Tag((match.group(),), CLOSE, self.opened.pop()[0]))
        elif match["open"] is None:
            self.items.append(Tag((match.group(),)))
        else:
            return self._element(match)
        return match.end()

    def _element(self, match: re.Match[str]) -> int:
        name, rest = match["open"], match["rest"]
        attributes = {one[1]: one[2] or one[3] or "" for one in _ATTRIBUTE.finditer(rest)}
        if name in self.rules.around and not rest.endswith("/"):
            wanted = self.rules.protected.get(name)
            keep = self.keep or (wanted is not None and attributes.get(wanted[0]) == wanted[1])
            self.number += 1
            self.opened.append((self.number, keep))
            self.items.append(Tag((match.group(),), OPEN, self.number))
            return match.end()
        end = match.end() if rest.endswith("/") else _end_of(self.raw, name, match.end())
        raw = (self.raw[match.start() : end],)
        if name in self.rules.starts:
            self.number += 1
            for key in self._names(self.rules.starts[name], attributes):
                self.named.setdefault(key, []).append(self.number)
            self.items.append(Tag(raw, OPEN, self.number))
        elif name in self.rules.ends:
            keys = self._names(self.rules.ends[name], attributes)
            number = next((self.named[key].pop() for key in keys if self.named.get(key)), None)
            self.items.append(Tag(raw) if number is None else Tag(raw, CLOSE, number))
        else:
            self.items.append(Tag(raw))
        return end

    def _names(self, keys: tuple[str, ...], attributes: Mapping[str, str]) -> list[str]:
        return [attributes[key] for key in keys if key in attributes][:1]


def _end_of(raw: str, name: str, place: int) -> int:
    """Where an element ends whose start tag ends here."""
    depth = 1
    tag = re.compile(rf"<(/?){re.escape(name)}(?=[\s/>])(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
    for match in tag.finditer(raw, place):
        if not match.group().endswith("/>"):
            depth += -1 if match[1] else 1
        if depth == 0:
            return match.end()
    return len(raw)
