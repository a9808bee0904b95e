"""The phrase-based decoder.

decoder = PhraseDecoder(rules, [lm], weights, SearchOptions(distortion_limit=4))
for result in decoder.decode([Input("das ist gut".split())], DecodeRequest(threads=2)):
    print(result.text, result.score)
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from dragoman import _core
from dragoman.grammar import RuleSource, RuleTable
from dragoman.grammar.option_parts import Gaps
from dragoman.search.input import Demand, Input
from dragoman.search.native_decoder import NativeDecoder
from dragoman.search.options import SearchOptions
from dragoman.settings.settings import Settings

ORIENTATIONS = {"hier": "block", "pieces": "pieces"}
"""What orientations are relative to, by the reordering model of a table; for all others it is the phrase before."""


def for_rules(options: SearchOptions, rules: RuleSource) -> SearchOptions:
    """The options as far as the rules have gaps; the features of gaps are there whether or not gaps are used."""
    return _for_gaps(options, rules.gaps)


@lru_cache(maxsize=64)
def _for_gaps(options: SearchOptions, present: Gaps) -> SearchOptions:
    wanted = options.gaps
    sides = wanted if present == "both" else present if wanted in ("both", present) else "none"
    features = options.gap_features if present != "none" else ()
    return replace(options, gaps=sides, gap_features=features)


class PhraseDecoder(NativeDecoder):
    """Translates with phrases, with or without gaps, and language models."""

    name: ClassVar[str] = "phrase"
    options_type: ClassVar[type[Settings]] = SearchOptions
    takes_operations = True
    takes: frozenset[Demand] = frozenset(("zones", "walls", "reference", "prefix", "lattice"))

    def _make(self, table: RuleTable, weights: list[float]) -> _core.PhraseDecoder:
        return _core.PhraseDecoder(
            table.native,
            list(table.columns),
            [lm.native for lm in self.lms],
            weights,
            for_rules(self.options, self.rules),
            ORIENTATIONS.get(self.rules.reordering_model, "phrase"),
            [(f.name, float(f.bounds[0]), float(f.bounds[1])) for f in self.features],
            [f.name for f in self.rule_features],
            self.operations.lm.native if self.operations else None,
        )

    @classmethod
    def _core_features(cls, rules: RuleSource, lms: int, options: SearchOptions) -> list[str]:
        options = for_rules(options, rules)
        return _core.phrase_feature_names(
            lms,
            list(rules.columns),
            rules.has_reordering,
            list(options.cohesion),
            list(options.gap_features),
            options.lattice,
        )

    def _sentence(self, given: Input) -> _core.SearchSentence:
        return given.native(self.options)
