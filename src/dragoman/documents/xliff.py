"""XLIFF 1.2 and 2.x: every unit without a translation gets one.

Units that somebody has translated, approved or protected are not changed. A target that is empty or equal to the source
counts as no translation.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.corpus.xmlstream import Element
from dragoman.documents.content import Content
from dragoman.documents.file import DocumentFile
from dragoman.documents.xliff1 import changes_in_file
from dragoman.documents.xliff2 import changes_in_root
from dragoman.documents.xml_source import Change, XmlSource

FORMAT = "xliff"


def read(content: Content) -> DocumentFile:
    """Reads a file of units."""
    source = XmlSource(content, {"xliff"}, "xliff")
    root = source.elements[0]
    version = root.attributes.get("version", "")
    if version.startswith("1."):
        return source.file(FORMAT, _changes(source, root))
    if version.startswith("2."):
        return source.file(FORMAT, changes_in_root(source, root))
    raise content.error(f"expected XLIFF of version 1.x or 2.x, found '{version}'", root.line)


def _changes(source: XmlSource, root: Element) -> Iterator[Change]:
    for file in root.children:
        if file.name == "file":
            yield from changes_in_file(source, file)
