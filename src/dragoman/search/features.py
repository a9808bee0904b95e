"""Features of the search written in Python.

    class Repeats(SearchFeature):
        name = "repeats"

        def extend(self, sentence, states, steps):
            words = [(last, *step.target) for last, step in zip(states, steps)]
            return [-sum(a == b for a, b in zip(w, w[1:])) for w in words], [w[-1] for w in words]

The decoder asks about many steps at once: ``states[i]`` is what the feature remembers of a partial translation and
``steps[i]`` a phrase that may be appended to it. The answer is a value for each step and the state after it. A state
is anything that can be hashed; two hypotheses that agree in everything else are recombined if their states are
equal, so a state should hold what later values depend on and no more. Each question is asked once per sentence.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman.common.errors import ConfigError
from dragoman.search.input import Input


class Step(NamedTuple):
    """A phrase that is appended to a translation."""

    begin: int
    end: int
    """The source words [begin, end) that it translates; with source gaps, from its first word to its last. A later
    piece of a phrase with target gaps is a step of its own, which translates nothing."""
    target: tuple[str, ...]
    rule: int
    """Its rule's number in the rule table; -1 for unknown words, given translations and later pieces."""
    last: bool
    """Whether the translation is complete with it."""


class SearchFeature:
    """What a feature of the search is made of. Threads share it: what it remembers belongs into the states."""

    name: str
    bounds: tuple[float, float] = (-math.inf, math.inf)
    """The least and the greatest value of a step; narrower bounds let the search discard more without asking."""

    def start(self, sentence: Input) -> Hashable:
        """The state of the empty translation."""
        return None

    def extend(
        self, sentence: Input, states: Sequence[Any], steps: Sequence[Step]
    ) -> tuple[ArrayLike, Sequence[Hashable]]:
        """The value of each step after the state beside it, and the state after it."""
        raise NotImplementedError


def check_features(features: Sequence[SearchFeature], taken: Sequence[str]) -> None:
    """Refuses features without a good name of their own or with bounds that bound nothing."""
    names = set(taken)
    for feature in features:
        name = getattr(feature, "name", None)
        if not isinstance(name, str) or not name or any(c.isspace() or c == "=" for c in name):
            raise ConfigError(f"{feature!r} needs a name without blanks")
        if type(feature).extend is SearchFeature.extend:
            raise ConfigError(f"the feature '{name}' needs a method extend")
        if name in names:
            raise ConfigError(f"there are two features '{name}'")
        names.add(name)
        lowest, highest = feature.bounds
        if not lowest <= highest:
            raise ConfigError(f"the bounds of '{name}' are {lowest} and {highest}")


class Session:
    """Answers the core's questions about one sentence; states and steps are numbers there."""

    def __init__(self, features: Sequence[SearchFeature], sentence: Input) -> None:
        self._parts = [_Part(feature, sentence) for feature in features]
        self._numbers: dict[tuple[Hashable, ...], int] = {}
        self._states: list[tuple[Hashable, ...]] = [()]  # the core's 0 is a finished translation
        self._options: dict[int, tuple[int, int, tuple[str, ...], int]] = {}

    def begin(self) -> int:
        """The state of the empty translation."""
        return self._number(tuple(part.start() for part in self._parts))

    def answer(
        self,
        states: list[int],
        steps: list[int],
        fresh: list[tuple[int, int, int, tuple[str, ...], int]],
    ) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
        """Values, those of all features for each question, and the states afterwards."""
        for number, begin, end, target, rule in fresh:
            self._options[number] = (begin, end, target, rule)
        asked = [Step(*self._options[step // 2], last=step % 2 == 1) for step in steps]
        before = [self._states[state] for state in states]
        values = np.empty((len(steps), len(self._parts)), dtype=np.float32)
        after = []
        for place, part in enumerate(self._parts):
            own = [state[place] for state in before]
            ask = part.ask if len(self._parts) == 1 else part.ask_once
            values[:, place], following = ask(own, asked)
            after.append(following)
        numbers = [self._number(state) for state in zip(*after, strict=True)]
        return values.reshape(-1), np.array(numbers, dtype=np.uint32)

    def _number(self, state: tuple[Hashable, ...]) -> int:
        try:
            number = self._numbers.setdefault(state, len(self._states))
        except TypeError:
            raise ConfigError(f"the state of a feature cannot be hashed: {state!r}") from None
        if number == len(self._states):
            self._states.append(state)
        return number


class _Part:
    """One feature of a session."""

    def __init__(self, feature: SearchFeature, sentence: Input) -> None:
        self._feature, self._sentence = feature, sentence
        self._known: dict[tuple[Hashable, Step], tuple[float, Hashable]] = {}

    def start(self) -> Hashable:
        return self._feature.start(self._sentence)

    def ask(self, states: list[Any], steps: list[Step]) -> tuple[NDArray[Any], Sequence[Hashable]]:
        name = self._feature.name
        given, after = self._feature.extend(self._sentence, states, steps)
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise ConfigError(f"the feature '{name}' gave values that are no numbers") from None
        if values.shape != (len(steps),) or len(after) != len(steps):
            raise ConfigError(
                f"the feature '{name}' was asked about {len(steps)} steps and answered with values of "
                f"shape {values.shape} and {len(after)} states"
            )
        lowest, highest = self._feature.bounds
        if not (np.isfinite(values) & (values >= lowest) & (values <= highest)).all():
            raise ConfigError(f"a value of the feature '{name}' is not finite or out of its bounds")
        return values, after

    def ask_once(
        self, states: list[Any], steps: list[Step]
    ) -> tuple[NDArray[Any], Sequence[Hashable]]:
        """The same where the other features' states make a question come several times."""
        keys = list(zip(states, steps, strict=True))
        fresh = list(dict.fromkeys(key for key in keys if key not in self._known))
        if fresh:
            values, after = self.ask([state for state, _ in fresh], [step for _, step in fresh])
            self._known.update(zip(fresh, zip(values, after, strict=True), strict=True))
        found = [self._known[key] for key in keys]
        return np.array([value for value, _ in found]), [state for _, state in found]
