"""The decoder for hierarchical rules.

decoder = ChartDecoder(rules, [lm], weights, ChartOptions(pop_limit=500))
for result in decoder.decode([Input("das ist gut".split())], threads=2):
    print(result.text, result.score)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, get_args

from dragoman._core import ChartDecoder as NativeDecoder
from dragoman._core import chart_feature_names
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.settings import Settings
from dragoman.forest.forest import ordered_weights
from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.search.chart_options import ChartOptions
from dragoman.search.edge_session import EdgeSession
from dragoman.search.feature_session import rule_values
from dragoman.search.features import AnyFeature, EdgeFeature, check_features, split_features
from dragoman.search.input import Demand, Input, check_demands
from dragoman.search.result import Result, result_of


class ChartDecoder:
    """Translates with hierarchical rules and language models. It never changes; threads may share it."""

    name: ClassVar[str] = "chart"
    options_type: ClassVar[type[Settings]] = ChartOptions
    takes: ClassVar[frozenset[Demand]] = frozenset(get_args(Demand))

    def __init__(
        self,
        rules: RuleTable,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: ChartOptions | None = None,
        features: Sequence[AnyFeature] = (),
    ) -> None:
        self.rules, self.lms = rules, tuple(lms)
        self.options = options or ChartOptions()
        self.feature_names = self.features_of(rules, self.lms, self.options, features)
        self.rule_features, self.features = split_features(features)
        self.weights = dict(weights)
        self._native = NativeDecoder(
            rules.native,
            list(rules.columns),
            [lm.native for lm in self.lms],
            ordered_weights(weights, self.feature_names),
            self.options,
            [f.name for f in self.features],
            [f.name for f in self.rule_features],
        )

    @classmethod
    def features_of(
        cls,
        rules: RuleTable,
        lms: Sequence[LanguageModel],
        options: ChartOptions | None = None,
        features: Sequence[AnyFeature] = (),
    ) -> tuple[str, ...]:
        """The features of a hierarchical model, one weight each."""
        names = chart_feature_names(len(lms), list(rules.columns))
        check_features(features, names)
        of_rules, of_edges = split_features(features)
        for feature in of_edges:
            if not isinstance(feature, EdgeFeature):
                raise ConfigError(
                    f"the feature '{feature.name}' follows translations from left to right; the chart decoder "
                    "takes features of edges and of rules"
                )
        return (*names, *(f.name for f in of_rules), *(f.name for f in of_edges))

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
        sentences = [one.native() for one in inputs]
        features = [f for f in self.features if isinstance(f, EdgeFeature)]
        sessions = (lambda i: EdgeSession(features, inputs[i])) if features else None
        rules = (
            (lambda i: rule_values(self.rule_features, inputs[i], self.rules))
            if self.rule_features
            else None
        )
        found = self._native.decode(sentences, threads, forest, progress, sessions, rules)
        return [
            result_of(translation, one, self.feature_names, forest)
            for one, translation in zip(inputs, found, strict=True)
        ]
