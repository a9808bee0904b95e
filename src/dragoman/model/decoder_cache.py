"""Decoders that are made again only if something that they depend on has changed."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from dragoman.consistency import Passes
from dragoman.model.components import Components
from dragoman.model.weights import complete
from dragoman.search import Decoder


class DecoderCache:
    """The last decoder of a model, and that of its first pass over documents. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._decoders: dict[bool, tuple[object, Decoder]] = {}
        """By whether it is of the first pass: what the last decoder was made for, and the decoder."""

    def get(self, components: Components, weights: Mapping[str, float]) -> Decoder:
        """Return the decoder of sentences; with features of consistency, that of documents, which makes passes."""
        last = self._get(components, weights, first_pass=False)
        consistency = components.consistency
        if consistency is None or not consistency.features:
            return last
        of_documents = {feature.name for feature in components.document_features}
        own = {name: weight for name, weight in weights.items() if name not in of_documents}
        before = complete(own, {**own, **consistency.first_weights})
        return Passes(consistency, self._get(components, before, first_pass=True), last)

    def _get(
        self, components: Components, weights: Mapping[str, float], *, first_pass: bool
    ) -> Decoder:
        key = (components, tuple(weights.items()))
        with self._lock:
            known = self._decoders.get(first_pass)
            if known is None or known[0] != key:
                known = key, components.decoder(weights, first_pass=first_pass)
                self._decoders[first_pass] = known
            return known[1]
