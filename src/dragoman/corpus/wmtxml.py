"""Test sets in WMT's XML: a dataset of documents with source, references and systems' output.

    for sentence in read_wmt_xml("newstest.xml"): ...      # targets are the references, in order

The segments of one document are matched by their ids.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.sax.saxutils import quoteattr

from dragoman.common.errors import FormatError
from dragoman.corpus.document import Sentence
from dragoman.corpus.tmx import xml_text
from dragoman.corpus.xmlstream import Element, stream_elements
from dragoman.io.files import display_name, open_output


def read_wmt_xml(path: str | os.PathLike[str], system: str | None = None) -> Iterator[Sentence]:
    """The sentences of a dataset with their references, or with the output of one system."""
    name = display_name(path)
    for document in stream_elements(path, {"doc"}, "dataset"):
        sources = [e for e in document.children if e.name == "src"]
        if len(sources) != 1:
            raise FormatError(
                f"expected one <src> in a <doc>, found {len(sources)}", name, document.line
            )
        if system is None:
            versions = [e for e in document.children if e.name == "ref"]
        else:
            versions = [
                e
                for e in document.children
                if e.name == "hyp" and e.attributes.get("system") == system
            ]
            if not versions:
                raise FormatError(f"a <doc> lacks the system '{system}'", name, document.line)
        tables = [(version.line, _segments(version, name)) for version in versions]
        for key, text in _segments(sources[0], name).items():
            for line, table in tables:
                if key not in table:
                    raise FormatError(f"expected a segment '{key}' as in the source", name, line)
            targets = tuple(table[key] for _, table in tables)
            yield Sentence(text, targets, document.attributes.get("id", ""))


def _segments(side: Element, name: str) -> dict[str, str]:
    segments: dict[str, str] = {}
    for number, segment in enumerate(side.find_all("seg"), 1):
        key = segment.attributes.get("id", str(number))
        if key in segments:
            raise FormatError(f"the segment '{key}' occurs twice", name, segment.line)
        segments[key] = segment.text
    return segments


def write_wmt_xml(
    path: str | os.PathLike[str],
    sentences: Iterable[Sentence],
    source: str,
    target: str,
    set_id: str = "set",
) -> None:
    """Writes a dataset; the references are named A, B, C and so on."""
    with open_output(path) as out:
        out.write("<?xml version='1.0' encoding='utf-8'?>\n")
        out.write(f"<dataset id={quoteattr(set_id)}>\n")
        for document, run in groupby(sentences, key=lambda s: s.document):
            group = list(run)
            out.write(f"  <doc id={quoteattr(document)} origlang={quoteattr(source)}>\n")
            out.write(_side(f"src lang={quoteattr(source)}", [s.source for s in group]))
            for r in range(min(len(s.targets) for s in group)):
                opening = f"ref lang={quoteattr(target)} translator={quoteattr(_letter(r))}"
                out.write(_side(opening, [s.targets[r] for s in group]))
            out.write("  </doc>\n")
        out.write("</dataset>\n")


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"R{number + 1}"


def _side(opening: str, texts: list[str]) -> str:
    segments = "".join(
        f'        <seg id="{number}">{xml_text(text)}</seg>\n'
        for number, text in enumerate(texts, 1)
    )
    return f"    <{opening}>\n      <p>\n{segments}      </p>\n    </{opening.split()[0]}>\n"
