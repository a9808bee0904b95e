"""Features written in Python. There are three kinds, by what they look at.

- A ``RuleFeature`` looks at a rule, the sentence and its document. Its values count before any rule is cut by the
  table limit. Every decoder can ask it.
- An ``EdgeFeature`` looks at a rule and at its own states of the parts that the rule joins (the tails of an edge of the
  forest). Every decoder can ask it: for the phrase decoder a phrase has one tail, the translation so far.
- A ``SearchFeature`` looks at a translation that grows from left to right. Decoders that build translations in another
  order refuse it.

    class Repeats(SearchFeature):
        name = "repeats"

        def extend(self, sentence, states, steps):
            words = [(last, *step.target) for last, step in zip(states, steps)]
            return [-sum(a == b for a, b in zip(w, w[1:])) for w in words], [w[-1] for w in words]

The decoder asks about many steps at once: ``states[i]`` is the feature's state of a partial translation and
``steps[i]`` a phrase that may be appended to it. The answer is a value for each step and the state after it. A state
is anything that can be hashed; two hypotheses that agree in everything else are recombined if their states are
equal, so a state should hold only what later values depend on. Each question is asked once per sentence.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman.common.errors import ConfigError
from dragoman.common.user_code import definition
from dragoman.grammar import RuleTable
from dragoman.osm import OperationModel
from dragoman.search.input import Input


class NextStep(NamedTuple):
    """A rule that may be applied next, about which a feature is asked."""

    begin: int
    end: int
    """The source words [begin, end) that it translates; with source gaps, from its first word to its last. A later
    piece of a phrase with target gaps is a step of its own, which translates nothing."""
    target: tuple[str | int, ...]
    """Its target words. In edges, the number k stands for the text of the k-th tail."""
    rule: int
    """Its rule's number in the rule table; -1 for unknown words, given translations and later pieces."""
    last: bool
    """Whether the translation is complete with it."""


class SearchFeature(ABC):
    """A feature of translations that grow from left to right.

    Threads share it, so it must keep everything it remembers in the states.
    """

    name: str
    bounds: tuple[float, float] = (-math.inf, math.inf)
    """The least and the greatest value of a step; narrower bounds let the search discard more without asking."""

    def start(self, sentence: Input) -> Hashable:
        """Return the state of the empty translation.

        Args:
            sentence: The sentence that is translated.
        """
        return None

    @abstractmethod
    def extend(
        self, sentence: Input, states: Sequence[Any], steps: Sequence[NextStep]
    ) -> tuple[ArrayLike, Sequence[Hashable]]:
        """Return the value of each step after the state beside it, and the state after it.

        Args:
            sentence: The sentence that is translated.
            states: The state before each step.
            steps: The steps.
        """


class EdgeFeature(ABC):
    """A feature of edges of the forest, for every decoder.

    ``tails[i]`` holds the states of the parts that ``steps[i]`` joins; it is empty for a rule without parts. In a
    step's target side the numbers 0, 1, ... stand for the texts of its tails. A decoder that goes from left to right
    has phrases as edges: their tail is the translation so far. For the treelet decoder an s-phrase has no tails, two
    texts that meet are two tails, and the whole translation has one. Threads share it, as they do a ``SearchFeature``.
    """

    name: str
    bounds: tuple[float, float] = (-math.inf, math.inf)
    """The least and the greatest value of a step."""

    @abstractmethod
    def apply(
        self, sentence: Input, steps: Sequence[NextStep], tails: Sequence[tuple[Any, ...]]
    ) -> tuple[ArrayLike, Sequence[Hashable]]:
        """Return the value of each step, given the states of its tails, and the state of its result.

        Args:
            sentence: The sentence that is translated.
            steps: The steps.
            tails: For each step, the states of what it puts together.
        """


class RuleFeature(ABC):
    """A feature of rules that may depend on the sentence and its document, but not on the context of the rule.

    Rules that do not come from the rule table (unknown words, given translations) have the value 0.
    """

    name: str

    @abstractmethod
    def values(self, sentence: Input, table: RuleTable, rules: NDArray[np.uint32]) -> ArrayLike:
        """Return the value of each rule.

        Args:
            sentence: The sentence that is translated.
            table: The rule table.
            rules: Numbers of rules in the table.
        """

    @classmethod
    def rows(
        cls,
        features: Sequence[RuleFeature],
        sentence: Input,
        table: RuleTable,
        rules: NDArray[np.uint32],
    ) -> Sequence[ArrayLike] | NDArray[np.float64]:
        """Return the values of several features, a row each; classes whose features share work override it.

        Args:
            features: Features of this class.
            sentence: The sentence that is translated.
            table: The rule table.
            rules: Numbers of rules in the table.
        """
        return [one.values(sentence, table, rules) for one in features]


StepFeature = SearchFeature | EdgeFeature
WrittenFeature = StepFeature | RuleFeature
AnyFeature = WrittenFeature | OperationModel
"""What a decoder has beside rules and language models: features written in Python, and the model of operations."""


def split_features(
    features: Sequence[AnyFeature],
) -> tuple[tuple[RuleFeature, ...], tuple[StepFeature, ...]]:
    """Rule features, and those that the search asks step by step."""
    for one in features:
        if not isinstance(one, AnyFeature):
            raise TypeError(
                f"expected a RuleFeature, an EdgeFeature or a SearchFeature, got {one!r}"
                + " (a class: make one of it)" * isinstance(one, type)
            )
    rules = tuple(feature for feature in features if isinstance(feature, RuleFeature))
    search = tuple(feature for feature in features if isinstance(feature, StepFeature))
    return rules, search


def operation_model(features: Sequence[AnyFeature]) -> OperationModel | None:
    """The model of operation sequences, which the core asks; there is one at most."""
    found = [feature for feature in features if isinstance(feature, OperationModel)]
    if len(found) > 1:
        raise ConfigError("expected one model of operation sequences, got several")
    return found[0] if found else None


def methods(feature: AnyFeature) -> list[object]:
    """What a user writes of a feature: the functions that the search asks."""
    names = ("values", "rows", "apply", "extend")
    return [found for name in names if (found := getattr(feature, name, None)) is not None]


def described(feature: AnyFeature) -> str:
    """A feature's name, and where it is written if a user wrote it, for messages about what it answered."""
    name = getattr(feature, "name", None)
    place = definition(*methods(feature))
    subject = f"the feature '{name}'" if name else f"the feature {type(feature).__name__}"
    return f"{subject} ({place})" if place else subject


def check_features(features: Sequence[AnyFeature], taken: Sequence[str]) -> None:
    """Refuses features without a valid and unique name, and features with invalid bounds."""
    names = set(taken)
    for feature in features:
        name = getattr(feature, "name", None)
        if not isinstance(name, str) or not name or any(c.isspace() or c == "=" for c in name):
            raise ConfigError(f"{described(feature)} needs a name without blanks")
        if name in names:
            raise ConfigError(f"there are two features '{name}'")
        names.add(name)
        if isinstance(feature, StepFeature):
            lowest, highest = feature.bounds
            if not lowest <= highest:
                raise ConfigError(f"the bounds of '{name}' are {lowest} and {highest}")
