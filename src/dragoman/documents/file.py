"""A document that was read: its sentences, and the rest of it to be written around them again.

    file = documents.read("page.html", language="de")
    for segment in file.segments:
        print(segment.document, segment.text)
    data = file.render(lambda segment: [Text(segment.text.upper())])

What is not in a segment comes back byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from dragoman.corpus.document import Document, Sentence
from dragoman.documents.inline import Block, Segment, Translated, render

Template = Sequence[str | Block]
"""A text with blocks in it."""


class DocumentFile:
    """A file with one document or several; made by ``read`` or ``parse``."""

    def __init__(
        self,
        name: str,
        format: str,
        templates: Sequence[Template],
        pack: Callable[[list[str]], bytes],
    ) -> None:
        self.name = name
        self.format = format
        self._templates = templates
        self._pack = pack
        """Makes the bytes of the file from its texts (there are several in an archive)."""

    @property
    def blocks(self) -> Iterator[Block]:
        """Paragraphs, headings, cells and the like, in order."""
        for template in self._templates:
            yield from (piece for piece in template if isinstance(piece, Block))

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The sentences, in order."""
        return tuple(segment for block in self.blocks for segment in block.segments())

    def runs(self) -> Iterator[tuple[str, list[Segment]]]:
        """Yield the documents of the file: their ids and segments."""
        for name, run in groupby(self.segments, key=lambda segment: segment.document):
            yield name, list(run)

    def documents(self) -> Iterator[Document]:
        """Yield the documents of the file as documents of a corpus."""
        for name, segments in self.runs():
            yield Document(name, tuple(Sentence(one.text, (), name) for one in segments))

    def render(self, translated: Translated) -> bytes:
        """Return the file with other items in the place of its segments.

        Args:
            translated: Called with every sentence of the document; returns what takes its place.
        """
        return self._pack([render(template, translated) for template in self._templates])

    def __repr__(self) -> str:
        return f"DocumentFile({self.name!r}, {self.format}, {len(self.segments)} segments)"
