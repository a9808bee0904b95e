"""What tuning says while it runs: one line an iteration, with the score, the best so far, and the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from dragoman.common.progress import say


@dataclass(frozen=True)
class TuningIteration:
    """One decoding of the development set."""

    number: int
    score: float
    """The score of the translations decoded with ``weights``."""
    new: int
    """Candidates that were not in the lists before."""
    total: int
    weights: dict[str, float]


class IterationLines:
    """Says each iteration. The last decoding, after the last new weights, only measures them.

    Args:
        iterations: How many there are at most.
        metric: The name of the score, as people write it.
        higher_is_better: Whether the best score is the highest.
        clock: Returns seconds.
        tell: Takes the lines; None logs them.
    """

    def __init__(
        self,
        iterations: int,
        metric: str,
        higher_is_better: bool,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self._iterations, self._metric = iterations, metric
        self._sign = 1 if higher_is_better else -1
        self._clock, self._tell = clock, tell or say
        self._begin = clock()
        self._scores: list[float] = []
        self._kept = 0

    def __call__(self, line: TuningIteration, kept: bool = False) -> None:
        """Say what an iteration found.

        Args:
            line: The iteration.
            kept: Whether an earlier run made it: then the time left counts from here.
        """
        best = max(self._scores, key=lambda score: self._sign * score, default=None)
        self._scores.append(line.score)
        place = (
            f"iteration {line.number} of at most {self._iterations}"
            if line.number <= self._iterations
            else "tuned weights"
        )
        better = best is None or self._sign * line.score > self._sign * best
        compared = "" if len(self._scores) == 1 else " (best)" if better else f" (best {best:.2f})"
        self._tell(f"{place}, {self._metric} on dev {line.score:.2f}{compared}{self._left(kept)}")

    def _left(self, kept: bool) -> str:
        """The time that the rest takes if every iteration takes as long as those of this run did."""
        now, done = self._clock(), len(self._scores)
        if kept:
            self._begin, self._kept = now, done
            return ""
        own = done - self._kept
        rest = self._iterations + 1 - done
        if rest <= 0 or own <= 0:
            return ""
        return f", at most {duration((now - self._begin) / own * rest)} left"


def duration(seconds: float) -> str:
    """Return a time as people say it.

    Args:
        seconds: The time.
    """
    for size, name in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return f"{round(seconds / size)} {name}s"
        if seconds >= size:
            return f"1 {name}"
    whole = max(1, round(seconds))
    return f"{whole} second" + ("s" if whole > 1 else "")
