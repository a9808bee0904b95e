"""Translating documents whole: their sentences go to the decoder document by document, and come back in place.

result = model.translate_document("page.html")
for segment in result:
    print(segment.source, "->", segment.text)
result.save("page.en.html")
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from dragoman.common.files import open_binary_output
from dragoman.common.progress import Report
from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Content, DocumentFile, Item, Segment, parse, read
from dragoman.documents.inline import plain_text
from dragoman.model.segment_words import SegmentWords
from dragoman.model.terminology import Terminology
from dragoman.model.translation import Translation
from dragoman.search import Input
from dragoman.search.input import Demand

BATCH = 256
"""Documents are handed over together until there are so many sentences; none is ever divided."""
Translate = Callable[[list[Input]], list[Translation]]


@dataclass(frozen=True)
class TranslatedSegment:
    """A sentence of a document and its translation."""

    segment: Segment
    items: Sequence[Item]
    translation: Translation | None
    """None for what holds nothing to translate."""

    @property
    def source(self) -> str:
        """The sentence without its tags."""
        return self.segment.text

    @property
    def text(self) -> str:
        """The translation without tags."""
        return plain_text(self.items)

    @property
    def document(self) -> str:
        """The id of its document."""
        return self.segment.document


@dataclass(frozen=True)
class DocumentTranslation:
    """A file and what became of it."""

    file: DocumentFile
    segments: tuple[TranslatedSegment, ...]

    @property
    def data(self) -> bytes:
        """The translated file."""
        items = {id(one.segment): one.items for one in self.segments}
        return self.file.render(lambda segment: items[id(segment)])

    @property
    def text(self) -> str:
        """The translated file as text, if it is UTF-8."""
        return self.data.decode("utf-8")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the translated file."""
        data = self.data
        with open_binary_output(path) as out:
            out.write(data)

    def __iter__(self) -> Iterator[TranslatedSegment]:
        return iter(self.segments)

    def __len__(self) -> int:
        return len(self.segments)

    def __repr__(self) -> str:
        return f"DocumentTranslation({self.file!r})"


def open_document(
    source: str | os.PathLike[str] | bytes,
    format: str | None,
    languages: tuple[str, str],
    name: str | None = None,
) -> DocumentFile:
    """A path, or the bytes of a document; ``name`` is what messages call it."""
    if not isinstance(source, bytes):
        return read(source, format, *languages)
    return parse(Content(name or "document", source, *languages), format)


@dataclass(frozen=True)
class DocumentTranslator:
    """Translates the documents of files, each as one unit."""

    text: TextPreparation
    translate: Translate
    takes: Set[Demand]
    """What the decoder can be asked for."""
    terminology: Terminology | None = None
    progress: Report | None = None

    def __call__(self, file: DocumentFile) -> DocumentTranslation:
        """All sentences of a file."""
        done: list[TranslatedSegment] = []
        waiting: list[Segment] = []
        for _, run in file.runs():
            waiting += run
            if len(waiting) >= BATCH:
                done += self._translated(waiting)
                waiting = []
                if self.progress is not None:
                    self.progress(len(done), len(file.segments))
        done += self._translated(waiting)
        return DocumentTranslation(file, tuple(done))

    def _translated(self, segments: Sequence[Segment]) -> Iterator[TranslatedSegment]:
        words = {
            id(one): SegmentWords(one, self.text, self.terminology, self.takes)
            for one in segments
            if one.translatable
        }
        translations = iter(self.translate([one.input for one in words.values()]))
        for segment in segments:
            if id(segment) in words:
                translation = next(translations)
                items = words[id(segment)].items(translation.derivation)
                yield TranslatedSegment(segment, items, translation)
            else:
                yield TranslatedSegment(segment, segment.items, None)
