"""How the core asks features that are written in Python: about one sentence, many questions at a time.

States and steps are numbers in the core; a session knows what they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import groupby
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman.common.errors import ConfigError
from dragoman.common.limits import LARGEST_NUMBER
from dragoman.common.user_code import user_code
from dragoman.grammar import RuleTable
from dragoman.search.features import AnyFeature, NextStep, RuleFeature, SearchFeature, methods, told
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
    return [_numbers(f, row, count) for f, row in zip(features, given, strict=True)]


def _sound(matrix: NDArray[np.float64], shape: tuple[int, int]) -> bool:
    return matrix.shape == shape and matrix.size > 0 and np.abs(matrix).max() <= LARGEST_NUMBER


def _numbers(feature: AnyFeature, given: ArrayLike, count: int) -> NDArray[np.float64]:
    """A feature's values as an array, or one sentence that says what is wrong with them."""
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ConfigError(f"{told(feature)} gave values that are not numbers") from None
    if values.shape != (count,):
        raise ConfigError(
            f"{told(feature)} was asked for {count} values and gave an array of shape {values.shape}"
        )
    if not (np.abs(values) <= LARGEST_NUMBER).all():
        raise ConfigError(f"a value of {told(feature)} is not a number from -1e9 to 1e9")
    return values


def checked_answers(
    feature: SearchFeature, given: ArrayLike, after: Sequence[Hashable], count: int
) -> NDArray[np.float64]:
    """What a feature answered to ``count`` questions, or one sentence that says what is wrong with it."""
    values = _numbers(feature, given, count)
    if len(after) != count:
        raise ConfigError(
            f"{told(feature)} was asked about {count} steps and gave {len(after)} states"
        )
    lowest, highest = feature.bounds
    if not ((values >= lowest) & (values <= highest)).all():
        raise ConfigError(f"a value of {told(feature)} is out of its bounds, {lowest} to {highest}")
    return values


class NumberedStates:
    """The states of all features together, under the numbers by which the core knows them; 0 is no state."""

    def __init__(self, features: Sequence[SearchFeature]) -> None:
        self._features = features
        self._numbers: dict[tuple[Hashable, ...], int] = {}
        self._states: list[tuple[Hashable, ...]] = [()]

    def __getitem__(self, number: int) -> tuple[Hashable, ...]:
        return self._states[number]

    def number(self, state: tuple[Hashable, ...]) -> int:
        """The number of a state; a new one gets the next."""
        try:
            number = self._numbers.setdefault(state, len(self._states))
        except TypeError:
            self._refuse(state)
        if number == len(self._states):
            self._states.append(state)
        return number

    def _refuse(self, state: tuple[Hashable, ...]) -> NoReturn:
        for feature, one in zip(self._features, state, strict=True):
            try:
                hash(one)
            except TypeError:
                raise ConfigError(
                    f"{told(feature)} gave a state that cannot be hashed: {one!r}"
                ) from None
        raise AssertionError(state)


class Session:
    """Answers the core's questions about one sentence; states and steps are numbers there."""

    def __init__(self, features: Sequence[SearchFeature], sentence: Input) -> None:
        self._parts = [_Part(feature, sentence) for feature in features]
        self._states = NumberedStates(features)  # the core's 0 is a finished translation
        self._applied: dict[int, tuple[int, int, tuple[str, ...], int]] = {}

    def begin(self) -> int:
        """The state of the empty translation."""
        return self._states.number(tuple(part.start() for part in self._parts))

    def answer(
        self,
        states: list[int],
        steps: list[int],
        fresh: list[tuple[int, int, int, tuple[str, ...], int]],
    ) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
        """Values, those of all features for each question, and the states afterwards."""
        for number, begin, end, target, rule in fresh:
            self._applied[number] = (begin, end, target, rule)
        asked = [NextStep(*self._applied[step // 2], last=step % 2 == 1) for step in steps]
        before = [self._states[state] for state in states]
        values = np.empty((len(steps), len(self._parts)), dtype=np.float32)
        after = []
        for place, part in enumerate(self._parts):
            own = [state[place] for state in before]
            ask = part.ask if len(self._parts) == 1 else part.ask_once
            values[:, place], following = ask(own, asked)
            after.append(following)
        numbers = [self._states.number(state) for state in zip(*after, strict=True)]
        return values.reshape(-1), np.array(numbers, dtype=np.uint32)


class _Part:
    """One feature of a session."""

    def __init__(self, feature: SearchFeature, sentence: Input) -> None:
        self._feature, self._sentence = feature, sentence
        self._known: dict[tuple[Hashable, NextStep], tuple[float, Hashable]] = {}

    def start(self) -> Hashable:
        with user_code(f"the feature '{self._feature.name}'", called=(self._feature.start,)):
            return self._feature.start(self._sentence)

    def ask(
        self, states: list[Any], steps: list[NextStep]
    ) -> tuple[NDArray[Any], Sequence[Hashable]]:
        with user_code(f"the feature '{self._feature.name}'", called=methods(self._feature)):
            given, after = self._feature.extend(self._sentence, states, steps)
            return checked_answers(self._feature, given, after, len(steps)), after

    def ask_once(
        self, states: list[Any], steps: list[NextStep]
    ) -> tuple[NDArray[Any], Sequence[Hashable]]:
        """The same where the other features' states make a question come several times."""
        keys = list(zip(states, steps, strict=True))
        fresh = list(dict.fromkeys(key for key in keys if key not in self._known))
        if fresh:
            values, after = self.ask([state for state, _ in fresh], [step for _, step in fresh])
            self._known.update(zip(fresh, zip(values, after, strict=True), strict=True))
        found = [self._known[key] for key in keys]
        return np.array([value for value, _ in found]), [state for _, state in found]
