"""What is tuned for, and how long."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from dragoman.common.settings import Settings, option, seed_option, threads_option
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import metric_parts
from dragoman.tune.methods import MethodOptions


class TuneOptions(Settings):
    """How the weights are found."""

    method: Literal["mert", "mert-forest", "mira", "pro", "none"] = option(
        "mert", "How new weights are found; none: they stay as they are (docs/tuning.md)."
    )
    metric: str = option(
        "bleu",
        "What the weights are to make better: bleu, chrf, ter, or a mix such as 0.5*bleu+0.5*ter.",
    )
    iterations: int = option(
        10,
        "Decodings after each of which the weights are tuned, unless they settle before.",
        least=1,
    )
    kbest: int = option(100, "Candidates of a sentence that a decoding adds to the lists.", least=1)
    tolerance: float = option(
        1e-4, "Stop when no weight moves farther, their sizes summing to 1.", least=0, most=1
    )
    fixed: tuple[str, ...] = option((), "Features whose weights stay as they are.")
    seed: int = seed_option()
    threads: int = threads_option()
    method_options: MethodOptions | None = None
    """The method's own: ``MertOptions``, ``MiraOptions`` or ``ProOptions``."""
    metric_options: MetricOptions = field(default_factory=lambda: MetricOptions("none"))
    """Candidates are words already, and references must be split in the same way."""

    def __post_init__(self) -> None:
        """Checks the metric's name too."""
        super().__post_init__()
        metric_parts(self.metric)
