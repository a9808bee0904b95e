"""Text as memory-mapped numbers, for code that reads a corpus many times.

An integer corpus is an artifact with the numbers of all words (``ids``, uint32), the start of each line (``offsets``,
uint64, one more than there are lines) and the vocabulary. Text is read in batches
and numbers go straight to disk, so that the text may be larger than memory; the vocabulary must fit.

    corpus = IntegerCorpus.build("train.de.int", "train.de.xz")
    corpus.vocabulary.word(int(corpus.line(0)[0]))
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.common.errors import ModelError
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.files import display_name, read_lines

KIND = "integer-corpus"
UNKNOWN = 2**32 - 1
"""The number of a word that is not in a frozen vocabulary."""
BATCH = 20000


class _ArrayStream:
    """Writes a one-dimensional ``.npy`` file whose length is known only at the end."""

    def __init__(self, stream: BinaryIO, dtype: Any) -> None:
        self.dtype = np.dtype(dtype)
        self.length = 0
        self.stream = stream
        self._header(2**62)

    def _header(self, length: int) -> None:
        # numpy pads the header so that it has the same size for every length.
        self.stream.seek(0)
        facts = {
            "descr": npy.dtype_to_descr(self.dtype),
            "fortran_order": False,
            "shape": (length,),
        }
        npy.write_array_header_1_0(self.stream, facts)

    def append(self, values: NDArray[Any]) -> None:
        self.stream.write(np.ascontiguousarray(values, self.dtype).tobytes())
        self.length += len(values)

    def close(self, complete: bool) -> None:
        if complete:
            self._header(self.length)
        self.stream.close()


@dataclass(frozen=True, slots=True)
class IntegerCorpus:
    """Lines of word numbers; the arrays are read-only views of files or plain arrays."""

    ids: NDArray[np.uint32]
    offsets: NDArray[np.uint64]
    vocabulary: Vocabulary

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def line(self, number: int) -> NDArray[np.uint32]:
        """The numbers of one line's words."""
        return self.ids[int(self.offsets[number]) : int(self.offsets[number + 1])]

    def text(self, number: int) -> str:
        """One line as text; words that were unknown are ``<unk>``."""
        return " ".join(
            "<unk>" if i == UNKNOWN else self.vocabulary.word(int(i)) for i in self.line(number)
        )

    @classmethod
    def encode(cls, lines: Iterable[str], vocabulary: Vocabulary | None = None) -> IntegerCorpus:
        """A corpus in memory. A given vocabulary grows unless it is frozen."""
        words = Vocabulary() if vocabulary is None else vocabulary
        ids, offsets = [np.zeros(0, np.uint32)], [np.zeros(1, np.uint64)]
        for numbers, starts in _batches(lines, words):
            ids.append(numbers)
            offsets.append(starts)
        return cls(np.concatenate(ids), np.concatenate(offsets), words)

    @classmethod
    def build(
        cls,
        path: str | os.PathLike[str],
        text: str | os.PathLike[str] | Iterable[str],
        vocabulary: Vocabulary | None = None,
        prepare: Callable[[str], str] | None = None,
    ) -> IntegerCorpus:
        """Writes the corpus of a text file (or of lines), prepared if need be, to ``path`` and opens it."""
        named = isinstance(text, str | os.PathLike)
        lines = read_lines(text) if isinstance(text, str | os.PathLike) else text
        lines = lines if prepare is None else map(prepare, lines)
        words = Vocabulary() if vocabulary is None else vocabulary
        with ArtifactWriter(path, KIND) as out:
            _write_lines(out, lines, words)
            arrays: tuple[NDArray[Any], ...] = words.arrays()
            for name, values in zip(_VOCABULARY, arrays, strict=True):
                out.array(name, values)
            out.settings["words"] = len(words)
            if named:
                out.provenance["text"] = display_name(str(text))
        return cls.open(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> IntegerCorpus:
        """Opens a corpus by memory-mapping."""
        return Artifact.read(path, KIND, cls._from_artifact)

    @classmethod
    def _from_artifact(cls, artifact: Artifact) -> IntegerCorpus:
        ids = artifact.array("ids", np.uint32)
        offsets = artifact.array("offsets", np.uint64)
        if (
            offsets.ndim != 1
            or ids.ndim != 1
            or len(offsets) == 0
            or offsets[0] != 0
            or offsets[-1] != len(ids)
            or bool(np.any(offsets[1:] < offsets[:-1]))
        ):
            raise ModelError(f"{artifact.path}: the lines of the integer corpus are not in order")
        arrays = [artifact.array(name, kind) for name, kind in _VOCABULARY.items()]
        vocabulary = Vocabulary(*arrays)
        for start in range(0, len(ids), _CHECKED):
            part = ids[start : start + _CHECKED]
            if np.any((part >= len(vocabulary)) & (part != UNKNOWN)):
                raise ModelError(f"{artifact.path}: a word's number lies outside the vocabulary")
        return cls(ids, offsets, vocabulary)


_CHECKED = 1 << 20
_VOCABULARY = {
    "vocabulary.bytes": np.uint8,
    "vocabulary.offsets": np.uint64,
    "vocabulary.slots": np.uint32,
}


def _batches(
    lines: Iterable[str], words: Vocabulary
) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.uint64]]]:
    """The numbers of the words, some lines at a time, with the end of each line in the whole corpus."""
    remaining, total = iter(lines), 0
    while batch := list(islice(remaining, BATCH)):
        numbers, starts = words.encode_lines(batch)
        yield numbers, starts[1:] + np.uint64(total)
        total += len(numbers)


def _write_lines(out: ArtifactWriter, lines: Iterable[str], words: Vocabulary) -> None:
    ids = _ArrayStream(out.stream("ids.npy"), np.uint32)
    offsets = _ArrayStream(out.stream("offsets.npy"), np.uint64)
    complete = False
    try:
        offsets.append(np.zeros(1, np.uint64))
        for numbers, starts in _batches(lines, words):
            offsets.append(starts)
            ids.append(numbers)
        out.settings["lines"] = offsets.length - 1
        out.settings["tokens"] = ids.length
        complete = True
    finally:
        ids.close(complete)
        offsets.close(complete)
