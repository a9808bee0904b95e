"""What a decoder is asked for beside the sentences; ``core/search/shared/decoding.hpp`` has the same struct."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.common.errors import ConfigError


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

    def __post_init__(self) -> None:
        check_count("threads", self.threads)
        check_count("nbest", self.nbest)


def check_count(name: str, value: object) -> None:
    """Refuse what is no whole number of at least 0.

    Args:
        name: What the message calls the number.
        value: The number.
    """
    fault = f"{name}: expected a whole number of at least 0, got {value!r}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(fault)
    if value < 0:
        raise ConfigError(fault)


BEST = DecodeRequest()
"""The best translations alone."""
