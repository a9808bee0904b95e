"""The decoder for s-phrases: phrases whose target sides carry treelets, which it joins to a tree.

decoder = TreeletDecoder(rules, [lm], weights, TreeletOptions(constituents="soft"))
for result in decoder.decode([Input("das ist gut".split())], DecodeRequest(threads=2)):
    print(result.text, result.score, result.tree)

``rules`` are ``TreeletRules``. Where an input has a tree, its tags, heads and labels serve the dependency model.
"""

from __future__ import annotations

from typing import ClassVar

from dragoman import _core
from dragoman.common.errors import ConfigError
from dragoman.grammar import RuleSource, RuleTable
from dragoman.grammar.treelet.models import source_tags
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.search.features import EdgeFeature
from dragoman.search.input import Demand, Input
from dragoman.search.native_decoder import NativeDecoder
from dragoman.search.options import SearchOptions
from dragoman.search.treelet_options import TreeletOptions
from dragoman.settings.settings import Settings


class TreeletDecoder(NativeDecoder):
    """Translates with s-phrases, models of target trees and language models."""

    name: ClassVar[str] = "treelet"
    options_type: ClassVar[type[Settings]] = TreeletOptions
    takes: frozenset[Demand] = frozenset(("zones", "walls", "reference", "prefix"))
    makes_trees = True
    asks = (EdgeFeature,)

    def _make(self, table: RuleTable, weights: list[float]) -> _core.TreeletDecoder:
        rules = self.rules
        if not isinstance(rules, TreeletRules):
            raise ConfigError("the treelet decoder needs rules with treelets")
        return _core.TreeletDecoder(
            table.native,
            list(table.columns),
            [lm.native for lm in self.lms],
            weights,
            self.options.resolved(),
            self._fallback(),
            rules.native,
            rules.syntax.native,
            rules.dependencies.native,
            [f.name for f in self.rule_features],
            [(f.name, float(f.bounds[0]), float(f.bounds[1])) for f in self.features],
        )

    def _fallback(self) -> SearchOptions:
        """How the phrase decoder searches for sentences that have no tree."""
        shared = ("table_limit", "unknown", "punctuation_walls", "force_relaxed")
        return SearchOptions(**{name: getattr(self.options, name) for name in shared})

    @classmethod
    def _core_features(cls, rules: RuleSource, lms: int, options: TreeletOptions) -> list[str]:
        return _core.treelet_feature_names(
            lms, list(rules.columns), list(options.cohesion_counts), options.crossings
        )

    def _sentence(self, given: Input) -> _core.SearchSentence:
        tree = given.tree
        if tree is None:
            return given.native()
        tags = source_tags(tree) if tree.xpos or tree.tags else ()
        labels = tree.labels if self._asks_labels else ()
        return given.native(self.options, tags=tags, labels=labels)

    @property
    def _asks_labels(self) -> bool:
        return isinstance(self.rules, TreeletRules) and bool(self.rules.dependencies.features)
