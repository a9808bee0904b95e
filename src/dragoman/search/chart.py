"""The decoder for hierarchical rules.

decoder = ChartDecoder(rules, [lm], weights, ChartOptions(pop_limit=500))
for result in decoder.decode([Input("das ist gut".split())], DecodeRequest(threads=2)):
    print(result.text, result.score)
"""

from __future__ import annotations

from typing import ClassVar

from dragoman import _core
from dragoman.grammar import RuleSource, RuleTable
from dragoman.search.chart_options import ChartOptions
from dragoman.search.features import EdgeFeature
from dragoman.search.input import Demand, Input
from dragoman.search.native_decoder import NativeDecoder
from dragoman.settings.settings import Settings


class ChartDecoder(NativeDecoder):
    """Translates with hierarchical rules and language models."""

    name: ClassVar[str] = "chart"
    options_type: ClassVar[type[Settings]] = ChartOptions
    takes: frozenset[Demand] = frozenset(("zones", "walls", "reference", "prefix", "lattice"))
    asks = (EdgeFeature,)

    def _make(self, table: RuleTable, weights: list[float]) -> _core.ChartDecoder:
        return _core.ChartDecoder(
            table.native,
            list(table.columns),
            [lm.native for lm in self.lms],
            weights,
            self.options,
            [f.name for f in self.features],
            [f.name for f in self.rule_features],
        )

    @classmethod
    def _core_features(cls, rules: RuleSource, lms: int, options: ChartOptions) -> list[str]:
        return _core.chart_feature_names(
            lms,
            list(rules.columns),
            list(options.cohesion_counts),
            options.crossings,
            options.lattice,
        )

    def _sentence(self, given: Input) -> _core.SearchSentence:
        return given.native(self.options)
