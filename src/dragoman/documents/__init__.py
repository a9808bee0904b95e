"""Documents: read into sentences with their markup, and written again around the translations.

    from dragoman import documents

    file = documents.read("page.html", language="de")
    for segment in file.segments:
        print(segment.document, segment.text)

``model.translate_document`` and ``dragoman translate MODEL page.html -o DIR`` do the whole of it.
"""

from dragoman.documents.content import Content
from dragoman.documents.detection import FORMATS, SUFFIXES
from dragoman.documents.file import DocumentFile
from dragoman.documents.inline import Block, Item, Segment, Tag, Text
from dragoman.documents.placing import Target, place
from dragoman.documents.reading import parse, read

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "Block",
    "Content",
    "DocumentFile",
    "Item",
    "Segment",
    "Tag",
    "Target",
    "Text",
    "parse",
    "place",
    "read",
]
