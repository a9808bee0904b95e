"""Translating documents whole: their sentences go to the decoder document by document, and come back in place.

result = model.translate_document("page.html")
for segment in result:
    print(segment.source, "->", segment.text)
result.save("page.en.html")
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from dragoman.common.deadline import in_time
from dragoman.common.progress import Report
from dragoman.corpus.preparation import TextPreparation
from dragoman.documents import Content, DocumentFile, Item, Segment, parse, read
from dragoman.documents.content import MAXIMAL_BYTES
from dragoman.documents.inline import plain_text
from dragoman.io.files import open_binary_output
from dragoman.model.documents.segment_words import SegmentWords
from dragoman.model.requests.terminology import Terminology
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
    words: SegmentWords | None
    translation: Translation | None
    """Both are None for what holds nothing to translate."""

    @property
    def source(self) -> str:
        """The sentence without its tags."""
        return self.segment.text

    @cached_property
    def items(self) -> Sequence[Item]:
        """The translation with the document's tags."""
        return self.ranked(0)

    def ranked(self, rank: int) -> Sequence[Item]:
        """Return the translation of a rank, counted from 0; the best if there are not so many."""
        if self.words is None or self.translation is None:
            return self.segment.items
        if 0 < rank < len(self.translation.nbest):
            return self.words.items(self.translation.nbest[rank].derivation)
        return self.words.items(self.translation.derivation)

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

    def render(self, rank: int = 0) -> bytes:
        """Return the file with the translation of a rank of every sentence that has so many."""
        items = {
            id(one.segment): one.ranked(rank) if rank else one.items
            for one in in_time(self.segments)
        }
        return self.file.render(lambda segment: items[id(segment)])

    @property
    def data(self) -> bytes:
        """The translated file."""
        return self.render()

    @property
    def text(self) -> str:
        """The translated file as text, if it is UTF-8."""
        return self.data.decode("utf-8")

    def alternatives(self, count: int) -> list[str]:
        """Return other texts of the file, at most so many: with the second best translations, the third best, ..."""
        ranked = [self.render(rank).decode("utf-8") for rank in range(count + 1)]
        return [text for text in dict.fromkeys(ranked) if text != ranked[0]]

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
    most: int = MAXIMAL_BYTES,
) -> DocumentFile:
    """A path, or the bytes of a document; ``name`` is what messages call it, ``most`` what they may unpack to."""
    if not isinstance(source, bytes):
        return read(source, format, *languages)
    return parse(Content(name or "document", source, *languages, most=most), format)


class PreparedSegments:
    """Sentences of documents as a decoder takes them, and the way back."""

    def __init__(
        self,
        segments: Sequence[Segment],
        text: TextPreparation,
        takes: Set[Demand],
        terminology: Terminology | None = None,
    ) -> None:
        """``takes``: what the decoder can be asked for."""
        self._segments = [
            (one, SegmentWords(one, text, terminology, takes) if one.translatable else None)
            for one in in_time(segments)
        ]
        self.inputs = [words.input for _, words in self._segments if words is not None]

    def translated(self, translations: Iterable[Translation]) -> list[TranslatedSegment]:
        """Return all sentences, given the translations of ``inputs``."""
        found = iter(translations)
        return [
            TranslatedSegment(segment, words, None if words is None else next(found))
            for segment, words in self._segments
        ]


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
        """Return the translation of all sentences of a file."""
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

    def _translated(self, segments: Sequence[Segment]) -> list[TranslatedSegment]:
        prepared = PreparedSegments(segments, self.text, self.takes, self.terminology)
        return prepared.translated(self.translate(prepared.inputs))
