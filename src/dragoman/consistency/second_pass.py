"""The second pass over what the first one found: its forests with more features and other weights.

A forest holds the best translations of the first pass with the values of all features. The features of consistency are
those of its rules, so nothing is searched, looked up or scored by a language model again: the values of the edges are
added, the edges get the scores that the second pass's weights give, and the best derivation is taken, exactly. What the
first pass did not find or did not keep (``forest_edges``) cannot be chosen. If none is better than the first pass's
translation, that one stays: with weights of zero, the features change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Forest as NativeForest
from dragoman.common.progress import Report
from dragoman.consistency.discourse import Discourse, DiscourseInput
from dragoman.consistency.features import ConsistencyFeature
from dragoman.forest import Forest
from dragoman.forest.forest import ordered_weights
from dragoman.search import Decoder, DecodeRequest, Input, Result
from dragoman.search.request import BEST
from dragoman.search.result import chosen

EdgeValues = NDArray[np.float32]
ROUNDING = 1e-6
"""A difference of scores that is a smaller part of the sum of all products of weights and values may be one of
rounding: the search adds in single precision, a forest in double."""


def edge_values(
    discourse: Discourse, features: Sequence[ConsistencyFeature], forests: Sequence[Forest]
) -> list[EdgeValues]:
    """The values of the edges of a document's forests: each rule's are computed once."""
    rules = [forest.native.rule for forest in forests]
    known = np.unique(np.concatenate([np.array([-1]), *rules]))
    known = known[known >= 0]
    rows = discourse.computed([one.feature for one in features], known).astype(np.float32)
    none = np.zeros((1, len(features)), dtype=np.float32)  # of edges that apply no rule
    values = np.concatenate([none, rows.T])
    return [values[np.where(own < 0, 0, np.searchsorted(known, own) + 1)] for own in rules]


class SecondPass:
    """Chooses from forests; a sentence that has none is given to the decoder, which searches.

    Args:
        decoder: Has the features and the weights of the second pass.
        features: Those of consistency.
    """

    def __init__(self, decoder: Decoder, features: Sequence[ConsistencyFeature]) -> None:
        self.decoder = decoder
        self.feature_names = decoder.feature_names
        self._weights = ordered_weights(decoder.weights, decoder.feature_names)
        self._place = decoder.feature_names.index(features[0].name)
        self._count = len(features)

    def decode(
        self,
        inputs: Sequence[Input],
        request: DecodeRequest = BEST,
        progress: Report | None = None,
    ) -> list[Result]:
        """Return the best translation of every sentence; with a forest, what it was chosen from.

        Args:
            inputs: The sentences.
            request: What is wanted besides the best translation, and by how many threads.
            progress: Called with the work done and the total; what it raises stops the work.
        """

        def known(one: Input) -> bool:
            """Whether the first pass found translations to choose from."""
            values = one.edge_values if isinstance(one, DiscourseInput) else None
            return values is not None and len(values) > 0

        others = [one for one in inputs if not known(one)]
        searched = iter(self.decoder.decode(others, request, progress) if others else ())
        with ThreadPoolExecutor(max(1, request.threads)) as pool:
            each = pool.map if request.threads > 1 else map
            found = iter(each(lambda one: self._choose(one, request.forest), filter(known, inputs)))
            return [next(found) if known(one) else next(searched) for one in inputs]

    def _choose(self, one: Input, with_forest: bool) -> Result:
        assert isinstance(one, DiscourseInput) and one.edge_values is not None
        first = one.first
        assert first is not None and first.forest is not None
        whole = first.forest.native.with_features(
            self._place, self._count, one.edge_values.reshape(-1), self._weights
        )
        best = whole.best()
        if first.alone is not None:
            before = self._informed(first.alone, first.forest, one.edge_values)
            size = float(np.sum(np.abs(before.features) @ np.abs(self._weights)))
            if best.score.sum() - before.score.sum() <= ROUNDING * size:
                best = before
        result = chosen(best, whole if with_forest else None, one, self.feature_names)
        return replace(result, outcome=first.outcome)

    def _informed(self, alone: Forest, whole: Forest, edge_values: EdgeValues) -> NativeForest:
        """Return a derivation with the values that the edges of the whole forest have for the same rules."""
        known, place = np.unique(whole.native.rule, return_index=True)
        own = edge_values[place[np.searchsorted(known, alone.native.rule)]]
        return alone.native.with_features(self._place, self._count, own.reshape(-1), self._weights)
