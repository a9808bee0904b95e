"""How often each target side of a corpus' hierarchical rules occurs: what p(f|e) is divided by.

    counts = SideCounts.count(segment, options)     # once, for the limits of the options
    counts.save("counts")                           # memory-mapped by SideCounts.open("counts")

A look-up then needs nothing of the target side of the corpus.
"""

from __future__ import annotations

import os
from typing import Any

from numpy.typing import NDArray

from dragoman import _core
from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import ModelError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.grammar.options import ExtractionOptions
from dragoman.grammar.suffix_segment import SuffixSegment

KIND = "side-counts"
LIMITS = ("initial_span", "max_symbols", "max_non_terminals", "min_hole", "adjacent")
"""The options that decide which rules there are."""


class SideCounts:
    """Hashes of the target sides that were found twice or more in a segment, and their counts; it never changes."""

    def __init__(self, hashes: NDArray[Any], counts: NDArray[Any], limits: dict[str, Any]) -> None:
        self.hashes, self.counts, self.limits = hashes, counts, limits
        self.native = _core.SideCounts(hashes, counts)
        self.artifact: Artifact | None = None
        """Where it was opened, if it was."""

    @classmethod
    def count(
        cls, segment: SuffixSegment, options: ExtractionOptions, progress: Report | None = None
    ) -> SideCounts:
        """Those of a segment."""
        with shown("count", progress) as show:
            settled = options.settled(suffix_array=True)
            hashes, counts = segment.native.count_target_sides(settled, show)
        return cls(hashes, counts, limits_of(options))

    @classmethod
    def from_artifact(cls, artifact: Artifact) -> SideCounts:
        """Those in an artifact that is open."""
        hashes, counts = artifact.array("hashes", "u8"), artifact.array("counts", "u4")
        limits = artifact.settings.get("limits")
        if not isinstance(limits, dict):
            raise ModelError(f"{artifact.path}: expected a table as settings.limits")
        found = cls(hashes, counts, limits)
        found.artifact = artifact
        return found

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> SideCounts:
        """Those saved at ``path``, memory-mapped."""
        return Artifact.read(path, KIND, cls.from_artifact)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes them as an artifact."""
        with ArtifactWriter(path, kind=KIND) as out:
            out.array("hashes", self.hashes)
            out.array("counts", self.counts)
            out.settings["limits"] = self.limits

    def __len__(self) -> int:
        """How many target sides were found twice or more."""
        return len(self.native)

    def check(self, options: ExtractionOptions) -> None:
        """Raises a ModelError unless they were counted with the limits of these options."""
        if self.limits != limits_of(options):
            raise ModelError("the target sides were counted with other limits of rules")


def limits_of(options: ExtractionOptions) -> dict[str, Any]:
    """The options that decide which rules there are."""
    return {name: getattr(options, name) for name in LIMITS}
