"""The phrase-based decoder.

decoder = PhraseDecoder(rules, [lm], weights, SearchOptions(distortion_limit=4))
for result in decoder.decode([Input("das ist gut".split())], threads=2):
    print(result.text, result.score)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, get_args

from dragoman._core import PhraseDecoder as NativeDecoder
from dragoman._core import phrase_feature_names
from dragoman.common.progress import Report
from dragoman.common.settings import Settings
from dragoman.forest.forest import ordered_weights
from dragoman.grammar import RuleTable
from dragoman.lm import LanguageModel
from dragoman.search.feature_session import Session, rule_values
from dragoman.search.features import AnyFeature, check_features, split_features
from dragoman.search.input import Demand, Input, check_demands
from dragoman.search.options import SearchOptions
from dragoman.search.result import Result, result_of


def for_rules(options: SearchOptions, rules: RuleTable) -> SearchOptions:
    """The options as far as the rules have gaps; the features of gaps are there whether or not gaps are used."""
    present, wanted = rules.gaps, options.gaps
    sides = wanted if present == "both" else present if wanted in ("both", present) else "none"
    features = options.gap_features if present != "none" else ()
    return replace(options, gaps=sides, gap_features=features)


class PhraseDecoder:
    """Translates with a rule table and language models. It never changes; threads may share it."""

    name: ClassVar[str] = "phrase"
    options_type: ClassVar[type[Settings]] = SearchOptions
    takes: ClassVar[frozenset[Demand]] = frozenset(get_args(Demand))

    def __init__(
        self,
        rules: RuleTable,
        lms: Sequence[LanguageModel],
        weights: Mapping[str, float],
        options: SearchOptions | None = None,
        features: Sequence[AnyFeature] = (),
    ) -> None:
        self.rules, self.lms = rules, tuple(lms)
        self.options = options or SearchOptions()
        self.rule_features, self.features = split_features(features)
        self.feature_names = self.features_of(rules, self.lms, self.options, features)
        self.weights = dict(weights)
        self._native = NativeDecoder(
            rules.native,
            list(rules.columns),
            [lm.native for lm in self.lms],
            ordered_weights(weights, self.feature_names),
            for_rules(self.options, rules),
            rules.reordering_model == "hier",
            [(f.name, float(f.bounds[0]), float(f.bounds[1])) for f in self.features],
            [f.name for f in self.rule_features],
        )

    @classmethod
    def features_of(
        cls,
        rules: RuleTable,
        lms: Sequence[LanguageModel],
        options: SearchOptions | None = None,
        features: Sequence[AnyFeature] = (),
    ) -> tuple[str, ...]:
        """The features of a phrase-based model, one weight each."""
        options = for_rules(options or SearchOptions(), rules)
        names = phrase_feature_names(
            len(lms),
            list(rules.columns),
            rules.has_reordering,
            list(options.cohesion),
            list(options.gap_features),
        )
        check_features(features, names)
        of_rules, of_search = split_features(features)
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
        sentences = [one.native(self.options) for one in inputs]
        sessions = (lambda i: Session(self.features, inputs[i])) if self.features else None
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
