"""The consistency features as the decoders know them: rule features that look at a sentence's document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dragoman.consistency.discourse import DiscourseInput
from dragoman.consistency.options import Feature
from dragoman.grammar import RuleTable
from dragoman.search import Input, RuleFeature
from dragoman.search.catalogue import OF_DOCUMENTS

NAMES: dict[Feature, str] = dict(zip(get_args(Feature), OF_DOCUMENTS, strict=True))
"""What the features are called in models, which the catalogue of features declares."""


class ConsistencyFeature(RuleFeature):
    """C1, C2 or C3. Of a sentence about whose document nothing is known every value is 0.

    Args:
        feature: Which one.
    """

    def __init__(self, feature: Feature) -> None:
        self.feature = feature
        self.name = NAMES[feature]

    @classmethod
    def rows(
        cls,
        features: Sequence[RuleFeature],
        sentence: Input,
        table: RuleTable,
        rules: NDArray[np.uint32],
    ) -> Sequence[ArrayLike] | NDArray[np.float64]:
        """Return the values of all features, which share work.

        Args:
            features: Features of this class.
            sentence: The sentence that is translated.
            table: The rule table.
            rules: Numbers of rules in the table.
        """
        if not isinstance(sentence, DiscourseInput) or sentence.discourse is None:
            return np.zeros((len(features), len(rules)))
        names = [one.feature for one in features if isinstance(one, ConsistencyFeature)]
        return sentence.discourse.values(names, rules)

    def values(self, sentence: Input, table: RuleTable, rules: NDArray[np.uint32]) -> ArrayLike:
        """Return the value of each rule.

        Args:
            sentence: The sentence that is translated.
            table: The rule table.
            rules: Numbers of rules in the table.
        """
        return self.rows([self], sentence, table, rules)[0]

    def __repr__(self) -> str:
        return f"ConsistencyFeature({self.feature!r})"


def consistency_features(features: Sequence[Feature]) -> tuple[ConsistencyFeature, ...]:
    """One of each, in the order of the paper."""
    return tuple(ConsistencyFeature(name) for name in NAMES if name in features)
