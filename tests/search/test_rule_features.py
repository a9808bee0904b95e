"""Features of rules and of edges, written in Python: exact, before the table limit, never stale."""

from __future__ import annotations

import gc
import weakref
import zlib

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.search import (
    DecodeRequest,
    EdgeFeature,
    Input,
    PhraseDecoder,
    RuleFeature,
    SearchFeature,
    SearchOptions,
)
from support.examples import examples
from support.search import tiny

WIDE = {"stack": 0, "beam": 0.0, "pop_limit": 10**6, "distortion_limit": -1}
relaxed = settings(
    max_examples=examples(20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)
searches = pytest.mark.parametrize("search", ["stack", "cube", "oriented"])


def value(*what):
    """Any number between -1 and 1."""
    return zlib.crc32(repr(what).encode()) / 2**31 - 1


class OfRules(RuleFeature):
    """Values that depend on a rule's target side and on the document."""

    name = "of_rules"

    def values(self, sentence, table, rules):
        targets = [tuple(table.rule(int(rule)).target.split()) for rule in rules]
        return [value(sentence.document, target) for target in targets]


def best(model, words, document, weight, limit=0):
    """The best score of all derivations, the rules of a source side cut to `limit` before."""

    def bonus(option):
        return 0.0 if option[1] is None else weight * value(document, option[0])

    if limit:
        rules = {}
        for side, options in model.rules.items():
            ranked = sorted(options, key=lambda o: -(alone(model, o) + bonus(o)))
            rules[side] = ranked[:limit]
        model = tiny.TinyModel(model.table, model.lms, model.weights, rules)
    return max(
        tiny.describe(model, steps)[2] + sum(bonus(option) for _, _, option in steps)
        for steps in tiny.all_steps(model, words, -1)
    )


def alone(model, option):
    """What a rule is ranked by: its own scores, penalties and the language model by itself."""
    target, scores, _ = option
    weights = model.weights
    own = weights["phrase_penalty"] - weights["word_penalty"] * len(target)
    own += sum(
        w * s for w, s in zip((weights[c] for c in model.table.columns), scores, strict=True)
    )
    return own + weights["lm"] * inside(model.lms[0], target)


def inside(lm, words):
    """The log probability of words of which nothing is known to come before."""
    return lm.score(list(words), bos=False, eos=False) * np.log(10)


@searches
@relaxed
@given(st.integers(0, 10**6), sentences)
def test_equal_to_enumeration(tmp_path, search, seed, words):
    model = tiny.make(seed, tmp_path)
    weights = model.weights | {"of_rules": 2.0}
    options = SearchOptions(search=search, table_limit=0, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, weights, options, [OfRules()])
    [result] = decoder.decode([Input(words, document="d")], DecodeRequest(forest=True))
    assert result.score == pytest.approx(best(model, words, "d", 2.0), abs=1e-3)
    for derivation in result.forest.kbest(50):
        steps = [s for s in derivation.steps if s.rule >= 0]
        expected = sum(value("d", tuple(step.target)) for step in steps)
        assert derivation.features.get("of_rules", 0.0) == pytest.approx(expected, abs=1e-4)


@searches
def test_they_count_before_the_table_limit(tmp_path, search):
    changed = 0
    for seed in range(12):
        model = tiny.make(seed, tmp_path)
        weights = model.weights | {"of_rules": 5.0}
        options = SearchOptions(search=search, table_limit=1, **WIDE)
        decoder = PhraseDecoder(model.table, model.lms, weights, options, [OfRules()])
        plain = PhraseDecoder(model.table, model.lms, model.weights, options)
        words = ["x", "y", "z"]
        [result] = decoder.decode([Input(words, document="d")])
        [without] = plain.decode([Input(words)])
        changed += result.tokens != without.tokens
        assert result.score == pytest.approx(best(model, words, "d", 5.0, limit=1), abs=1e-3)
    assert changed > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_goes_stale_from_document_to_document(tmp_path, threads):
    model = tiny.make(5, tmp_path)
    weights = model.weights | {"of_rules": 5.0}
    decoder = PhraseDecoder(
        model.table, model.lms, weights, SearchOptions(table_limit=1), [OfRules()]
    )
    inputs = [Input(["x", "y", "z", "x"], document=str(i % 7)) for i in range(40)]
    together = [r.score for r in decoder.decode(inputs, DecodeRequest(threads=threads))]
    alone = []
    for one in inputs:
        fresh = PhraseDecoder(
            model.table, model.lms, weights, SearchOptions(table_limit=1), [OfRules()]
        )
        alone.append(fresh.decode([one])[0].score)
    assert together == alone
    assert len(set(together)) > 1


def test_a_decoder_that_is_gone_is_gone(tmp_path):
    model = tiny.make(5, tmp_path)
    feature = OfRules()
    gone = weakref.ref(feature)
    weights = model.weights | {"of_rules": 5.0}
    decoder = PhraseDecoder(model.table, model.lms, weights, SearchOptions(), [feature])
    decoder.decode([Input(["x", "y"])])
    del decoder, feature
    gc.collect()
    assert gone() is None


class Lengths(EdgeFeature):
    """Minus the squared difference between the length of a phrase and that of what precedes it."""

    name = "lengths"

    def apply(self, sentence, steps, tails):
        own = [sum(isinstance(w, str) for w in step.target) for step in steps]
        before = [sum(tail) for tail in tails]
        assert all(
            [w for w in step.target if not isinstance(w, str)] == list(range(len(tail)))
            for step, tail in zip(steps, tails, strict=True)
        )
        values = [-((a - b) ** 2) / 10 for a, b in zip(own, before, strict=True)]
        return values, [a + b for a, b in zip(own, before, strict=True)]


class SameLengths(SearchFeature):
    """The same, from left to right."""

    name = "lengths"

    def start(self, sentence):
        return 0

    def extend(self, sentence, states, steps):
        own = [len(step.target) for step in steps]
        values = [-((a - b) ** 2) / 10 for a, b in zip(own, states, strict=True)]
        return values, [a + b for a, b in zip(own, states, strict=True)]


@searches
@relaxed
@given(st.integers(0, 10**6), sentences)
def test_an_edge_feature_is_a_search_feature_to_the_phrase_decoder(tmp_path, search, seed, words):
    model = tiny.make(seed, tmp_path)
    weights = model.weights | {"lengths": 0.7}
    options = SearchOptions(search=search, table_limit=0, **WIDE)
    scores = []
    for feature in (Lengths(), SameLengths()):
        decoder = PhraseDecoder(model.table, model.lms, weights, options, [feature])
        scores.append(decoder.decode([Input(words)])[0].score)
    assert scores[0] == pytest.approx(scores[1], abs=1e-4)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda rules: [0.0] * (len(rules) + 1), "gave an array of shape"),
        (lambda rules: [float("inf")] * len(rules), "not a number from"),
        (lambda rules: [1e39] * len(rules), "not a number from"),
        (lambda rules: ["a"] * len(rules), "not numbers"),
    ],
)
def test_wrong_answers_are_refused(tmp_path, answer, message):
    class Broken(RuleFeature):
        name = "broken"

        def values(self, sentence, table, rules):
            return answer(rules)

    model = tiny.make(3, tmp_path)
    weights = model.weights | {"broken": 1.0}
    decoder = PhraseDecoder(model.table, model.lms, weights, None, [Broken()])
    with pytest.raises(ConfigError, match=message):
        decoder.decode([Input(["x", "y"])] * 4, DecodeRequest(threads=2))


@pytest.mark.parametrize(("base", "method"), [(RuleFeature, "values"), (EdgeFeature, "apply")])
def test_a_feature_without_its_method_is_refused(base, method):
    empty = type("Empty", (base,), {"name": "empty"})
    with pytest.raises(TypeError, match=f"Empty.*{method}"):
        empty()
