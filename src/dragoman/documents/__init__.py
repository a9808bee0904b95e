"""Documents: read into sentences with their markup, and written again around the translations.

    from dragoman import documents

    file = documents.read("page.html", language="de")
    for segment in file.segments:
        print(segment.document, segment.text)

``model.translate_document`` and ``dragoman translate MODEL page.html -o DIR`` do the whole of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.documents.content import Content as Content
    from dragoman.documents.detection import FORMATS as FORMATS
    from dragoman.documents.detection import SUFFIXES as SUFFIXES
    from dragoman.documents.file import DocumentFile as DocumentFile
    from dragoman.documents.inline import Block as Block
    from dragoman.documents.inline import Item as Item
    from dragoman.documents.inline import Segment as Segment
    from dragoman.documents.inline import Tag as Tag
    from dragoman.documents.inline import Text as Text
    from dragoman.documents.placing import Target as Target
    from dragoman.documents.placing import place as place
    from dragoman.documents.reading import parse as parse
    from dragoman.documents.reading import read as read
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
