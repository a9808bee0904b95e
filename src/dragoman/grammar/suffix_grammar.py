"""Grammars on the fly: the rules of a training corpus that given sentences need, contiguous or with gaps.

    grammar = SuffixGrammar.build(AlignedBitext.read("train.de", "train.en", "train.align"))
    grammar.save("index")                                        # memory-mapped by SuffixGrammar.open("index")
    table = grammar.extract(["ich will nicht mehr spielen"], ExtractionOptions(gaps="both"))
    grammar.find("ne … plus")                                    # where a pattern occurs

The corpus is indexed by suffix arrays. Phrases with gaps are those of Galley & Manning (2010): any set of source words
and any set of target words such that every link of either ends in the other (their equation 1) and every
stretch without gaps has a link (footnote 1).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman._core import Vocabulary
from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.options import ExtractionOptions
from dragoman.grammar.rule import GAP, show_symbol
from dragoman.grammar.rule_table import RuleTable, with_vocabularies

KIND = "suffix-grammar"
LINE_END = 2**32 - 1
UNKNOWN = 2**32 - 2

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
"""Name and type of every array; see ``core/grammar/indexed_text.hpp``."""


class SuffixGrammar:
    """An indexed, word-aligned bitext."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._arrays = {name: arrays[name] for name in ARRAYS}
        self.source_vocabulary, self.target_vocabulary = (
            Vocabulary(*(self._arrays[f"{side}_{name}"] for name in ("bytes", "offsets", "slots")))
            for side in ("source", "target")
        )
        self.native = _core.SuffixGrammar(self._arrays)

    @classmethod
    def build(
        cls, bitext: AlignedBitext, threads: int = 1, progress: Report | None = None
    ) -> SuffixGrammar:
        """Indexes a bitext; more than two threads are of no use."""
        with shown("index", progress) as show:
            arrays = _core.index_corpus(*bitext.sides(), bitext.name, threads, show)
        return cls(with_vocabularies(arrays, bitext.source.vocabulary, bitext.target.vocabulary))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> SuffixGrammar:
        """The index saved at ``path``, memory-mapped."""
        artifact = Artifact.open(path, kind=KIND)
        return cls({name: artifact.array(name, dtype) for name, dtype in ARRAYS.items()})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the index as an artifact."""
        with ArtifactWriter(path, kind=KIND) as out:
            for name, values in self._arrays.items():
                out.array(name, values)

    def __repr__(self) -> str:
        return f"SuffixGrammar({len(self):,} sentence pairs)"

    def __len__(self) -> int:
        """How many sentence pairs it holds."""
        return len(self._arrays["source_begin"])

    def array(self, name: str) -> NDArray[Any]:
        """One of the arrays, not to be changed."""
        return self._arrays[name]

    def extract(
        self,
        sentences: str | Iterable[str],
        options: ExtractionOptions | None = None,
        progress: Report | None = None,
    ) -> RuleTable:
        """The rules whose source sides occur in a sentence or in any of several, words split at blanks."""
        chosen = options or ExtractionOptions()
        chosen.check_suffix_array()
        lines = [sentences] if isinstance(sentences, str) else list(sentences)
        ids, offsets = self.source_vocabulary.encode_lines(lines)
        known = np.where(ids == LINE_END, np.uint32(UNKNOWN), ids)
        text = np.insert(known, offsets[1:].astype(np.int64), np.uint32(LINE_END))
        with shown("extract", progress) as show:
            arrays = self.native.extract(text.astype(np.uint32), chosen.with_used_gaps(), show)
        return self._table(arrays, chosen)

    def extract_all(
        self, options: ExtractionOptions | None = None, progress: Report | None = None
    ) -> RuleTable:
        """All rules of the corpus, from all occurrences: ``sample`` is not used and every score is exact."""
        chosen = options or ExtractionOptions()
        chosen.check_suffix_array()
        with shown("extract", progress) as show:
            arrays = self.native.extract_all(chosen.with_used_gaps(), show)
        return self._table(arrays, chosen)

    def find(
        self, pattern: str | Sequence[int], max_span: int = 12
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Line and places of the words, from 0, of every occurrence of a source pattern.

        A pattern is a text whose gaps are written ``…``, or symbols. An occurrence with gaps takes at most
        ``max_span`` words.
        """
        symbols = list(pattern) if not isinstance(pattern, str) else self._symbols(pattern)
        return [(row[0], tuple(row[1:])) for row in self.native.find(symbols, max_span)]

    def _symbols(self, pattern: str) -> list[int]:
        gap, words = show_symbol(GAP), self.source_vocabulary
        found = (GAP if word == gap else words.find(word) for word in pattern.split())
        return [len(words) if symbol is None else symbol for symbol in found]

    def _table(self, arrays: Mapping[str, NDArray[Any]], options: ExtractionOptions) -> RuleTable:
        words = {
            f"{side}_{name}": self._arrays[f"{side}_{name}"]
            for side in ("source", "target")
            for name in ("bytes", "offsets", "slots")
        }
        settings = {"extraction": options.recorded(suffix_array=True)}
        return RuleTable({**arrays, **words}, settings=settings)
