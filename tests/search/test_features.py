"""Features of the search written in Python: exact, asked in batches, and together with everything else."""

from __future__ import annotations

import random
import zlib
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.search import DecodeRequest, Input, PhraseDecoder, SearchFeature, SearchOptions
from support.examples import examples
from support.search import tiny
from support.search.trees import features as cohesion_features
from support.search.trees import random_tree

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6}
relaxed = settings(
    max_examples=examples(20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=1, max_size=4)
searches = pytest.mark.parametrize("search", ["stack", "cube", "oriented"])


def value(seed, *history):
    """Any number between -1 and 1."""
    return zlib.crc32(repr((seed, *history)).encode()) / 2**31 - 1


class Arbitrary(SearchFeature):
    """Values that depend on the step, on the last target word and on where the last phrase began."""

    bounds = (-1.0, 1.0)

    def __init__(self, name="arbitrary", seed=1):
        self.name, self.seed = name, seed
        self.asked = Counter()
        self.batches = []

    def start(self, sentence):
        return ("<s>", len(sentence.tokens))

    def extend(self, sentence, states, steps):
        self.asked.update(
            (tuple(sentence.tokens), *pair) for pair in zip(states, steps, strict=True)
        )
        self.batches.append(len(steps))
        pairs = list(zip(states, steps, strict=True))
        values = [value(self.seed, s, t.begin, t.end, t.target, t.last) for s, t in pairs]
        return values, [((t.target or (s[0],))[-1], t.begin) for s, t in pairs]


def expected(seed, words, spans, targets):
    """The sum of the values of a derivation."""
    state, total = ("<s>", len(words)), 0.0
    for i, ((begin, end), target) in enumerate(zip(spans, targets, strict=True)):
        total += value(seed, state, begin, end, target, i + 1 == len(spans))
        state = ((target or (state[0],))[-1], begin)
    return total


def everything(model, words, limit, features, weights):
    """Scores and texts of all derivations with the features added."""
    for steps in tiny.all_steps(model, words, limit):
        tokens, _, score, spans = tiny.describe(model, steps)
        targets = [option[0] for _, _, option in steps]
        extra = [expected(f.seed, words, spans, targets) for f in features]
        yield (
            score + sum(weights[f.name] * v for f, v in zip(features, extra, strict=True)),
            tokens,
            spans,
        )


@searches
@relaxed
@given(st.integers(0, 10**6), sentences, st.sampled_from([-1, 0, 2]), st.integers(1, 2))
def test_equal_to_enumeration(tmp_path, search, seed, words, limit, count):
    model = tiny.make(seed, tmp_path, reordering=seed % 2 == 0)
    features = [Arbitrary(f"arbitrary{i}", i) for i in range(count)]
    weights = model.weights | {f.name: 1.5 - 2 * f.seed for f in features}
    options = SearchOptions(search=search, distortion_limit=limit, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, weights, options, features)
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    scores = sorted(
        (s for s, _, _ in everything(model, words, limit, features, weights)), reverse=True
    )
    assert result.score == pytest.approx(scores[0], abs=1e-3)
    assert [d.score for d in result.forest.kbest(100)] == pytest.approx(scores[:100], abs=1e-3)
    spans = [step.source_spans[0] for step in result.derivation.steps]
    targets = [step.target for step in result.derivation.steps]
    for feature in features:
        sums = expected(feature.seed, words, spans, targets)
        assert result.features[feature.name] == pytest.approx(sums, abs=1e-4)
        assert max(feature.asked.values()) == 1  # nothing is asked twice


@searches
@relaxed
@given(st.integers(0, 10**6), sentences)
def test_together_with_cohesion(tmp_path, search, seed, words):
    rng = random.Random(seed)
    model = tiny.make(seed, tmp_path)
    tree = random_tree(words, rng)
    feature = Arbitrary()
    weights = model.weights | {"coh1": 0.7, "coh4": 0.4, feature.name: 1.2}
    options = SearchOptions(search=search, cohesion=("coh1", "coh4"), distortion_limit=-1, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, weights, options, [feature])
    [result] = decoder.decode([Input(words, tree=tree)])
    best = max(
        score + sum(weights[n] * cohesion_features(tree, spans)[n] for n in ("coh1", "coh4"))
        for score, _, spans in everything(model, words, -1, [feature], weights)
    )
    assert result.score == pytest.approx(best, abs=1e-3)


@relaxed
@given(st.integers(0, 10**6), sentences)
def test_forced_decoding(tmp_path, seed, words):
    model = tiny.make(seed, tmp_path)
    feature = Arbitrary()
    weights = model.weights | {feature.name: 2.0}
    options = SearchOptions(distortion_limit=2, stack=0)
    decoder = PhraseDecoder(model.table, model.lms, weights, options, [feature])
    best: dict[tuple[str, ...], float] = {}
    for score, tokens, _ in everything(model, words, 2, [feature], weights):
        best[tokens] = max(score, best.get(tokens, score))
    for text in sorted(best)[:5]:
        [result] = decoder.decode([Input(words, reference=list(text))])
        assert result.score == pytest.approx(best[text], abs=1e-3)


@searches
def test_batches_and_threads(tmp_path, search):
    """Questions come together, and answers are the same for any number of threads."""
    model = tiny.make(3, tmp_path)
    feature = Arbitrary()
    rng = random.Random(1)
    inputs = [Input([rng.choice("xyzu") for _ in range(12)]) for _ in range(6)]
    options = SearchOptions(search=search, stack=30, pop_limit=60)
    weights = model.weights | {feature.name: 0.5}
    decoder = PhraseDecoder(model.table, model.lms, weights, options, [feature])
    one, two = (decoder.decode(inputs, DecodeRequest(threads=n)) for n in (1, 2))
    assert [(r.tokens, r.features) for r in one] == [(r.tokens, r.features) for r in two]
    assert sum(feature.batches) > {"stack": 3, "cube": 2, "oriented": 2}[search] * len(
        feature.batches
    )


def test_a_long_line_in_pieces(tmp_path):
    model = tiny.make(3, tmp_path)
    feature = Arbitrary()
    weights = model.weights | {feature.name: 0.5}
    options = SearchOptions(max_words=4, stack=10)
    decoder = PhraseDecoder(model.table, model.lms, weights, options, [feature])
    words = list("xyzuxyzuxy")
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    assert result.outcome.degraded
    assert {step.end for _, _, step in feature.asked} >= {4, 8, 10}
    assert {step.end for _, _, step in feature.asked if step.last} <= {9, 10}
    assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-3)


class Broken(SearchFeature):
    name = "broken"
    bounds = (-1.0, 0.0)

    def __init__(self, answer):
        self.answer = answer

    def extend(self, sentence, states, steps):
        return self.answer(len(steps))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda n: ([0.0] * (n + 1), [None] * n), "gave an array of shape"),
        (lambda n: ([0.0] * n, [None] * (n - 1)), "states"),
        (lambda n: ([0.5] * n, [None] * n), "out of its bounds"),
        (lambda n: ([float("nan")] * n, [None] * n), "not a number from -1e9 to 1e9"),
        (lambda n: ([1e39] * n, [None] * n), "not a number from -1e9 to 1e9"),
        (lambda n: ([float("-inf")] * n, [None] * n), "not a number from -1e9 to 1e9"),
        (lambda n: 1 / 0, r"failed at .*test_features\.py:\d+: ZeroDivisionError"),
        (lambda n: (["a"] * n, [None] * n), "not numbers"),
        (lambda n: ([0.0] * n, [[]] * n), "cannot be hashed"),
    ],
)
def test_wrong_answers_are_refused(tmp_path, answer, message):
    model = tiny.make(3, tmp_path)
    weights = model.weights | {"broken": 1.0}
    decoder = PhraseDecoder(model.table, model.lms, weights, None, [Broken(answer)])
    with pytest.raises(ConfigError, match=message):
        decoder.decode([Input(["x", "y"])] * 4, DecodeRequest(threads=2))


def test_errors_of_the_feature_come_through(tmp_path):
    model = tiny.make(3, tmp_path)
    weights = model.weights | {"broken": 1.0}
    decoder = PhraseDecoder(model.table, model.lms, weights, None, [Broken(lambda n: 1 / 0)])
    with pytest.raises(ConfigError, match="the feature 'broken' failed") as caught:
        decoder.decode([Input(["x", "y"])] * 4, DecodeRequest(threads=2))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("name", ["lm", "", "two words"])
def test_names_that_cannot_be(tmp_path, name):
    model = tiny.make(3, tmp_path)
    with pytest.raises(ConfigError, match=r"two features|needs a name"):
        PhraseDecoder(model.table, model.lms, model.weights, None, [Arbitrary(name)])


def test_a_feature_that_scores_nothing_is_refused():
    class Empty(SearchFeature):
        name = "empty"

    with pytest.raises(TypeError, match=r"Empty.*extend"):
        Empty()  # type: ignore[abstract]
