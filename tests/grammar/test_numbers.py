"""The numbers of Moses' files look as C would print them."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dragoman._core import MosesWriter
from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable

logarithms = st.floats(-99, 0, width=32) | st.sampled_from(
    [0.0, -100.0, *(np.float32(math.log(p)) for p in (0.1, 0.5, 1e-4, 1e-5, 0.0001234, 0.999999))]
)


@given(st.lists(logarithms, min_size=4, max_size=4), st.integers(0, 10**7))
def test_six_digits(values, count):
    counts = {"target": count, "source": 1.5, "joint": 0.0}
    scores = dict(zip(SCORE_COLUMNS, map(float, values), strict=True))
    table = RuleTable.build([Rule("a", "b " * 13, ((0, 12),), scores, {}, counts)])
    fields = MosesWriter(table.native).next().decode().split(" ||| ")
    expected = [f"{0 if v <= -100 else math.exp(np.float32(v)):.6g}" for v in values]
    assert fields[2].split() == expected
    assert fields[3] == "0-12"
    assert fields[4].split() == [f"{np.float32(n):.6g}" for n in counts.values()]
