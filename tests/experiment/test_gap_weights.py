"""Tuning in two steps: which weights are left for the second one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dragoman.experiment.tuning import gap_weights
from dragoman.model import Model
from dragoman.search import SearchOptions
from support.search import gappy


def test_the_weights_of_gaps(tmp_path: Path) -> None:
    made = gappy.make(3, tmp_path)
    options = SearchOptions()
    model = Model(made.table, made.lms, None, options)
    assert gap_weights(model) == set(options.gap_features)
    model.options = replace(options, gaps="none")
    assert gap_weights(model) == set()
