"""How the model of operation sequences is estimated."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dragoman.lm.options import check_prune
from dragoman.settings.kinds import Count
from dragoman.settings.settings import Settings, about


class OperationOptions(Settings):
    """The operation sequence model (Durrani et al. 2011, 2013), a feature of the phrase decoder."""

    order: Annotated[
        int,
        Meta(ge=0, le=7),
        about(
            "Number of operations of the longest n-grams, such as 5; 0: no operation sequence model."
        ),
    ] = 0
    prune: Annotated[
        tuple[Count, ...],
        about(
            "Drop n-grams of n operations seen at most this often: a number for each n. The first must be 0, and no "
            "number may be smaller than the one before; the last holds for all higher n."
        ),
    ] = ()

    def __post_init__(self) -> None:
        """Checks the thresholds of pruning together."""
        super().__post_init__()
        check_prune(self.prune, self.order)
