"""The lines of tuning: a person can read how far it is."""

from __future__ import annotations

import pytest

from dragoman.tune.report import IterationLines, TuningIteration, duration


def lines(
    scores: list[float], seconds: list[float], kept: int = 0, better: bool = True
) -> list[str]:
    clock = iter([0.0, *seconds])
    told: list[str] = []
    say = IterationLines(3, "BLEU", better, lambda: next(clock), told.append)
    for number, score in enumerate(scores, 1):
        say(TuningIteration(number, score, 1, 1, {}), kept=number <= kept)
    return told


def test_every_iteration_says_the_score_the_best_and_the_time() -> None:
    assert lines([20, 22.456, 21, 22], [60, 120, 180, 240]) == [
        "iteration 1 of at most 3, BLEU on dev 20.00, at most 3 minutes left",
        "iteration 2 of at most 3, BLEU on dev 22.46 (best), at most 2 minutes left",
        "iteration 3 of at most 3, BLEU on dev 21.00 (best 22.46), at most 1 minute left",
        "tuned weights, BLEU on dev 22.00 (best 22.46)",
    ]


def test_the_best_error_rate_is_the_lowest() -> None:
    told = lines([40, 30, 35], [1, 2, 3], better=False)
    assert "30.00 (best)" in told[1] and "35.00 (best 30.00)" in told[2]


def test_kept_iterations_take_no_time() -> None:
    told = lines([1, 2, 3], [0, 0, 30], kept=2)
    assert not any("left" in line for line in told[:2]) and "at most 30 seconds left" in told[2]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 second"),
        (59, "59 seconds"),
        (61, "1 minute"),
        (150, "2 minutes"),
        (3600, "1 hour"),
        (9000, "2 hours"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
