"""Writes a block of Markdown. Lines are not longer than before, and no text turns into markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from dragoman.documents.inline import CLOSE, OPEN, Item, Tag, Text, spelled
from dragoman.documents.markdown_inline import Stretch, escape
from dragoman.documents.wrapping import Filling, fill, width

_FIXED = "\0"
"""A blank inside a tag or code; no document has this character."""
_STARTS = re.compile(r"[-+*>=|]|#{1,6}(?:\s|$)|\d{1,9}[.)](?:\s|$)|```|~~~|<|:")
"""What would begin another block at the start of a line."""


class MarkdownWriter:
    """Writes one block."""

    def __init__(self, stretch: Stretch, labels: Mapping[int, str], paragraph: bool) -> None:
        self._stretch, self._labels, self._paragraph = stretch, labels, paragraph

    def __call__(self, items: Sequence[Item], tag: Callable[[Tag], str]) -> str:
        """The block as Markdown."""
        text = self._begun(self._joined(items, tag))
        hard = any(isinstance(item, Tag) and item.wall for item in items)
        if hard or not self._stretch.breaks:
            return text
        layout = self._layout()
        first, *others = text.split("\n")
        widths = [layout.used + width(first.rstrip()), *(width(x.rstrip()) for x in others)]
        if others and max(widths) <= layout.columns:
            return text
        unbroken = [_unbroken(item) for item in items]
        whole = self._joined(unbroken, lambda one: tag(one).replace(" ", _FIXED))
        return fill(self._begun(whole), layout).replace(_FIXED, " ")

    def _begun(self, text: str) -> str:
        """The text, escaped if a translation begins as another kind of block would."""
        original = self._stretch.text[self._stretch.begin : self._stretch.end]
        if self._paragraph and _STARTS.match(text) and not _STARTS.match(original):
            return re.sub(r"\A(\d*)", r"\1\\", text)
        return text

    def _joined(self, items: Sequence[Item], tag: Callable[[Tag], str]) -> str:
        pieces: list[str] = []
        opened: dict[int, int] = {}
        for item in items:
            if isinstance(item, Text):
                text = spelled(item, escape)
                pieces.append(text.replace("|", "\\|") if self._cell(item) else text)
                continue
            pieces.append(tag(item))
            if item.side == OPEN:
                opened[item.pair] = len(pieces)
            elif item.side == CLOSE and item.pair in self._labels:
                label = self._labels[item.pair]
                if "".join(pieces[opened.get(item.pair, 0) : -1]) != label:
                    pieces[-1] = f"][{label}]"
        return "".join(pieces)

    def _cell(self, item: Text) -> bool:
        return self._stretch.cell and item.raw is None

    def _layout(self) -> Filling:
        """As wide as the widest line of the block was."""
        text = self._stretch.text
        widest = 0
        for begin, stop in self._stretch.spans:
            widest = max(widest, width(text[text.rfind("\n", 0, begin) + 1 : stop]))
        first = self._stretch.begin
        used = width(text[text.rfind("\n", 0, first) + 1 : first])
        end, _, indent = self._stretch.breaks[0].rpartition("\n")
        return Filling(widest, used, indent, f"{end}\n", _STARTS)


def _unbroken(item: Item) -> Item:
    """White space instead of a line end; blanks at which no line may end are marked."""
    if isinstance(item, Tag):
        return item
    if item.text == "\n" and item.raw:
        return Text(" ")
    return Text(item.text, spelled(item, escape).replace(" ", _FIXED), True) if item.keep else item
