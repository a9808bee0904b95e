"""Phrase extraction: from a word-aligned bitext to a rule table.

    bitext = AlignedBitext.read("train.de", "train.en", "train.align")
    table = extract(bitext, ExtractionOptions(max_length=7, threads=2))
    table.save("rules")

The scores are those of Moses' training steps 4 to 7, to the last digit of its text files: relative frequencies
(optionally smoothed), lexical weights with the most frequent alignment of each pair, orientation probabilities.
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman.align.links import links_of_lines
from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.files import display_name, read_lines
from dragoman.common.progress import progress
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.rule_table import RuleTable, with_vocabularies

Reordering = Literal["none", "wbe", "phrase", "hier"]
Smoothing = Literal["none", "good-turing", "kneser-ney"]

_REORDERING = ("none", "wbe", "phrase", "hier")
_SMOOTHING = ("none", "good-turing", "kneser-ney")
EPSILON = 1e-3
"""How far ``alpha+epsilon`` and ``alpha-epsilon`` lie from alpha."""


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """What to extract and how to score it."""

    max_length: int = 7
    """Words of a phrase, on either side."""
    reordering: Reordering = "wbe"
    """Orientation by links (word-based), by phrases, or by phrases of any length (hierarchical)."""
    reordering_smoothing: float = 0.5
    """Added to the count of every orientation."""
    smoothing: Smoothing = "none"
    """Of the two phrase translation probabilities (Foster et al. 2006)."""
    significance: str | float | None = None
    """Fisher's test of Johnson et al. 2007: ``alpha+epsilon``, ``alpha-epsilon``, or a value of -log p."""
    top: int = 0
    """Keep the most frequent so many translations of a source phrase; 0 keeps all."""
    memory: int = 2 << 30
    """Bytes of extracted phrase pairs to hold in memory; more go to temporary files."""
    threads: int = 1
    """The table does not depend on it."""

    def threshold(self, lines: int) -> float | None:
        """The smallest -log p of a pair that is kept, for a bitext of so many lines."""
        alpha = math.log(max(lines, 1))
        if self.significance is None:
            return None
        if self.significance in ("alpha+epsilon", "alpha-epsilon"):
            return alpha + (EPSILON if self.significance == "alpha+epsilon" else -EPSILON)
        try:
            return float(self.significance)
        except ValueError:
            raise ConfigError(
                f"expected alpha+epsilon, alpha-epsilon or a number, got '{self.significance}'"
            ) from None

    def check(self) -> None:
        """Raises a ConfigError if a choice is unknown or a number out of range."""
        if self.reordering not in _REORDERING:
            raise ConfigError(f"there is no reordering model '{self.reordering}'")
        if self.smoothing not in _SMOOTHING:
            raise ConfigError(f"there is no smoothing '{self.smoothing}'")
        if not 1 <= self.max_length <= 255:
            raise ConfigError("the maximal phrase length must lie between 1 and 255")
        if self.top < 0 or self.memory < 0 or self.threads < 1 or self.reordering_smoothing <= 0:
            raise ConfigError("a number among the extraction options is out of range")


@dataclass(frozen=True, slots=True)
class AlignedBitext:
    """Two integer corpora and the links between their lines."""

    source: IntegerCorpus
    target: IntegerCorpus
    link_offsets: NDArray[np.uint64]
    """Where each line's links start, and the end."""
    links: NDArray[np.uint16]
    """Rows (source position, target position), sorted within a line."""
    name: str = ""
    """What messages about the links call their file."""

    @classmethod
    def read(
        cls,
        source: str | os.PathLike[str],
        target: str | os.PathLike[str],
        alignment: str | os.PathLike[str],
    ) -> AlignedBitext:
        """Reads two text files and a file of links such as ``0-0 1-2``."""
        return cls.encode(
            read_lines(source), read_lines(target), read_lines(alignment), display_name(alignment)
        )

    @classmethod
    def encode(
        cls,
        source: Iterable[str],
        target: Iterable[str],
        alignment: Iterable[str],
        name: str = "",
    ) -> AlignedBitext:
        """The same from lines."""
        links = links_of_lines(alignment, name)
        sides = IntegerCorpus.encode(source), IntegerCorpus.encode(target)
        return cls(*sides, links.offsets, links.links, name)

    def sides(self) -> tuple[Any, Any, Any]:
        """What the core takes."""
        if len(self.source) != len(self.target):
            raise FormatError(
                f"the source has {len(self.source)} lines, the target {len(self.target)}"
            )
        return (
            (self.source.ids, self.source.offsets, len(self.source.vocabulary)),
            (self.target.ids, self.target.offsets, len(self.target.vocabulary)),
            (self.link_offsets, self.links),
        )


def extract(bitext: AlignedBitext, options: ExtractionOptions | None = None) -> RuleTable:
    """All phrase pairs that are consistent with the links, scored."""
    chosen = options or ExtractionOptions()
    chosen.check()
    with tempfile.TemporaryDirectory(prefix="dragoman-") as directory, progress("extract") as show:
        native = _core.ExtractOptions(
            chosen.max_length,
            _REORDERING.index(chosen.reordering),
            chosen.reordering_smoothing,
            _SMOOTHING.index(chosen.smoothing),
            chosen.top,
            chosen.threshold(len(bitext.source)),
            chosen.memory,
            directory,
            chosen.threads,
        )
        arrays = _core.extract_phrases(*bitext.sides(), native, bitext.name, show)
    vocabularies = bitext.source.vocabulary, bitext.target.vocabulary
    settings = {k: v for k, v in asdict(chosen).items() if k not in ("memory", "threads")}
    return RuleTable(
        with_vocabularies(arrays, *vocabularies),
        settings={"extraction": {k: v for k, v in settings.items() if v is not None}},
    )
