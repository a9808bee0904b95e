"""An indexed, word-aligned bitext: suffix arrays of both sides, links and a lexicon, in memory-mapped arrays.

    segment = SuffixSegment.build(AlignedBitext.read("train.de", "train.en", "train.align"))
    segment.save("index")                     # memory-mapped by SuffixSegment.open("index")

A ``SuffixGrammar`` is made of one segment or of several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman._core import Vocabulary
from dragoman.align.links import links_of_lines
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.rule_table import with_vocabularies
from dragoman.grammar.text_pair import TextPair
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved

LINE_END = 2**32 - 1
VOCABULARY = ("bytes", "offsets", "slots")

_SIDE: dict[str, str] = {
    "text": "u4",
    "suffixes": "u4",
    "positions": "u4",
    "first": "u4",
    "line": "u4",
    "begin": "u4",
    "link_first": "u4",
    "links": "u2",
    "bytes": "u1",
    "offsets": "u8",
    "slots": "u4",
}
ARRAYS: dict[str, str] = {
    **{f"{side}_{name}": kind for side in ("source", "target") for name, kind in _SIDE.items()},
    "lexicon_source": "u4",
    "lexicon_target": "u4",
    "lexicon_counts": "u4",
}
"""Name and type of every array; see ``core/grammar/index/indexed_text.hpp``."""


class SuffixSegment(Saved):
    """The arrays of an index; it never changes."""

    KIND = "suffix-grammar"

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.arrays = {name: arrays[name] for name in ARRAYS}
        self.source_vocabulary, self.target_vocabulary = (
            Vocabulary(*(self.arrays[f"{side}_{name}"] for name in VOCABULARY))
            for side in ("source", "target")
        )
        self.native = _core.SuffixSegment(self.arrays)

    @classmethod
    def build(
        cls, bitext: AlignedBitext, threads: int = 1, progress: Report | None = None
    ) -> SuffixSegment:
        """Indexes a bitext; more than two threads are of no use."""
        with shown("index", progress) as show:
            arrays = _core.index_corpus(*bitext.sides(), bitext.name, threads, show)
        return cls(with_vocabularies(arrays, bitext.source.vocabulary, bitext.target.vocabulary))

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        return cls({name: artifact.array(name, dtype) for name, dtype in ARRAYS.items()})

    def _write(self, out: ArtifactWriter) -> None:
        for name, values in self.arrays.items():
            out.array(name, values)

    def __len__(self) -> int:
        """How many sentence pairs it holds."""
        return len(self.native)

    def bitext(self) -> AlignedBitext:
        """The bitext that was indexed."""
        source, target = self._side("source"), self._side("target")
        first, begin = self.arrays["source_link_first"], self.arrays["source_begin"]
        counts = (first[1:] - first[:-1]).astype(np.int64)
        places = np.repeat(np.arange(len(counts)), counts)
        places -= begin.astype(np.int64)[self.arrays["source_line"][places]]
        links = np.stack([places.astype(np.uint16), self.arrays["source_links"]], axis=1)
        ends = np.append(begin[1:], len(counts)).astype(np.int64)
        offsets = np.append(np.zeros(1, np.uint64), first[ends].astype(np.uint64))
        return AlignedBitext(source, target, offsets, np.ascontiguousarray(links))

    def _side(self, side: str) -> IntegerCorpus:
        text, begin = self.arrays[f"{side}_text"], self.arrays[f"{side}_begin"].astype(np.int64)
        words = np.asarray(text[text != LINE_END], dtype=np.uint32)
        # A line end was taken out of every line before.
        offsets = np.append(begin - np.arange(len(begin)), len(words)).astype(np.uint64)
        vocabulary = self.source_vocabulary if side == "source" else self.target_vocabulary
        return IntegerCorpus(words, offsets, vocabulary)


def with_lines(
    segment: SuffixSegment, lines: Mapping[int, TextPair], threads: int = 1
) -> SuffixSegment:
    """The index of the same text with other pairs in some lines, of words that it knows."""
    text = segment.bitext()
    vocabularies = segment.source_vocabulary, segment.target_vocabulary
    parts: list[AlignedBitext] = []
    done = 0
    for number in sorted(lines):
        parts += [_lines(text, done, number), _encoded(lines[number], *vocabularies)]
        done = number + 1
    parts.append(_lines(text, done, len(segment)))
    return SuffixSegment.build(_whole(parts, *vocabularies), threads)


def _encoded(pair: TextPair, source: Vocabulary, target: Vocabulary) -> AlignedBitext:
    for words, vocabulary in ((pair.source, source), (pair.target, target)):
        for word in words:
            if vocabulary.find(word) is None:
                raise ConfigError(f"the text has no word '{word}'")
    links = links_of_lines([pair.links], "links")
    return AlignedBitext(
        IntegerCorpus.encode([" ".join(pair.source)], source),
        IntegerCorpus.encode([" ".join(pair.target)], target),
        links.offsets,
        links.links,
    )


def _lines(text: AlignedBitext, begin: int, end: int) -> AlignedBitext:
    def side(corpus: IntegerCorpus) -> IntegerCorpus:
        offsets = corpus.offsets[begin : end + 1]
        words = corpus.ids[int(offsets[0]) : int(offsets[-1])]
        return replace(corpus, ids=words, offsets=offsets - offsets[0])

    first = text.link_offsets[begin : end + 1]
    links = text.links[int(first[0]) : int(first[-1])]
    return AlignedBitext(side(text.source), side(text.target), first - first[0], links)


def merged(segments: Sequence[SuffixSegment], threads: int = 1) -> SuffixSegment:
    """One index of several segments, which is that of their texts one after the other."""
    last = segments[-1]
    parts = [segment.bitext() for segment in segments]
    whole = _whole(parts, last.source_vocabulary, last.target_vocabulary)
    return SuffixSegment.build(whole, threads)


def _whole(parts: Sequence[AlignedBitext], source: Vocabulary, target: Vocabulary) -> AlignedBitext:
    return AlignedBitext(
        _joined([part.source for part in parts], source),
        _joined([part.target for part in parts], target),
        _joined_offsets([part.link_offsets for part in parts]),
        np.concatenate([part.links for part in parts]),
    )


def _joined(parts: Sequence[IntegerCorpus], vocabulary: Vocabulary) -> IntegerCorpus:
    return replace(
        parts[0],
        ids=np.concatenate([part.ids for part in parts]),
        offsets=_joined_offsets([part.offsets for part in parts]),
        vocabulary=vocabulary,
    )


def _joined_offsets(parts: Sequence[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    found, total = [np.zeros(1, np.uint64)], np.uint64(0)
    for part in parts:
        found.append(part[1:] + total)
        total += part[-1]
    return np.concatenate(found)
