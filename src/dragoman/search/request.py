"""What a decoder is asked for beside the sentences; ``core/search/shared/decoding.hpp`` has the same struct."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DecodeRequest:
    """How to decode, and how much of what was searched is wanted."""

    threads: int = 1
    """Results do not depend on it. 0: the calling thread, which then hears no Ctrl-C and tells no progress."""
    forest: bool = False
    """Whether results have the forest of what was searched."""
    forest_edges: int = 0
    """Only about so many edges of the forest for a source word: those of the best translations. 0: all."""
    nbest: int = 0
    """Only the edges of so many best translations, which takes much less time. 0: of all."""
    distinct: bool = True
    """Of the best translations, those with the same words count once."""


BEST = DecodeRequest()
"""The best translations alone."""
