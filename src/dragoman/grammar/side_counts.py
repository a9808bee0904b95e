"""How often each target side of a corpus' hierarchical rules or phrases occurs: what p(f|e) is divided by.

    counts = SideCounts.count(segment, options)     # once, for the limits of the options
    counts.save("counts")                           # memory-mapped by SideCounts.open("counts")

A look-up then needs nothing of the target side of the corpus.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman.common.errors import ModelError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.grammar.option_parts import HierarchicalLimits, Phrases
from dragoman.grammar.options import LookupOptions
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.settings.settings import options as declared


class SideCounts(Saved):
    """Hashes of the target sides that were found twice or more in a segment, and their counts; of phrases also how many
    different source sides they have. It never changes."""

    KIND = "side-counts"

    def __init__(
        self,
        hashes: NDArray[Any],
        counts: NDArray[Any],
        partners: NDArray[Any],
        limits: dict[str, Any],
    ) -> None:
        self.hashes, self.counts, self.partners, self.limits = hashes, counts, partners, limits
        self.native = _core.SideCounts(hashes, counts, partners)

    @classmethod
    def count(
        cls,
        segment: SuffixSegment,
        options: LookupOptions,
        threads: int = 1,
        progress: Report | None = None,
    ) -> SideCounts:
        """Those of a segment."""
        with shown("count", progress) as show:
            phrases = isinstance(options, Phrases)
            found = segment.native.count_target_sides(options, phrases, threads, show)
        return cls(*found, limits_of(options))

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        hashes, counts = artifact.array("hashes", "u8"), artifact.array("counts", "u4")
        limits = artifact.settings.get("limits")
        if not isinstance(limits, dict):
            raise ModelError(f"{artifact.path}: expected a table as settings.limits")
        # Counts of hierarchical rules have none.
        partners = np.zeros(0, dtype="u4")
        if "max_length" in limits:
            partners = artifact.array("partners", "u4")
        return cls(hashes, counts, partners, limits)

    def _write(self, out: ArtifactWriter) -> None:
        out.array("hashes", self.hashes)
        out.array("counts", self.counts)
        if "max_length" in self.limits:
            out.array("partners", self.partners)
        out.settings["limits"] = self.limits

    def __len__(self) -> int:
        """How many target sides were found twice or more."""
        return len(self.native)

    def check(self, options: LookupOptions) -> None:
        """Raises a ModelError unless they were counted with the limits of these options."""
        if self.limits != limits_of(options):
            raise ModelError("the target sides were counted with other limits of rules")


def limits_of(options: LookupOptions) -> dict[str, Any]:
    """The options that decide which rules there are."""
    if isinstance(options, Phrases):
        return {"max_length": options.max_length}
    names = (name for name in declared(HierarchicalLimits) if name != "kind")
    return {name: getattr(options, name) for name in names}
