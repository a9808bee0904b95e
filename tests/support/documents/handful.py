"""A tiny model for German text, archives of Word, and the translation that changes nothing."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace

from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Item, Segment, Target, place
from dragoman.model import Model
from support.model.handful import make_model


def german_model() -> Model:
    """Translates das, haus, ist and klein, word by word."""
    model = make_model()
    model.text = TextPreparation(
        tokenize=True, lowercase=True, source_language="de", target_language="en"
    )
    model.options = replace(model.options, distortion_limit=0)
    return model


def identity(segment: Segment) -> list[Item]:
    """The sentence as it was, by way of its words."""
    spans: list[tuple[int, int]] = []
    first = 0
    for begin, end in [*segment.kept, (len(segment.text),) * 2]:
        found = re.finditer(r"\S+", segment.text[first:begin])
        spans += [(first + word.start(), first + word.end()) for word in found]
        spans += [(begin, end)] * (begin < end)
        first = end
    words = [segment.text[begin:end] for begin, end in spans]
    count = range(len(words))
    return place(segment, spans, Target(words, [i > 0 for i in count], [[i] for i in count], count))


def archive(document: str, **others: str) -> bytes:
    """A Word document with this body."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("[Content_Types].xml", "<Types/>")
        files.writestr("word/document.xml", document)
        for name, text in others.items():
            files.writestr(f"word/{name}.xml", text)
        files.writestr("word/media/image1.png", bytes(range(256)))
    return out.getvalue()


def part(data: bytes, name: str = "word/document.xml") -> str:
    """One file of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        return files.read(name).decode("utf-8")
