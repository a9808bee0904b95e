"""A decoder that is made again only if something that it depends on has changed."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from dragoman.grammar import RuleSource
from dragoman.lm import LanguageModel
from dragoman.search import AnyFeature, Decoder, DecoderType


class KeptDecoder:
    """The last decoder and what it was made for. Threads may share it."""

    def __init__(self, kind: type[DecoderType]) -> None:
        self._kind = kind
        self._lock = threading.Lock()
        self._decoder: Decoder | None = None
        self._key: object = None

    def get(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: Any,
        features: Sequence[AnyFeature],
    ) -> Decoder:
        """The decoder for these."""
        with self._lock:
            key = (tuple(weights.items()), options, id(rules), tuple(lms), tuple(features))
            if self._decoder is None or key != self._key:
                self._decoder = self._kind(rules, lms, weights, options, features)
                self._key = key
            return self._decoder
