"""The target order of phrases, which cohesion is judged by: the same for every decoder, and in a file of segments."""

from __future__ import annotations

import random

import pytest

from dragoman.cohesion.definition import is_cohesive
from dragoman.forest.segmentation import parse_segmentation, phrases_of, segmented
from dragoman.search import (
    COHESION_FEATURES,
    GAP_FEATURES,
    ChartDecoder,
    ChartOptions,
    DecodeRequest,
    Input,
    PhraseDecoder,
    SearchOptions,
)
from support.search import gappy, hiero, tiny
from support.search.conformance import SYSTEMS
from support.search.plain_cohesion import cohesive, phrases_in_order
from support.search.trees import random_tree, step_features


def sources(phrases):
    return [set(phrase.source) for phrase in phrases]


def check(derivation, expected, tree):
    """The order, the verdict, and both again from a line with segments."""
    phrases = phrases_of(derivation)
    assert sources(phrases) == expected
    verdict = cohesive(tree, expected)
    assert is_cohesive(tree, [phrase.source for phrase in phrases]) == verdict
    read = parse_segmentation(segmented(derivation))
    assert read.tokens == derivation.tokens
    assert list(read.phrases) == phrases
    return verdict


def test_hierarchical_rules(tmp_path):
    """In post-order, which the steps are listed in, many of these verdicts are others."""
    rng = random.Random(1)
    verdicts, changed, without_source = [], 0, 0
    for seed in range(60):
        model = hiero.make(seed, tmp_path, unary=seed % 3 == 0, patterns=5)
        decoder = ChartDecoder(model.table, model.lms, model.weights, ChartOptions(pop_limit=100))
        words = [rng.choice("xyzu") for _ in range(rng.randint(3, 7))]
        [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
        for derivation in [result.derivation, *result.forest.kbest(60)]:
            tree = random_tree(words, rng, projective=rng.random() < 0.5)
            expected = phrases_in_order(derivation, model.table)
            verdicts.append(check(derivation, expected, tree))
            steps = [{w for s in one.source_spans for w in range(*s)} for one in derivation.steps]
            changed += cohesive(tree, [s for s in steps if s]) != verdicts[-1]
            without_source += "|-|" in segmented(derivation)
    assert len(verdicts) > 3000
    assert set(verdicts) == {True, False}
    assert changed > 100
    assert without_source > 100


def test_treelets(tmp_path):
    rng = random.Random(2)
    decoder = SYSTEMS["treelet"](tmp_path).decoder()
    verdicts = []
    for _ in range(40):
        words = [rng.choice("xyzu") for _ in range(rng.randint(3, 6))]
        [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
        for derivation in [result.derivation, *result.forest.kbest(40)]:
            tree = random_tree(words, rng, projective=rng.random() < 0.5)
            verdicts.append(check(derivation, phrases_in_order(derivation), tree))
    assert len(verdicts) > 1000
    assert set(verdicts) == {True, False}


@pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
@pytest.mark.parametrize("gaps", [False, True])
def test_phrases_and_the_counts_of_their_own_decoder(tmp_path, search, gaps):
    """What the search counts is what the definitions count on its derivations, and on the lines made of them."""
    rng = random.Random(3)
    verdicts = []
    for seed in range(20):
        make = gappy.make if gaps else tiny.make
        model = make(seed, tmp_path)
        weights = model.weights | {name: rng.uniform(-1, 1) for name in COHESION_FEATURES}
        options = SearchOptions(
            search=search, cohesion=COHESION_FEATURES, gap_features=GAP_FEATURES, stack=30
        )
        decoder = PhraseDecoder(model.table, model.lms, weights, options)
        words = [rng.choice("xyzu") for _ in range(rng.randint(3, 9))]
        tree = random_tree(words, rng, projective=rng.random() < 0.5)
        [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
        for derivation in [result.derivation, *result.forest.kbest(30)]:
            steps = [{w for s in one.source_spans for w in range(*s)} for one in derivation.steps]
            verdicts.append(check(derivation, steps, tree))
            read = parse_segmentation(segmented(derivation))
            total = dict.fromkeys(COHESION_FEATURES, 0.0)
            for step in step_features(tree, [phrase.source for phrase in read.phrases]):
                for name, value in step.items():
                    total[name] += value
            found = {name: derivation.features.get(name, 0.0) for name in COHESION_FEATURES}
            assert found == total
    assert set(verdicts) == {True, False}


def test_a_phrase_in_a_swap_stands_where_its_first_word_stands(tmp_path):
    rule = ((0, "x", 1), ((1, "A", 0, "B"), [0.0] * 4))
    words = {(w,): [((w.upper(),), [0.0] * 4)] for w in "yz"}
    model = hiero.make(1, tmp_path)
    table = hiero.build_table({**words, rule[0]: [rule[1]]})
    decoder = ChartDecoder(table, model.lms, {**model.weights, "glue": -9.0})
    [result] = decoder.decode([Input(["y", "x", "z"])])
    assert result.tokens == ("Z", "A", "Y", "B")
    assert sources(phrases_of(result.derivation)) == [{2}, {1}, {0}]
    line = "Z |2-2| A |1-1| Y |0-0| B |+1-1|"
    assert segmented(result.derivation) == line
    assert parse_segmentation(line).tokens == result.tokens


@pytest.mark.parametrize("kind", ["phrase", "chart"])
def test_relaxed_forced_decoding(tmp_path, kind):
    """Inserted words translate nothing, deleted words have no translation, and both come back from the line."""
    rng = random.Random(4)
    decoder = SYSTEMS[kind](tmp_path).decoder(force_relaxed=True)
    kinds = set()
    for _ in range(100):
        words = [rng.choice("xyzu") for _ in range(rng.randint(1, 6))]
        text = [rng.choice("abcdu") for _ in range(rng.randint(1, 8))]
        [result] = decoder.decode([Input(words, reference=text)])
        phrases = phrases_of(result.derivation)
        check(result.derivation, sources(phrases), random_tree(words, rng))
        kinds |= {step.kind for step in result.derivation.steps}
    assert {"inserted", "deleted"} <= kinds
