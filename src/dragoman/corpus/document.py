"""A corpus has documents, a document has sentences, and a sentence knows its translations and annotation.

Readers yield sentences one at a time, each with the id of its document, so that files of any size can be
streamed; ``documents_of`` groups them again, and a ``Corpus`` holds what fits into memory. A document is a
run of sentences with the same id.

    corpus = Corpus.of(read_parallel("dev.de", ["dev.en"], docs="dev.docs"))
    for document in corpus:
        for sentence in document: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.pharaoh import Alignment


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its translations (several references are allowed) and their annotation."""

    source: str
    targets: tuple[str, ...] = ()
    document: str = ""
    source_tree: DependencyTree | None = None
    target_tree: ConstituencyTree | None = None
    """The tree of the first translation."""
    alignment: Alignment | None = None
    """Links to the first translation."""

    @property
    def target(self) -> str:
        """The first translation, or an empty string."""
        return self.targets[0] if self.targets else ""


@dataclass(frozen=True, slots=True)
class Document:
    """Sentences that belong together, in order."""

    id: str
    sentences: tuple[Sentence, ...]

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents, in order."""

    documents: tuple[Document, ...]

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Corpus:
        """Return the corpus of a stream of sentences.

        Args:
            sentences: Sentences in the order of their documents.
        """
        return cls(tuple(documents_of(sentences)))

    def __iter__(self) -> Iterator[Document]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)

    def sentences(self) -> Iterator[Sentence]:
        """Yield all sentences, each with its document's id."""
        for document in self.documents:
            yield from document.sentences


def documents_of(sentences: Iterable[Sentence]) -> Iterator[Document]:
    """Group a stream into documents, and hold one of them in memory at a time.

    Args:
        sentences: Sentences in the order of their documents.
    """
    for name, run in groupby(sentences, key=lambda sentence: sentence.document):
        yield Document(name, tuple(run))


def document_spans(ids: Iterable[str]) -> list[tuple[str, int, int]]:
    """The documents in a sequence of ids as (id, first line, line after the last), from 0."""
    spans = []
    start = 0
    for name, run in groupby(ids):
        end = start + sum(1 for _ in run)
        spans.append((name, start, end))
        start = end
    return spans
