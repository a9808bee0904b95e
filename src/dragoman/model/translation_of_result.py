"""From what the decoder found for a sentence to the ``Translation`` that the user gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from dragoman.corpus.preparation import TextPreparation
from dragoman.forest import Derivation
from dragoman.forest.confidence import word_confidences
from dragoman.forest.derivation import ZONE, Span
from dragoman.forest.ranked import Ranked
from dragoman.model.cohesive import first_cohesive
from dragoman.model.translation import NBestEntry, TargetDependency, Translation
from dragoman.search import DecodeRequest, Input, Result, Zone
from dragoman.search.request import check_count

_ROUNDING = 1e-5
"""Scores that differ by a lesser part of themselves are equal."""


@dataclass(frozen=True)
class Extras:
    """What a translation shall tell beside its text; see ``Model.translate``."""

    nbest: int = 0
    distinct: bool = True
    forest: bool = False
    confidence: float | None = None
    kbest_filter: int = 0

    def __post_init__(self) -> None:
        check_count("nbest", self.nbest)
        check_count("kbest_filter", self.kbest_filter)
        if self.confidence is not None and not isinstance(self.confidence, int | float):
            raise TypeError(f"confidence: expected a scale of scores, got {self.confidence!r}")

    @property
    def need_forest(self) -> bool:
        """Whether any of them is read from the whole search graph."""
        return self.forest or self.reads_forest

    @property
    def reads_forest(self) -> bool:
        """Whether any of them is read from the search graph, which then is not needed any more."""
        wanted = self.nbest > 0 or self.kbest_filter > 0 or self.confidence is not None
        return wanted and not self.forest

    @property
    def best_only(self) -> int:
        """How many of the best derivations they are read from; 0: from all of them."""
        if self.forest or self.confidence is not None or (self.nbest and self.kbest_filter):
            return 0
        return self.nbest or self.kbest_filter

    def request(self, threads: int) -> DecodeRequest:
        """What the decoder must be asked for."""
        return DecodeRequest(
            threads,
            self.need_forest,
            nbest=self.best_only,
            distinct=self.nbest > 0 and self.distinct,
        )


def translation_of(
    line: str | Input,
    source: Input,
    result: Result,
    text: TextPreparation,
    weights: Mapping[str, float],
    extras: Extras,
) -> Translation:
    """The translation of a line; ``source`` is what the decoder was given for it."""
    derivation, features = _choose(result, source, extras.kbest_filter)
    guesses = {(zone.begin, zone.end): zone for zone in source.zones if zone.origin}
    origins = {span: zone.origin for span, zone in guesses.items()}
    return Translation(
        source=line if isinstance(line, str) else " ".join(line.tokens),
        text=text.finish(derivation.tokens),
        derivation=derivation.with_origins(origins),
        source_tokens=tuple(source.tokens),
        features=features,
        weights=dict(weights),
        nbest=_candidates(result, text, extras, origins),
        forest=result.forest if extras.forest else None,
        document=source.document,
        outcome=result.outcome,
        confidence=_confidences(result, derivation, extras.confidence, guesses),
        tree=result.tree if derivation is result.derivation else None,
        dependencies=_dependencies(result) if derivation is result.derivation else (),
        parts=source.parts,
    )


def _dependencies(result: Result) -> tuple[TargetDependency, ...]:
    if result.target_tree is None:
        return ()
    sources = result.target_sources
    return tuple(
        TargetDependency(a.modifier, a.head, sources[a.modifier], sources[a.head])
        for a in result.target_tree.adjunctions
    )


def _choose(
    result: Result, source: Input, kbest_filter: int
) -> tuple[Derivation, dict[str, float]]:
    """The derivation to show and all its features."""
    if kbest_filter and source.tree is not None and result.forest is not None:
        found = first_cohesive(result.forest, source.tree, kbest_filter)
        if found is not None:
            return found, {name: found.features.get(name, 0.0) for name in result.features}
    return result.derivation, result.features


def _confidences(
    result: Result, derivation: Derivation, scale: float | None, guesses: Mapping[Span, Zone]
) -> tuple[float, ...]:
    if scale is None or result.forest is None:
        return ()
    found = list(word_confidences(result.forest, derivation, scale))
    if guesses:
        for step in derivation.steps:
            if step.rule == ZONE and step.source_spans and step.source_spans[0] in guesses:
                for place in step.target_positions:
                    found[place] *= guesses[step.source_spans[0]].probability
    return tuple(found)


def _candidates(
    result: Result, text: TextPreparation, extras: Extras, origins: Mapping[Span, str]
) -> tuple[NBestEntry, ...]:
    if not extras.nbest or result.forest is None:
        return ()
    ranked = Ranked(result.forest, extras.nbest, extras.distinct)
    entries = []
    for rank, (tokens, score) in enumerate(zip(ranked.tokens, ranked.scores, strict=True)):
        # A large forest is not kept in memory for the steps of a few derivations.
        late = bool(extras.best_only or extras.forest)
        made = partial(_ranked, ranked, rank, origins)
        derive = made if late else _known(made())
        entries.append(NBestEntry(text.finish(tokens), score, ranked.features(rank), derive))
    best = result.derivation.with_origins(origins)
    return tuple(_translation_first(entries, result, text, best) if entries else ())


def _ranked(ranked: Ranked, rank: int, origins: Mapping[Span, str]) -> Derivation:
    return ranked.derivation(rank).with_origins(origins)


def _translation_first(
    entries: list[NBestEntry], result: Result, text: TextPreparation, best: Derivation
) -> list[NBestEntry]:
    """The entries, with the translation before others that have its score, but for rounding.

    The search adds scores up in another order, and with less precision, than the list is made with.
    """
    score = entries[0].score
    own = text.finish(result.derivation.tokens)
    if entries[0].text == own or score - result.score > _ROUNDING * max(1.0, abs(score)):
        return entries
    features = {name: value for name, value in result.features.items() if value != 0}
    first = NBestEntry(own, result.score, features, _known(best))
    place = next((k for k, one in enumerate(entries) if one.text == own), len(entries) - 1)
    return [first, *entries[:place], *entries[place + 1 :]]


def _known(derivation: Derivation) -> Callable[[], Derivation]:
    return lambda: derivation
