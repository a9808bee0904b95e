"""Settings of tuning."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import metric_parts
from dragoman.settings.kinds import Positive, Share
from dragoman.settings.settings import Seed, Settings, about
from dragoman.tune.methods import MethodOptions


class TuneOptions(Settings):
    """How the weights are found."""

    method: Annotated[
        Literal["mert", "mert-forest", "mira", "pro", "none"],
        about("How new weights are found; none: no tuning (docs/tuning.md)."),
    ] = "mira"
    metric: Annotated[
        str, about("The metric to improve: bleu, chrf, ter, or a mix such as 0.5*bleu+0.5*ter.")
    ] = "bleu"
    iterations: Annotated[
        Positive,
        about(
            "The most iterations of decoding and tuning; tuning stops earlier when the weights no longer change."
        ),
    ] = 10
    patience: Annotated[
        Positive,
        about("Stop after so many decodings in a row that do not score better than the best one."),
    ] = 3
    pop_share: Annotated[
        Share,
        about(
            "Pops of cube pruning while tuning, as a share of pop_limit, but at least 100; with gaps or consistency "
            "all of them."
        ),
    ] = 0.2
    kbest: Annotated[
        Positive, about("Candidates of a sentence that are taken from each decoding.")
    ] = 100
    tolerance: Annotated[
        Share,
        about("Stop when no weight changes by more than this; the sizes of the weights sum to 1."),
    ] = 1e-4
    fixed: Annotated[tuple[str, ...], about("Features whose weights do not change.")] = ()
    nonnegative: Annotated[
        tuple[str, ...],
        about("Features whose weights do not fall below 0, such as those of cohesion."),
    ] = ()
    seed: Seed = 1
    method_options: MethodOptions | None = None
    """The options of the method: ``MertOptions``, ``MiraOptions`` or ``ProOptions``."""
    metric_options: MetricOptions = field(default_factory=lambda: MetricOptions("none"))
    """How references are tokenised: candidates are already words, and references must be split in the same way."""

    def __post_init__(self) -> None:
        """Checks the metric's name too."""
        super().__post_init__()
        metric_parts(self.metric)
