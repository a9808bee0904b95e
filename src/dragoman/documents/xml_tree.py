"""An XML document as a tree that knows how it is written: joined together again it is the same text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dragoman.common.deadline import in_time

_PIECE = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<![^>]*>"
    r"|</[^\s>]+\s*>|<(?P<name>[^\s/>]+)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>",
    re.DOTALL,
)


@dataclass(slots=True)
class Node:
    """An element: its tags as they are written, and what is between them."""

    name: str
    opening: str
    children: list[Node | str] = field(default_factory=list)
    """Elements, and the text, comments and the like between them as they are written."""
    closing: str = ""

    @property
    def raw(self) -> str:
        """The element as it is written."""
        inside = [child if isinstance(child, str) else child.raw for child in self.children]
        return "".join([self.opening, *inside, self.closing])

    @property
    def elements(self) -> Iterator[Node]:
        """The elements directly inside."""
        return (child for child in self.children if isinstance(child, Node))


def tree(text: str) -> Node:
    """The tree of a document that is known to be well formed, below a node without tags."""
    root = Node("", "")
    opened = [root]
    place = 0
    for match in in_time(_PIECE.finditer(text)):
        if match.start() > place:
            opened[-1].children.append(text[place : match.start()])
        place = match.end()
        raw = match.group()
        if match["name"] is not None:
            node = Node(match["name"], raw)
            opened[-1].children.append(node)
            if not raw.endswith("/>"):
                opened.append(node)
        elif raw.startswith("</"):
            opened.pop().closing = raw
        else:
            opened[-1].children.append(raw)
    if place < len(text):
        root.children.append(text[place:])
    return root
