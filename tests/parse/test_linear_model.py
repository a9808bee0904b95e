"""Weights on disk: the arrays are checked before they are used."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman._core import LinearModel
from dragoman.common.errors import ModelError

SLOTS = np.array([0, 0x1234_0000_0001, 0x9876_0000_0006, 0], np.uint64)
ROWS = np.array([2, 0, 5, 3, -7, -1, 1, 2, 3, 4], np.int16)


def test_sound_arrays_are_taken() -> None:
    LinearModel(4, SLOTS, ROWS)
    LinearModel(4, np.zeros(1, np.uint64), np.zeros(0, np.int16))


@pytest.mark.parametrize(
    ("slots", "rows", "complaint"),
    [
        (SLOTS, ROWS[:-1], "last weights"),
        (SLOTS, ROWS[:3], "last weights"),
        (SLOTS[:3], ROWS, "wrong size"),
        (SLOTS[:1], ROWS, "wrong size"),
        (SLOTS + np.uint64(1), ROWS, "outside"),
        (np.full(4, SLOTS[1]), ROWS, "outside"),
        (SLOTS, np.array([1, 4, 5, -1, 0, 0, 0, 0], np.int16), "no class"),
        (SLOTS, np.array([-2, 4, 5], np.int16), "length"),
    ],
)
def test_unsound_arrays_are_refused(slots: np.ndarray, rows: np.ndarray, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        LinearModel(4, slots, rows)
