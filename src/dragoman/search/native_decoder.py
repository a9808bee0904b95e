"""What the decoders of the core have in common: they are made of the same parts and asked in the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import get_ident, main_thread
from typing import Any, ClassVar, Protocol, Self, get_args

from dragoman._core import SearchSentence, Translation
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.time_spent import spent
from dragoman.forest.forest import ordered_weights
from dragoman.grammar import RuleSource, RuleTable
from dragoman.lm import LanguageModel
from dragoman.search.batches import SEARCH, batches
from dragoman.search.feature_session import Session
from dragoman.search.feature_values import RuleValues, rule_values
from dragoman.search.features import (
    AnyFeature,
    EdgeFeature,
    SearchFeature,
    StepFeature,
    check_features,
    operation_model,
    split_features,
)
from dragoman.search.input import Demand, Input, check_demands
from dragoman.search.request import BEST, DecodeRequest
from dragoman.search.result import Result, result_of
from dragoman.settings.settings import Settings


class Core(Protocol):
    """A decoder as the core offers it (``core/bindings/decoding.hpp``)."""

    def decode(
        self,
        sentences: Sequence[SearchSentence],
        request: object,
        progress: object | None = None,
        sessions: object | None = None,
        rules: object | None = None,
    ) -> list[Translation]:
        """The translations, in the order of the sentences."""


class NativeDecoder(ABC):
    """A ``Decoder`` whose search runs in the core. It never changes; threads may share it."""

    name: ClassVar[str]
    options_type: ClassVar[type[Settings]]
    takes: frozenset[Demand] = frozenset(get_args(Demand))
    makes_trees = False
    by_document = False
    asks: ClassVar[tuple[type[StepFeature], ...]] = (SearchFeature, EdgeFeature)
    """The features written in Python that it can ask, beside rule features."""
    takes_operations: ClassVar[bool] = False
    """Whether it can have a model of operation sequences."""

    def __init__(
        self,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> None:
        self.rules, self.lms = rules, tuple(lms)
        self.options: Any = options or self.options_type()
        self._asked = tuple(features)
        self.rule_features, self.features = split_features(features)
        self.operations = operation_model(features)
        self.feature_names = self.features_of(rules, self.lms, self.options, features)
        self.weights = dict(weights)
        self._table = rules.rules_for([])
        self._core = self._core_with(self._table)

    def with_rules(self, rules: RuleSource) -> Self:
        """Return the same decoder with other rules."""
        return type(self)(rules, self.lms, self.weights, self.options, self._asked)

    def _core_with(self, table: RuleTable) -> Core:
        return self._make(table, ordered_weights(self.weights, self.feature_names))

    @classmethod
    def features_of(
        cls,
        rules: RuleSource,
        lms: Sequence[LanguageModel],
        options: Any = None,
        features: Sequence[AnyFeature] = (),
    ) -> tuple[str, ...]:
        """The names of the features that need a weight, those written in Python last."""
        if not isinstance(options, cls.options_type | None):
            raise TypeError(f"expected {cls.options_type.__name__}, got {options!r}")
        names = cls._core_features(rules, len(lms), options or cls.options_type())
        if operations := operation_model(features):
            if not cls.takes_operations:
                raise ConfigError(
                    "operation sequences (osm) follow translations from left to right, phrase by phrase; the "
                    f"{cls.name} decoder builds them in another order: only the phrase decoder has this feature"
                )
            names = [*names, operations.name]
        of_rules, of_search = split_features(features)
        check_features([*of_rules, *of_search], names)
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
        request: DecodeRequest = BEST,
        progress: Report | None = None,
    ) -> list[Result]:
        """The best translation of every sentence, the same for any number of threads.

        One thread is not the caller's own, so that Ctrl-C is heard and progress told. Only the main thread of a
        process hears Ctrl-C: another one that asks for no progress decodes by itself.
        """
        wanted = request
        if request.threads == 1 and progress is None and get_ident() != main_thread().ident:
            wanted = replace(request, threads=0)
        check_demands(inputs, self.takes, self.name)
        results: list[Result] = []
        for batch in batches(self.rules, inputs, request.threads, progress):
            table, given = batch.table, batch.inputs
            sessions = partial(self._session, given) if self.features else None
            values = partial(self._rule_values, given, table) if self.rule_features else None
            with spent(SEARCH):
                core = self._core if table is self._table else self._core_with(table)
                sentences = [self._sentence(one) for one in given]
                found = core.decode(sentences, wanted, batch.progress, sessions, values)
            results += [
                result_of(translation, one, self.feature_names, request.forest)
                for one, translation in zip(given, found, strict=True)
            ]
        return results

    def _session(self, inputs: Sequence[Input], number: int) -> Session:
        return Session(self.features, inputs[number])

    def _rule_values(self, inputs: Sequence[Input], table: RuleTable, number: int) -> RuleValues:
        return rule_values(self.rule_features, inputs[number], table)

    @abstractmethod
    def _make(self, table: RuleTable, weights: list[float]) -> Core:
        """The core's decoder with these rules; the weights are in the order of ``feature_names``."""

    @classmethod
    @abstractmethod
    def _core_features(cls, rules: RuleSource, lms: int, options: Any) -> list[str]:
        """The names of the features that the core computes."""

    def _sentence(self, given: Input) -> SearchSentence:
        """A sentence for the core."""
        return given.native()
