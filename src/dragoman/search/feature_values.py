"""Values that features written in Python give: of rules, and whether they are sound numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman._core import LARGEST_NUMBER
from dragoman.common.errors import ConfigError
from dragoman.common.user_code import user_code
from dragoman.grammar import RuleTable
from dragoman.search.features import AnyFeature, RuleFeature, described, methods
from dragoman.search.input import Input

RuleValues = Callable[[NDArray[np.uint32]], NDArray[np.float32]]
"""Takes rules of a table and gives the values of all features for each."""


def rule_values(features: Sequence[RuleFeature], sentence: Input, table: RuleTable) -> RuleValues:
    """What the core asks for the values of rules in one sentence, all features of a rule together."""

    runs = [list(run) for _, run in groupby(features, key=type)]

    def values(rules: NDArray[np.uint32]) -> NDArray[np.float32]:
        rows: list[NDArray[np.float64]] = []
        for run in runs:
            with user_code(f"the feature '{run[0].name}'", called=methods(run[0])):
                rows += _rows(run, type(run[0]).rows(run, sentence, table, rules), len(rules))
        return np.array(rows, dtype=np.float32).T.reshape(-1)

    return values


def _rows(
    features: Sequence[RuleFeature], given: Sequence[ArrayLike] | NDArray[np.float64], count: int
) -> list[NDArray[np.float64]]:
    """The values of some features, a row each; a matrix of sound numbers is checked at once."""
    if isinstance(given, np.ndarray) and _sound(given, (len(features), count)):
        return list(given)
    return [numbers_of(f, row, count) for f, row in zip(features, given, strict=True)]


def _sound(matrix: NDArray[np.float64], shape: tuple[int, int]) -> bool:
    return matrix.shape == shape and matrix.size > 0 and np.abs(matrix).max() <= LARGEST_NUMBER


def numbers_of(feature: AnyFeature, given: ArrayLike, count: int) -> NDArray[np.float64]:
    """A feature's values as an array, or one sentence that says what is wrong with them."""
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ConfigError(f"{described(feature)} gave values that are not numbers") from None
    if values.shape != (count,):
        raise ConfigError(
            f"{described(feature)} was asked for {count} values and gave an array of shape {values.shape}"
        )
    if not (np.abs(values) <= LARGEST_NUMBER).all():
        raise ConfigError(f"a value of {described(feature)} is not a number from -1e9 to 1e9")
    return values
