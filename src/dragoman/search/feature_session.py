"""How the core asks features that are written in Python: about one sentence, many questions at a time.

All decoders ask in the same way (``core/search/api/feature_session.hpp``). A question is a rule, its source words
[begin, end), whether it makes the whole translation, and the states of its tails. States and rules are numbers in the
core; a session knows what they stand for.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman.common.errors import ConfigError
from dragoman.common.user_code import user_code
from dragoman.search.feature_values import numbers_of
from dragoman.search.features import (
    EdgeFeature,
    NextStep,
    SearchFeature,
    StepFeature,
    described,
    methods,
)
from dragoman.search.input import Input

Tails = tuple[Hashable, ...]
"""The states that a feature has of the parts that a rule joins."""
Answers = tuple[ArrayLike, Sequence[Hashable]]


class Session:
    """Answers the core's questions about one sentence."""

    def __init__(self, features: Sequence[StepFeature], sentence: Input) -> None:
        self._parts = [_Part(feature, sentence) for feature in features]
        self._states = _NumberedStates(features)
        self._rules: dict[int, tuple[tuple[str | int, ...], int]] = {}
        self._of_edges = any(part.of_edges for part in self._parts)

    def answer(
        self, asked: NDArray[np.uint32], fresh: list[tuple[int, tuple[str | int, ...], int]]
    ) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
        """Values, those of all features for each question, and the states afterwards.

        ``fresh`` describes the rules that were not named before: number, target side, number in the rule table.
        """
        for number, target, rule in fresh:
            self._rules[number] = (target, rule)
        steps, tails, states = [], [], self._states.by_number
        for number, begin, end, last, left, right in asked.tolist():
            target, rule = self._rules[number]
            steps.append(NextStep(begin, end, target, rule, last == 1))
            tails.append([states[tail] for tail in (left, right) if tail])
        edges = _with_tails(steps, tails) if self._of_edges else steps
        values = np.empty((len(steps), len(self._parts)), dtype=np.float32)
        after = []
        for place, part in enumerate(self._parts):
            own = [tuple([state[place] for state in joined]) for joined in tails]
            ask = part.ask if len(self._parts) == 1 else part.ask_once
            values[:, place], following = ask(edges if part.of_edges else steps, own)
            after.append(following)
        numbers = [self._states.number(state) for state in zip(*after, strict=True)]
        return values.reshape(-1), np.array(numbers, dtype=np.uint32)


def _with_tails(steps: Sequence[NextStep], tails: Sequence[Sequence[object]]) -> Sequence[NextStep]:
    """Phrases as edges: what does not name its tail stands after it, the translation so far."""
    return [
        step._replace(target=(0, *step.target)) if joined and 0 not in step.target else step
        for step, joined in zip(steps, tails, strict=True)
    ]


class _Part:
    """One feature of a session."""

    def __init__(self, feature: StepFeature, sentence: Input) -> None:
        self._feature, self._sentence = feature, sentence
        self.of_edges = isinstance(feature, EdgeFeature)
        self._known: dict[tuple[NextStep, Tails], tuple[float, Hashable]] = {}
        self._start: Hashable = None
        if isinstance(feature, SearchFeature):
            with user_code(f"the feature '{feature.name}'", called=(feature.start,)):
                self._start = feature.start(sentence)

    def ask(
        self, steps: Sequence[NextStep], tails: Sequence[Tails]
    ) -> tuple[NDArray[np.float64], Sequence[Hashable]]:
        """The values of the steps, and the states after them."""
        with user_code(f"the feature '{self._feature.name}'", called=methods(self._feature)):
            given, after = self._asked(steps, tails)
            return _checked(self._feature, given, after, len(steps)), after

    def _asked(self, steps: Sequence[NextStep], tails: Sequence[Tails]) -> Answers:
        if isinstance(self._feature, EdgeFeature):
            return self._feature.apply(self._sentence, steps, tails)
        states = [own[0] if own else self._start for own in tails]
        return self._feature.extend(self._sentence, states, steps)

    def ask_once(
        self, steps: Sequence[NextStep], tails: Sequence[Tails]
    ) -> tuple[NDArray[np.float64], Sequence[Hashable]]:
        """The same where the other features' states make a question come several times."""
        keys = list(zip(steps, tails, strict=True))
        fresh = list(dict.fromkeys(key for key in keys if key not in self._known))
        if fresh:
            values, after = self.ask([step for step, _ in fresh], [own for _, own in fresh])
            self._known.update(zip(fresh, zip(values, after, strict=True), strict=True))
        found = [self._known[key] for key in keys]
        return np.array([value for value, _ in found]), [state for _, state in found]


def _checked(
    feature: StepFeature, given: ArrayLike, after: Sequence[Hashable], count: int
) -> NDArray[np.float64]:
    """What a feature answered to ``count`` questions, or one sentence that says what is wrong with it."""
    values = numbers_of(feature, given, count)
    if len(after) != count:
        raise ConfigError(
            f"{described(feature)} was asked about {count} steps and gave {len(after)} states"
        )
    lowest, highest = feature.bounds
    if not ((values >= lowest) & (values <= highest)).all():
        raise ConfigError(
            f"a value of {described(feature)} is out of its bounds, {lowest} to {highest}"
        )
    return values


class _NumberedStates:
    """The states of all features together, under the numbers by which the core knows them; 0 is no tail."""

    def __init__(self, features: Sequence[StepFeature]) -> None:
        self._features = features
        self._numbers: dict[tuple[Hashable, ...], int] = {}
        self.by_number: list[tuple[Hashable, ...]] = [()]

    def number(self, state: tuple[Hashable, ...]) -> int:
        """The number of a state; a new one gets the next."""
        try:
            number = self._numbers.setdefault(state, len(self.by_number))
        except TypeError:
            self._refuse(state)
        if number == len(self.by_number):
            self.by_number.append(state)
        return number

    def _refuse(self, state: tuple[Hashable, ...]) -> NoReturn:
        for feature, one in zip(self._features, state, strict=True):
            try:
                hash(one)
            except TypeError:
                raise ConfigError(
                    f"{described(feature)} gave a state that cannot be hashed: {one!r}"
                ) from None
        raise AssertionError(state)
