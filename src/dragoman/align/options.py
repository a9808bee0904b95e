"""How an aligner is trained and how it aligns.

A schedule says which models are trained for how many iterations: ``joint-ibm1:5,joint-hmm:5``. Each item is a model
(``ibm1``, ``hmm``, ``diagonal``), with ``joint-`` before it where the two directions are trained to agree, and a
number. Some schedules have names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dragoman.common.errors import ConfigError

MODELS = ("agreement", "hmm", "ibm1", "diagonal")
HEURISTICS = (
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
)
ORDERS = ("moses", "atools")
SCHEDULES = {
    "agreement": "joint-ibm1:3,joint-hmm:4",
    "hmm": "ibm1:5,hmm:5",
    "ibm1": "ibm1:5",
    "diagonal": "diagonal:5",
    # Galley & Manning (2010), after Liang, Taskar & Klein (2006): cross-EM, two iterations of each model
    "galley-manning": "joint-ibm1:2,joint-hmm:2",
    # Ture, Oard & Resnik (2012)
    "ture": "ibm1:5,hmm:5",
}
"""What the named schedules stand for; the models' names are the models' own."""

_CORE_MODELS = ("ibm1", "hmm", "diagonal")


class ScheduleStage(NamedTuple):
    """A number of iterations of one model."""

    model: str
    joint: bool
    iterations: int


@dataclass(frozen=True, slots=True)
class AlignOptions:
    """The defaults are what gave the lowest alignment error rate for the time (see docs/alignment.md)."""

    model: str = "agreement"
    """One of MODELS: which schedule, and which prior, unless they are given."""
    schedule: str | None = None
    """A name in SCHEDULES, or stages such as ``ibm1:5,hmm:5``."""
    heuristic: str = "supported"
    """How the two directions become one alignment: ``supported`` takes the links that one direction makes and the
    other would rather make than leave the word to NULL, ``posterior`` those whose posteriors have a high geometric
    mean (docs/alignment.md); all others combine the two best (Viterbi) alignments."""
    order: str = "moses"
    """In which order the growing heuristics try links: as Koehn defined them and Moses' ``symal`` does, or as
    ``atools`` does."""
    threshold: float = 0.4
    """What the score of a ``supported`` link, or the mean of ``posterior``, must reach."""
    null_probability: float = 0.08
    """That a word comes from NULL, in the HMM and the diagonal model."""
    null_share: float = 0.5
    """In joint training of the HMM, NULL's probability becomes this part of the share of words that it was found to
    generate, where that is less than ``null_probability``: texts that leave few words without a counterpart need it
    small. 0 leaves it as it is."""
    prior: float | None = None
    """Concentration of a symmetric Dirichlet prior over translations; 0 is maximum likelihood. None: 0.01 for the
    diagonal model, 0 for the others."""
    jump_smoothing: float = 0.5
    """Pseudo-count of every jump of the HMM."""
    max_length: int = 200
    """Pairs with a longer side are left out of training, and aligned all the same."""
    table_memory: int = 5 << 30
    """Bytes for the table of word pairs, 36 each (28 in joint training). Where there are more of them, those are left
    out whose count is the smallest share of both words' counts."""
    slot_memory: int = 1536 << 20
    """Bytes for the table places of all possible links; a corpus that needs more has them looked up each time."""
    threads: int = 1

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise ConfigError(f"expected a model out of {', '.join(MODELS)}; found '{self.model}'")
        if self.heuristic not in HEURISTICS:
            raise ConfigError(
                f"expected a heuristic out of {', '.join(HEURISTICS)}; found '{self.heuristic}'"
            )
        if self.order not in ORDERS:
            raise ConfigError(f"expected an order out of {', '.join(ORDERS)}; found '{self.order}'")
        if not 0 <= self.null_share <= 1:
            raise ConfigError(f"expected a share of NULL from 0 to 1, got {self.null_share}")
        if not 0 < self.null_probability < 1:
            raise ConfigError(
                f"expected a probability of NULL between 0 and 1, got {self.null_probability}"
            )
        if not 0 <= self.threshold <= 1:
            raise ConfigError(f"expected a threshold from 0 to 1, got {self.threshold}")
        if self.prior is not None and not 0 <= self.prior < 1e6:
            raise ConfigError(f"expected a prior of at least 0, got {self.prior}")
        if not 0 < self.jump_smoothing < 1e9:
            raise ConfigError(f"expected a jump smoothing above 0, got {self.jump_smoothing}")
        if self.max_length < 1 or self.threads < 1 or min(self.table_memory, self.slot_memory) < 0:
            raise ConfigError("lengths, threads and memory are positive numbers")
        self.stages()

    def stages(self) -> list[ScheduleStage]:
        """The iterations of training, in order."""
        return parse_schedule(self.schedule or self.model)

    def dirichlet(self) -> float:
        """The prior that applies."""
        if self.prior is not None:
            return self.prior
        return 0.01 if self.model == "diagonal" else 0.0


def parse_schedule(text: str) -> list[ScheduleStage]:
    """The stages of a schedule, given by name or spelt out."""
    stages = []
    for item in SCHEDULES.get(text, text).split(","):
        name, _, number = item.strip().partition(":")
        model = name.removeprefix("joint-")
        if model not in _CORE_MODELS or not number.isdecimal() or int(number) < 1:
            raise ConfigError(
                f"expected a schedule like ibm1:5,hmm:5 or one of {', '.join(SCHEDULES)}; "
                f"found '{item.strip()}'"
            )
        stages.append(ScheduleStage(model, model != name, int(number)))
    return stages
