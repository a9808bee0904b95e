"""S-phrases: the rules of a table with their treelets and alignment vectors (Carreras & Collins 2009, section 3.2).

    sphrases = extract_sphrases(bitext, derivations, table)        # treelet/extraction.py
    for one in sphrases.lookup(rule_number):
        print(one.treelets, one.alignment, one.log_probability)
    sphrases.save("s-phrases")
    sphrases = SPhrases.open("s-phrases", table)

The arrays are described in ``core/grammar/treelet/sphrases.hpp``; ``spines`` is the inventory that their
numbers refer to.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman._core import sphrase_arrays
from dragoman.common.errors import ConfigError, ModelError
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.treelet.derivation import Derivation, Site, Spine, adjunctions_of
from dragoman.io.artifact import Artifact, ArtifactWriter

KIND = "s-phrases"
ARRAYS = {name: dtype for name, dtype, _ in sphrase_arrays()}
"""Name and type of every array, as the core declares them (``core/grammar/treelet/sphrases.hpp``)."""
OUTSIDE = 255
"""The head of a word that is the root of a treelet."""

SpineType = tuple[str, tuple[str, ...]]
"""A spine without its word: a tag, and labels from the lowest to the highest."""


@dataclass(frozen=True, slots=True)
class SPhrase:
    """A phrase pair with one analysis of its target side."""

    source: str
    target: str
    treelets: Derivation
    """Over the target words; every root is the root of a treelet."""
    alignment: tuple[tuple[int, int], ...]
    """For each target word the first and the last source word that it is aligned to, from 0."""
    count: int
    log_probability: float
    """log P(treelets | source, target)."""


class SPhrases:
    """The analyses of a rule table's rules, the most frequent of each; made by ``extract_sphrases`` or ``open``."""

    def __init__(
        self, table: RuleTable, spines: list[SpineType], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        self.table = table
        self.spines = spines
        self._arrays = {name: arrays[name] for name in ARRAYS}
        self._check()

    def _check(self) -> None:
        arrays = self._arrays
        entries = len(arrays["analyses"])
        sound = len(arrays["first"]) == len(self.table) + 1 == len(arrays["totals"]) + 1
        sound = sound and entries == len(arrays["alignments"]) == len(arrays["counts"])
        for first, values in (
            ("first", "analyses"),
            ("analysis_first", "words"),
            ("alignment_first", "points"),
        ):
            offsets = arrays[first]
            sound = sound and len(offsets) > 0 and int(offsets[0]) == 0
            sound = sound and int(offsets[-1]) == len(arrays[values])
            sound = sound and bool((offsets[1:] >= offsets[:-1]).all())
        for numbers, first in (("analyses", "analysis_first"), ("alignments", "alignment_first")):
            most = int(arrays[numbers].max(initial=0)) if entries else -1
            sound = sound and most < len(arrays[first]) - 1
        if not (sound and self._sound_words() and self._sound_counts()):
            raise ModelError("the s-phrases do not fit the rule table, or their arrays are damaged")

    def _sound_words(self) -> bool:
        """Whether spines are in the inventory, heads in their phrases, and nodes on their heads' spines."""
        first = self._arrays["analysis_first"].astype(np.int64)
        words = self._arrays["words"].astype(np.int64)
        spines, heads, nodes = words & 0xFFFFFFFF, words >> 32 & 0xFF, words >> 40 & 0xFF
        if len(words) == 0:
            return True
        if int(spines.max()) >= len(self.spines):
            return False
        lengths = np.diff(first)
        inside = heads != OUTSIDE
        if not (heads < np.repeat(lengths, lengths))[inside].all():
            return False
        heights = np.array([len(labels) for _, labels in self.spines])
        places = (np.repeat(first[:-1], lengths) + heads)[inside]
        return bool((nodes[inside] < heights[spines[places]]).all())

    def _sound_counts(self) -> bool:
        """Whether every entry was seen, no more often than its rule was, and points of alignments come in pairs."""
        arrays = self._arrays
        first = arrays["first"].astype(np.int64)
        totals = np.repeat(arrays["totals"], first[1:] - first[:-1])
        counts = arrays["counts"]
        seen = bool(((counts > 0) & (counts <= totals)).all())
        return seen and not bool((arrays["alignment_first"] % 2).any())

    def __len__(self) -> int:
        """The number of analyses of all rules together."""
        return len(self._arrays["analyses"])

    def __repr__(self) -> str:
        return f"<SPhrases: {len(self)} analyses of {len(self.table)} rules>"

    def analyzed(self) -> int:
        """Return how many rules have an analysis."""
        return int((self._arrays["totals"] > 0).sum())

    def array(self, name: str) -> NDArray[Any]:
        """Return one of the arrays, not to be changed.

        Args:
            name: The name of the array.
        """
        return self._arrays[name]

    def lookup(self, rule: int) -> list[SPhrase]:
        """Return the s-phrases of a rule, the most frequent first.

        Args:
            rule: The number of the rule in the table.
        """
        arrays, shown = self._arrays, self.table.rule(rule)
        begin, end = arrays["first"][rule : rule + 2].tolist()
        found = []
        for entry in range(begin, end):
            count, total = int(arrays["counts"][entry]), int(arrays["totals"][rule])
            found.append(
                SPhrase(
                    shown.source,
                    shown.target,
                    self.treelets(int(arrays["analyses"][entry]), shown.target.split(" ")),
                    self.alignment(int(arrays["alignments"][entry])),
                    count,
                    math.log(count / total),
                )
            )
        return found

    def treelets(self, analysis: int, words: list[str]) -> Derivation:
        """Return an analysis over words.

        Args:
            analysis: The number of the analysis.
            words: The target words of the rule.
        """
        begin, end = self._arrays["analysis_first"][analysis : analysis + 2].tolist()
        rows = self._arrays["words"][begin:end].tolist()
        if len(rows) != len(words):
            raise ModelError("an analysis has another number of words than its rule")
        spines, attachments = [], {}
        for place, (word, bits) in enumerate(zip(words, rows, strict=True)):
            tag, nodes = self.spines[bits & 0xFFFFFFFF]
            spines.append(Spine(word, tag, nodes))
            head, node, copy = bits >> 32 & 0xFF, bits >> 40 & 0xFF, bits >> 48 & 0xFF
            if head != OUTSIDE:
                attachments[place] = (head, Site(node, copy))
        return Derivation(tuple(spines), adjunctions_of(attachments))

    def alignment(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return an alignment vector.

        Args:
            number: The number of the vector.
        """
        begin, end = self._arrays["alignment_first"][number : number + 2].tolist()
        points = self._arrays["points"][begin:end].tolist()
        return tuple(zip(points[::2], points[1::2], strict=True))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the s-phrases as an artifact, without their table.

        Args:
            path: Its directory.
        """
        with ArtifactWriter(path, KIND) as out:
            self.write(out)

    def write(self, out: ArtifactWriter) -> None:
        """Make the s-phrases part of an artifact.

        Args:
            out: The artifact that is written.
        """
        out.settings["spines"] = self.spine_texts()
        for name, values in self._arrays.items():
            out.array(name, values)

    def spine_texts(self) -> list[str]:
        """Return the inventory as text: tag and labels with blanks between them."""
        return [" ".join((tag, *nodes)) for tag, nodes in self.spines]

    @classmethod
    def open(cls, path: str | os.PathLike[str], table: RuleTable) -> SPhrases:
        """Open the s-phrases of a table by memory-mapping.

        Args:
            path: Its directory.
            table: The table.
        """
        return Artifact.read(path, KIND, lambda artifact: cls.read(artifact, table))

    @classmethod
    def read(cls, artifact: Artifact, table: RuleTable) -> SPhrases:
        """Return the s-phrases that are part of an artifact.

        Args:
            artifact: An open artifact, such as a model's component.
            table: Their table.
        """
        spines = artifact.settings.get("spines")
        if not isinstance(spines, list) or not all(isinstance(s, str) and s for s in spines):
            raise ModelError(f"{artifact.path}: the settings do not list the spines")
        split = [line.split(" ") for line in spines]
        arrays = {name: artifact.array(name, dtype, 1) for name, dtype in ARRAYS.items()}
        try:
            return cls(table, [(tag, tuple(nodes)) for tag, *nodes in split], arrays)
        except (ModelError, ConfigError) as error:
            raise ModelError(f"{artifact.path}: {error}") from None
