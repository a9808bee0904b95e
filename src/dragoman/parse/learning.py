"""Training passes over a treebank. Each pass has a progress bar, and tells what it found when it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from dragoman.common.progress import progress


class TrainingPass(NamedTuple):
    """What one pass over the training sentences found."""

    stage: str
    """What is trained, such as "tagger"."""
    number: int
    total: int
    right: int
    """Sentences that were analysed without an error before the model learnt from them."""
    sentences: int


OnPass = Callable[[TrainingPass], None]


class Trainer(Protocol):
    """A model in training (``core/parse``)."""

    def iterate(self, seed: int, progress: Callable[[int, int], None] | None) -> int:
        """One pass in an order that the seed decides; returns how many sentences were right."""


class Passes(NamedTuple):
    """The number of passes, and of sentences in each."""

    stage: str
    iterations: int
    sentences: int
    seed: int


def run_passes(trainer: Trainer, passes: Passes, on_pass: OnPass | None = None) -> None:
    """Make all passes; ``on_pass`` is called after each."""
    total = passes.iterations
    for number in range(1, total + 1):
        with progress(f"{passes.stage}, pass {number} of {total}") as bar:
            right = trainer.iterate((passes.seed << 16) + number, bar)
        if on_pass is not None:
            on_pass(TrainingPass(passes.stage, number, total, right, passes.sentences))
