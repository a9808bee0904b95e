"""How the models of target trees are trained."""

from __future__ import annotations

from typing import Literal

from dragoman.settings.settings import Settings, option

DEPENDENCY_MEMORY = 4 << 30


class DependencyOptions(Settings):
    """How the discriminative dependency model is trained."""

    kind: Literal["backoff", "loglinear"] = option(
        "backoff", "Relative frequencies that are backed off, or a log-linear model."
    )
    max_length: int = option(
        7, "Words of a side of the phrase pairs that align the words.", least=1, most=127
    )
    sentences: int = option(
        0, "Sentences to learn from, taken evenly from the whole text; 0: all.", least=0
    )
    memory: int = option(
        DEPENDENCY_MEMORY,
        "Memory for contexts while they are counted; those first seen when it is full are left out (backoff).",
        size=True,
    )
    least: int = option(2, "Contexts seen less often are dropped (backoff).", least=1)
    bits: int = option(
        22, "The number of weights is 2 to the power of this (loglinear).", least=10, most=28
    )
    passes: int = option(2, "Passes over the examples (loglinear).", least=1)
