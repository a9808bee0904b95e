"""Settings of tuning."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import metric_parts
from dragoman.settings.settings import Settings, option, seed_option
from dragoman.tune.methods import MethodOptions


class TuneOptions(Settings):
    """How the weights are found."""

    method: Literal["mert", "mert-forest", "mira", "pro", "none"] = option(
        "mert", "How new weights are found; none: no tuning (docs/tuning.md)."
    )
    metric: str = option(
        "bleu",
        "The metric to improve: bleu, chrf, ter, or a mix such as 0.5*bleu+0.5*ter.",
    )
    iterations: int = option(
        10,
        "The most iterations of decoding and tuning; tuning stops earlier when the weights no longer change.",
        least=1,
    )
    kbest: int = option(100, "Candidates of a sentence that are taken from each decoding.", least=1)
    tolerance: float = option(
        1e-4,
        "Stop when no weight changes by more than this; the sizes of the weights sum to 1.",
        least=0,
        most=1,
    )
    fixed: tuple[str, ...] = option((), "Features whose weights do not change.")
    nonnegative: tuple[str, ...] = option(
        (), "Features whose weights do not fall below 0, such as those of cohesion."
    )
    seed: int = seed_option()
    method_options: MethodOptions | None = None
    """The options of the method: ``MertOptions``, ``MiraOptions`` or ``ProOptions``."""
    metric_options: MetricOptions = field(default_factory=lambda: MetricOptions("none"))
    """How references are tokenised: candidates are already words, and references must be split in the same way."""

    def __post_init__(self) -> None:
        """Checks the metric's name too."""
        super().__post_init__()
        metric_parts(self.metric)
