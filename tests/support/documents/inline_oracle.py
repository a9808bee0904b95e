"""Random sentences with nested tags, and a plain reading of what is written."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from dragoman.documents.inline import ALONE, CLOSE, OPEN, Item, Tag, Text

WORDS = st.sampled_from(["a", "bb", "Ccc", "d.", "E", "ff", "Gg.", "h!"])


@st.composite
def marked_items(draw: st.DrawFn, splittable: bool | None = None) -> list[Item]:
    """Text with properly nested pairs and lone tags at any place, also inside words."""
    items: list[Item] = []
    opened: list[int] = []
    splits: dict[int, bool] = {}
    for _ in range(draw(st.integers(1, 14))):
        what = draw(st.integers(0, 9))
        if what <= 4:
            items.append(Text(draw(WORDS)))
        elif what <= 6:
            items.append(Text(draw(st.sampled_from([" ", " ", "  ", "\n"]))))
        elif what == 7:
            number = len(splits)
            splits[number] = draw(st.booleans()) if splittable is None else splittable
            opened.append(number)
            items.append(Tag((f"<{number}>",), OPEN, number, split=splits[number]))
        elif what == 8 and opened:
            number = opened.pop()
            items.append(Tag((f"</{number}>",), CLOSE, number, split=splits[number]))
        else:
            items.append(Tag((f"<x{len(items)}/>",), ALONE))
    for number in reversed(opened):
        items.append(Tag((f"</{number}>",), CLOSE, number, split=splits[number]))
    return items


def parse(text: str, split: bool = False) -> list[Item]:
    """Items of a text with tags like <b>."""
    items: list[Item] = []
    opened: list[int] = []
    for number, piece in enumerate(re.split(r"(<[^<>]*>)", text)):
        if piece.endswith("/>"):
            items.append(Tag((piece,)))
        elif piece.startswith("</"):
            items.append(Tag((piece,), CLOSE, opened.pop(), split=split))
        elif piece.startswith("<"):
            opened.append(number)
            items.append(Tag((piece,), OPEN, number, split=split))
        elif piece:
            items.append(Text(piece))
    return items


def written(items: list[Item]) -> str:
    """As a document would show it."""
    return "".join(x.text if isinstance(x, Text) else "".join(map(str, x.raw)) for x in items)


def tags_of(text: str) -> list[str]:
    return re.findall(r"<[^<>]*>", text)


def check_nesting(text: str) -> None:
    """Every closing tag closes the last open one, and nothing stays open."""
    opened: list[str] = []
    for tag in tags_of(text):
        if tag.endswith("/>"):
            continue
        if tag.startswith("</"):
            assert opened and opened.pop() == tag[2:-1], text
        else:
            opened.append(tag[1:-1])
    assert not opened, text
