"""How a language model is estimated, and how it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import Count, Size
from dragoman.settings.settings import Settings, about


class LMOptions(Settings):
    """How to estimate a language model."""

    order: Annotated[
        int, Meta(ge=1, le=7), about("Number of words of the longest n-grams.", flags=("-o",))
    ] = 5
    prune: Annotated[
        tuple[Count, ...],
        about(
            "Drop n-grams of n words seen at most this often: a number for each n. The first must be 0, and no "
            "number may be smaller than the one before; the last holds for all higher n."
        ),
    ] = ()
    vocabulary: Annotated[
        tuple[str, ...], about("The only words to keep; empty: all words.", command=False)
    ] = ()
    memory: Annotated[
        Size,
        about(
            "Working memory, without the vocabulary; data that does not fit goes to temporary files; 0: no limit.",
            flags=("--limit-memory",),
            experiment=False,
        ),
    ] = 0
    directory: Annotated[
        str,
        about(
            "Directory of temporary files. Default: that of the system.",
            flags=("--temporary",),
            experiment=False,
        ),
    ] = ""

    def __post_init__(self) -> None:
        """Checks the thresholds of pruning together."""
        super().__post_init__()
        check_prune(self.prune, self.order, "; give a vocabulary to drop words")


def check_prune(prune: Sequence[int], order: int, advice: str = "") -> None:
    """Refuse thresholds of pruning that contradict each other.

    Args:
        prune: The thresholds, one for each n.
        order: The largest n.
        advice: What to do instead of dropping single words.
    """
    if len(prune) > order:
        raise ConfigError(
            f"prune: expected at most {order} numbers, one for each n, got {len(prune)}"
        )
    if prune and prune[0] != 0:
        raise ConfigError(f"prune: the first number must be 0{advice}")
    if any(right < left for left, right in pairwise(prune)):
        raise ConfigError("prune: no number may be smaller than the one before")


class LayoutOptions(Settings):
    """How a language model is stored."""

    layout: Annotated[Literal["hash", "compact"], about("Fast, or small.")] = "hash"
    quantize: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=24)], Annotated[int, Meta(ge=0, le=24)]],
        about("Bits of probabilities and of back-offs in the compact layout, such as 8 8; 0: all."),
    ] = (0, 0)

    def __post_init__(self) -> None:
        """Checks both together."""
        super().__post_init__()
        if self.layout != "compact" and any(self.quantize):
            raise ConfigError("quantize: only the compact layout is quantised")
        if 1 in self.quantize:
            raise ConfigError("quantize: expected 2 to 24 bits, or 0 for all")
