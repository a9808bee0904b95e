"""What the chart decoder asks the features of edges written in Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.common.user_code import user_code
from dragoman.search.feature_session import NumberedStates, checked_answers
from dragoman.search.features import EdgeFeature, NextStep, methods
from dragoman.search.input import Input


class EdgeSession:
    """Answers the core's questions about one sentence; states and rules are numbers there."""

    def __init__(self, features: Sequence[EdgeFeature], sentence: Input) -> None:
        self._features, self._sentence = features, sentence
        self._states = NumberedStates(features)  # the core's 0 is no tail
        self._rules: dict[int, tuple[tuple[str | int, ...], int]] = {}

    def answer(
        self,
        asked: list[tuple[int, int, int, bool, int, int]],
        fresh: list[tuple[int, tuple[str | int, ...], int]],
    ) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
        """Values, those of all features for each question, and the states afterwards.

        A question is a rule, its source words [begin, end), whether it makes the whole translation, and the states of
        its tails.
        """
        for number, target, rule in fresh:
            self._rules[number] = (target, rule)
        steps, tails = [], []
        for number, begin, end, last, *states in asked:
            target, rule = self._rules[number]
            steps.append(NextStep(begin, end, target, rule, last))
            tails.append([self._states[state] for state in states if state])
        values = np.empty((len(steps), len(self._features)), dtype=np.float32)
        after = []
        for place, feature in enumerate(self._features):
            own = [tuple(state[place] for state in states) for states in tails]
            with user_code(f"the feature '{feature.name}'", called=methods(feature)):
                given, following = feature.apply(self._sentence, steps, own)
                values[:, place] = checked_answers(feature, given, following, len(steps))
            after.append(following)
        numbers = [self._states.number(state) for state in zip(*after, strict=True)]
        return values.reshape(-1), np.array(numbers, dtype=np.uint32)
