"""USFM, the format of Bible translation: verses and headings are translated, markers are kept.

A verse is one segment. Notes, references and pictures stay beside their words as they are; markers around words move
with them; the lines of poetry stay in their order.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.corpus.usfm import Run, find_runs
from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.encodings import decode
from dragoman.documents.file import DocumentFile
from dragoman.documents.inline import CLOSE, LINE_BREAK, OPEN, Block, Item, Tag, Text, joining

FORMAT = "usfm"
_SIDES = {"open": OPEN, "close": CLOSE}


def read(content: Content) -> DocumentFile:
    """Reads a book."""
    text, encoding = decode(content)
    template: list[str | Block] = []
    place = 0
    for run in find_runs(text):
        if not run.parts:
            continue
        begin, end = run.parts[0].begin, run.parts[-1].end
        name = f"{run.book} {run.chapter}".strip() or content.name
        block = make_block(list(_items(text, run)), None, joining(str), name)
        template += [text[place:begin], block]
        place = end
    template.append(text[place:])
    return DocumentFile(content.name, FORMAT, [template], lambda texts: encoding.encode(texts[0]))


def _items(text: str, run: Run) -> Iterator[Item]:
    held = ""
    """Blanks at the end of a text: before the marker of a paragraph they are written with it."""
    for part in run.parts:
        raw = text[part.begin : part.end]
        if part.kind == "text":
            words = raw.rstrip()
            if held:
                yield Text(held)
            held = raw[len(words) :]
            if words:
                yield Text(words)
            continue
        if part.kind == "paragraph":
            yield Tag((held + raw,), breaks=True)
            yield LINE_BREAK
            held = ""
            continue
        if held:
            yield Text(held)
            held = ""
        yield Tag((raw,), _SIDES.get(part.kind, "alone"), part.pair, split=part.kind != "alone")
    if held:
        yield Text(held)
