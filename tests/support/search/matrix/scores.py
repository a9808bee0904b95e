"""Checks of what scores and constrains derivations; each fails for a decoder that lacks it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest

from dragoman.consistency import NAMES, Consistency, ConsistencyOptions, DocumentFrequencies
from dragoman.consistency.discourse import DiscourseInput
from dragoman.consistency.passes import Passes
from dragoman.forest import Derivation, Step
from dragoman.forest.segmentation import phrases_of
from dragoman.grammar import REORDERING_COLUMNS, RuleTable
from dragoman.search import (
    COHESION_FEATURES,
    EdgeFeature,
    Input,
    RuleFeature,
    SearchFeature,
)
from support.search.matrix.columns import Searched, parsed, sentences
from support.search.plain_cohesion import cohesive
from support.search.plain_operations import Phrase, operation_value, random_model
from support.search.tiny import KINDS, by_block, by_phrase, by_pieces
from support.search.trees import step_features


def sources(derivation: Derivation) -> list[tuple[int, ...]]:
    """The source words of every phrase, in target order."""
    return [phrase.source for phrase in phrases_of(derivation)]


def hard_cohesion(searched: Searched) -> None:
    """Every translation is cohesive, and some would not be without the constraint."""
    verdicts = []
    for given in parsed(30):
        assert given.tree is not None
        held = searched.one(given, cohesion_hard=True, cohesion_fallback=False)
        assert not held.outcome.unreachable
        assert cohesive(given.tree, [set(one) for one in sources(held.derivation)])
        free = searched.one(given).derivation
        verdicts.append(cohesive(given.tree, [set(one) for one in sources(free)]))
    assert not all(verdicts)


def cohesion_counts(searched: Searched) -> None:
    """The counts of Coh1 to Coh5 are those of the phrases in target order, by their definitions."""
    rng = random.Random(1)
    weights = {name: rng.uniform(-1, 1) for name in COHESION_FEATURES}
    counted = 0.0
    for given in parsed(10):
        assert given.tree is not None
        result = searched.one(given, True, cohesion=list(COHESION_FEATURES), weights=weights)
        assert result.forest is not None
        for derivation in result.forest.kbest(20):
            expected = dict.fromkeys(COHESION_FEATURES, 0.0)
            for step in step_features(given.tree, sources(derivation)):
                for name, value in step.items():
                    expected[name] += value
            found = {name: derivation.features.get(name, 0.0) for name in expected}
            assert found == expected
            counted += sum(expected.values())
    assert counted < 0


def span_cohesion(searched: Searched) -> None:
    """``coh.crossing`` counts something, and a large weight changes translations."""
    plain = searched.decoder(cohesion=["coh.crossing"], weights={"coh.crossing": 0.0})
    held = searched.decoder(cohesion=["coh.crossing"], weights={"coh.crossing": 100.0})
    before, after = (
        sum(one.features["coh.crossing"] for one in made.decode(parsed(30)))
        for made in (plain, held)
    )
    assert before < after <= 0


def lexicalised(kind: str) -> Callable[[Searched], None]:
    """Return the check of reordering scores whose orientations are counted by ``kind``."""

    def check(searched: Searched) -> None:
        weights = {name: 0.2 + 0.1 * n for n, name in enumerate(REORDERING_COLUMNS)}
        rules = searched.system.rules
        if isinstance(rules, RuleTable) and rules.has_reordering:
            searched = searched.with_rules(rules.with_reordering_model(kind))
        decoder = searched.decoder(weights=weights)
        for words in sentences(20):
            [result] = decoder.decode([Input(words)])
            expected = reordering(result.derivation, searched.system.rules, kind)
            found = {name: result.features[name] for name in expected}
            assert found == pytest.approx(expected, abs=1e-4)

    return check


def reordering(derivation: Derivation, rules: object, kind: str) -> dict[str, float]:
    """The scores of the orientations of phrases in the order in which they begin; gaps are taken as filled."""
    assert isinstance(rules, RuleTable)
    found = dict.fromkeys(REORDERING_COLUMNS, 0.0)
    spans: list[tuple[int, int]] = []
    before: Sequence[tuple[int, int]] = ()
    covered: set[int] = set()
    last: dict[str, float] = {}
    for step in derivation.phrases:
        begin, end = step.source_spans[0][0], step.source_spans[-1][1]
        if kind == "hier":
            backward, forward = by_block(spans, begin, end, covered)
        elif kind == "pieces":
            backward = forward = by_pieces(list(before), begin, end)
        else:
            backward = forward = by_phrase(spans, begin, end)
        own = rules.rule(step.rule).reordering if step.rule >= 0 else {}
        for name, scores in (
            (f"reordering.backward.{KINDS[backward]}", own),
            (f"reordering.forward.{KINDS[forward]}", last),
        ):
            found[name] += scores.get(name, 0.0)
        spans.append((begin, end))
        before = step.source_spans
        covered |= {word for piece in before for word in range(*piece)}
        last = own
    return found


def operation_sequences(searched: Searched) -> None:
    """The log probability of the operations of the phrases, and heeded."""
    osm = random_model(random.Random(3), 3)
    changed = 0
    for words in sentences(20):
        texts = []
        for weight in (0.0, 2.0):
            decoder = searched.decoder([osm], {osm.name: weight})
            [result] = decoder.decode([Input(words)])
            expected = operation_value(osm, words, map(_applied, result.derivation.phrases))
            assert result.features[osm.name] == pytest.approx(expected, abs=1e-3)
            texts.append(result.tokens)
        changed += texts[0] != texts[1]
    assert changed


def _applied(step: Step) -> Phrase:
    """A phrase as the oracle of operations takes it."""
    words = [word for begin, end in step.source_spans for word in range(begin, end)]
    links = [(source, step.target_positions.index(target)) for source, target in step.alignment]
    return words, step.target, links


def consistency(second_pass: str) -> Callable[[Searched], None]:
    """Return the check of C1 to C3 with a second pass that searches again, or takes the forests of the first."""

    def check(searched: Searched) -> None:
        options = ConsistencyOptions(("c1", "c2", "c3"), second_pass=second_pass)
        both = Consistency(options, DocumentFrequencies(9, {"a": 9}))
        weights = dict.fromkeys(NAMES.values(), 0.5)
        passes = Passes(both, searched.decoder(), searched.decoder(both.features, weights))
        inputs = [Input(words.split(), document="d") for words in ("x y z x", "z y x", "x x y z")]
        known = passes.informed(inputs)
        for one, result in zip(known, passes.decode(inputs), strict=True):
            assert isinstance(one, DiscourseInput) and one.discourse is not None
            assert (one.first is not None) == (second_pass == "forest")
            used = [step.rule for step in result.derivation.steps if step.rule >= 0]
            values = one.discourse.values(options.features, np.array(used, dtype=np.uint32))
            found = [result.features[name] for name in NAMES.values()]
            assert found == pytest.approx(values.sum(axis=1).tolist(), abs=1e-4)
            assert sum(found) > 0

    return check


class RuleCount(RuleFeature):
    """One for every rule of the table."""

    name = "rules"

    def values(self, sentence, table, rules):
        return np.ones(len(rules))


class EdgeLength(EdgeFeature):
    """The number of target words."""

    name = "edge_length"

    def apply(self, sentence, steps, tails):
        counts = [sum(isinstance(word, str) for word in step.target) for step in steps]
        return counts, [None] * len(steps)


class Repeats(SearchFeature):
    """Words that follow themselves, counted as the translation grows."""

    name = "repeats"

    def extend(self, sentence, states, steps):
        words = [(last, *step.target) for last, step in zip(states, steps, strict=True)]
        return [_repeats(one) for one in words], [one[-1] for one in words]


def _repeats(words: Sequence[object]) -> int:
    return sum(a == b for a, b in pairwise(words))


def rule_feature(searched: Searched) -> None:
    """A feature of rules, summed over the steps, and heeded."""
    totals = []
    for weight in (0.0, 50.0):
        decoder = searched.decoder([RuleCount()], {"rules": weight})
        results = decoder.decode([Input(words) for words in sentences(20)])
        for result in results:
            of_rules = sum(step.kind == "rule" for step in result.derivation.steps)
            assert result.features["rules"] == of_rules
        totals.append(sum(result.features["rules"] for result in results))
    assert totals[0] < totals[1]


def edge_feature(searched: Searched) -> None:
    """A feature of edges, asked of every edge, and heeded."""
    totals = []
    for weight in (0.0, 50.0):
        decoder = searched.decoder([EdgeLength()], {"edge_length": weight})
        results = decoder.decode([Input(words) for words in sentences(20)])
        for result in results:
            assert result.features["edge_length"] == len(result.tokens)
        totals.append(sum(len(result.tokens) for result in results))
    assert totals[0] < totals[1]


def search_feature(searched: Searched) -> None:
    """A feature that follows the translation from left to right, and is heeded."""
    totals = []
    for weight in (0.0, -50.0):
        decoder = searched.decoder([Repeats()], {"repeats": weight})
        results = decoder.decode([Input(words) for words in sentences(30)])
        for result in results:
            assert result.features["repeats"] == _repeats(result.tokens)
        totals.append(sum(result.features["repeats"] for result in results))
    assert totals[0] > totals[1]
