"""How an aligner is trained and how it aligns.

A schedule says which models are trained for how many iterations: ``joint-ibm1:5,joint-hmm:5``. Each item is a model
(``ibm1``, ``hmm``, ``diagonal``), with ``joint-`` before it where the two directions are trained to agree, and a
number. Some schedules have names. ``hmm:4/4`` is four iterations over a quarter of the text each, one quarter after the
other: as much work as one iteration, but the parameters change four times (stepwise EM, Liang & Klein 2009).
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.settings.kinds import Count, Positive, Share, Size
from dragoman.settings.settings import Settings, about

AlignModel = Literal["agreement", "hmm", "ibm1", "diagonal"]
MODELS: tuple[AlignModel, ...] = get_args(AlignModel)
Order = Literal["moses", "atools"]
ORDERS: tuple[Order, ...] = get_args(Order)
Symmetrization = Literal[
    "supported",
    "posterior",
    "intersection",
    "union",
    "grow",
    "grow-diag",
    "grow-diag-final",
    "grow-diag-final-and",
    "forward",
    "reverse",
]
"""How two directions become one alignment. ``supported`` takes the links that one direction makes and that the other
prefers to NULL. ``posterior`` takes those whose posteriors have a high geometric mean (docs/alignment.md). All others
combine the two best (Viterbi) alignments."""
HEURISTICS: tuple[Symmetrization, ...] = get_args(Symmetrization)
SCHEDULES = {
    "agreement": "joint-ibm1:3,joint-hmm:5",
    "hmm": "ibm1:5,hmm:5",
    "ibm1": "ibm1:5",
    "diagonal": "diagonal:5",
    # Galley & Manning (2010), after Liang, Taskar & Klein (2006): cross-EM, two iterations of each model
    "galley-manning": "joint-ibm1:2,joint-hmm:2",
    # Ture, Oard & Resnik (2012)
    "ture": "ibm1:5,hmm:5",
}
"""Named schedules. The name of a model stands for the schedule of this model."""
LARGE = 50_000
"""From this number of sentence pairs on, models that have one use the schedule for large texts."""
LARGE_SCHEDULES = {"agreement": "joint-ibm1:1,joint-ibm1:4/4,joint-hmm:4/4,joint-hmm:1"}
"""Schedules for large texts: fewer passes, with more steps in a pass."""

LINKING = ("symmetrize", "order", "threshold")
"""The settings that say how links are taken, from a saved aligner too."""

MOST_PARTS = 64
_CORE_MODELS = ("ibm1", "hmm", "diagonal")


class ScheduleStage(NamedTuple):
    """A number of iterations of one model, each over one of some parts of the text in turn."""

    model: str
    joint: bool
    iterations: int
    parts: int = 1


class AlignOptions(Settings):
    """The defaults are a compromise of low alignment error rate and time (see docs/alignment.md)."""

    model: Annotated[
        AlignModel, about("The model: sets the schedule and the prior, unless they are given.")
    ] = "agreement"
    schedule: Annotated[
        str | None,
        about(
            "Iterations of training, such as joint-ibm1:3,joint-hmm:5, or the name of a schedule: "
            f"{', '.join(SCHEDULES)}. hmm:4/4 is four iterations over a quarter of the text each. Default: that of the "
            f"model; from {LARGE} sentence pairs on, agreement makes fewer passes."
        ),
    ] = None
    symmetrize: Annotated[
        Symmetrization | None,
        about(
            "How the two directions become one alignment. Default: supported; grow-diag-final-and where phrases are "
            "extracted (experiments) and for links of another tool."
        ),
    ] = None
    order: Annotated[
        Order,
        about("The order in which the growing heuristics try links: that of Moses or of atools."),
    ] = "moses"
    threshold: Annotated[Share, about("The lowest score of a supported or posterior link.")] = 0.4
    null_probability: Annotated[
        float,
        Meta(gt=0, lt=1),
        about(
            "Probability that a word comes from NULL, in the HMM and the diagonal model.",
            flags=("--null",),
        ),
    ] = 0.08
    null_share: Annotated[
        Share,
        about(
            "Joint training of the HMM: NULL's probability falls to this part of the share of words that NULL "
            "generates; 0: it stays."
        ),
    ] = 0.5
    prior: Annotated[
        Annotated[float, Meta(ge=0, lt=1e6)] | None,
        about(
            "Concentration of a symmetric Dirichlet prior over translations; 0: maximum likelihood. Default: 0.01 for "
            "the diagonal model, 0 for the others."
        ),
    ] = None
    priors_weight: Annotated[
        float,
        Meta(ge=0, le=1000),
        about(
            "What word translations that are known before training count, beside the links of the text.",
            experiment=False,
        ),
    ] = 1.0
    beginnings: Annotated[
        Count,
        about(
            "Words are aligned by so many first letters before, and training begins with the pairs that this linked: "
            "for small texts; 0: not."
        ),
    ] = 0
    jump_smoothing: Annotated[
        float, Meta(gt=0, lt=1e9), about("Pseudo-count of every jump of the HMM.")
    ] = 0.5
    sample: Annotated[
        Count,
        about(
            "Train on so many pairs, evenly chosen from the text, and apply what they taught to all; 0: train on all."
        ),
    ] = 0
    max_length: Annotated[
        Positive, about("Pairs with a longer side are not used in training, but are aligned.")
    ] = 200
    table_memory: Annotated[
        Size,
        about(
            "Memory for the table of word pairs; pairs that say least about translation are left out if it is "
            "too small."
        ),
    ] = 5 << 30
    slot_memory: Annotated[
        Size,
        about(
            "Memory for the table places of the possible links of a block of sentence pairs.",
            experiment=False,
        ),
    ] = 64 << 20

    def __post_init__(self) -> None:
        """Also checks the schedule."""
        super().__post_init__()
        self.stages()

    def stages(self, pairs: int = 0) -> list[ScheduleStage]:
        """Return the iterations of training, in order.

        Args:
            pairs: How many sentence pairs the training text has: a large one gets another schedule by default.
        """
        usual = LARGE_SCHEDULES.get(self.model, self.model) if pairs >= LARGE else self.model
        return parse_schedule(self.schedule or usual)

    def dirichlet(self) -> float:
        """Return the prior that is used: the given one, or that of the model."""
        if self.prior is not None:
            return self.prior
        return 0.01 if self.model == "diagonal" else 0.0


def parse_schedule(text: str) -> list[ScheduleStage]:
    """The stages of a schedule, given by name or spelt out."""
    stages = []
    for item in SCHEDULES.get(text, text).split(","):
        name, _, number = item.strip().partition(":")
        model = name.removeprefix("joint-")
        number, slash, parts = number.partition("/")
        parts = parts if slash else "1"
        if (
            model not in _CORE_MODELS
            or not (_whole(number) and _whole(parts))
            or int(parts) > MOST_PARTS
        ):
            raise ConfigError(
                f"expected a schedule like ibm1:5,hmm:5 or one of {', '.join(SCHEDULES)}; "
                f"found '{item.strip()}'"
            )
        stages.append(ScheduleStage(model, model != name, int(number), int(parts)))
    return stages


def _whole(text: str) -> bool:
    return text.isdecimal() and int(text) >= 1
