"""What the decoders of the core have in common: they are made of the same parts and asked in the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, get_args

from dragoman._core import SearchSentence, Translation
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.settings import Settings
from dragoman.forest.forest import ordered_weights
from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.search.feature_session import rule_values
from dragoman.search.features import AnyFeature, SearchFeature, check_features, split_features
from dragoman.search.input import Demand, Input, check_demands
from dragoman.search.result import Result, result_of


class Core(Protocol):
    """A decoder as the core offers it (``core/bindings/decoder.hpp``)."""

    def decode(
        self,
        sentences: Sequence[SearchSentence],
        threads: int = 1,
        forests: bool = False,
        progress: object | None = None,
        sessions: object | None = None,
        rules: object | None = None,
    ) -> list[Translation]:
        """The translations, in the order of the sentences."""


class NativeDecoder(ABC):
    """A ``Decoder`` whose search runs in the core. It never changes; threads may share it."""

    name: ClassVar[str]
    options_type: ClassVar[type[Settings]]
    takes: ClassVar[frozenset[Demand]] = frozenset(get_args(Demand))
    asks: ClassVar[type[SearchFeature]] = SearchFeature
    """The features written in Python that it can ask, beside rule features."""

    def __init__(
        self,
        rules: RuleTable,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> None:
        self.rules, self.lms = rules, tuple(lms)
        self.options: Any = options or self.options_type()
        self.rule_features, self.features = split_features(features)
        self.feature_names = self.features_of(rules, self.lms, self.options, features)
        self.weights = dict(weights)
        self._core = self._make(ordered_weights(weights, self.feature_names))

    @classmethod
    def features_of(
        cls,
        rules: RuleTable,
        lms: Sequence[LanguageModel],
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> tuple[str, ...]:
        """The names of the features that need a weight, those written in Python last."""
        names = cls._core_features(rules, len(lms), options or cls.options_type())
        check_features(features, names)
        of_rules, of_search = split_features(features)
        for feature in of_search:
            if not isinstance(feature, cls.asks):
                raise ConfigError(
                    f"the feature '{feature.name}' follows translations from left to right; the {cls.name} decoder "
                    "takes features of edges and of rules"
                )
        return (*names, *(f.name for f in of_rules), *(f.name for f in of_search))

    def decode(
        self,
        inputs: Sequence[Input],
        *,
        threads: int = 1,
        forest: bool = False,
        progress: Report | None = None,
    ) -> list[Result]:
        """The best translation of every sentence, the same for any number of threads."""
        check_demands(inputs, self.takes, self.name)
        sentences = [self._sentence(one) for one in inputs]
        sessions = (lambda i: self._session(inputs[i])) if self.features else None
        rules = (
            (lambda i: rule_values(self.rule_features, inputs[i], self.rules))
            if self.rule_features
            else None
        )
        found = self._core.decode(sentences, threads, forest, progress, sessions, rules)
        return [
            result_of(translation, one, self.feature_names, forest)
            for one, translation in zip(inputs, found, strict=True)
        ]

    @abstractmethod
    def _make(self, weights: list[float]) -> Core:
        """The core's decoder; the weights are in the order of ``feature_names``."""

    @classmethod
    @abstractmethod
    def _core_features(cls, rules: RuleTable, lms: int, options: Any) -> list[str]:
        """The names of the features that the core computes."""

    def _sentence(self, given: Input) -> SearchSentence:
        """A sentence for the core."""
        return given.native()

    @abstractmethod
    def _session(self, given: Input) -> object:
        """What answers the core's questions to ``self.features`` about a sentence."""
