"""Cohesion in the decoder against its definitions in ``dragoman.cohesion.definition``."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.cohesion.definition import is_cohesive
from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree
from dragoman.search import (
    COHESION_FEATURES,
    DecodeRequest,
    Input,
    PhraseDecoder,
    SearchOptions,
    Zone,
)
from support.examples import examples
from support.search import tiny
from support.search.trees import features, random_tree, step_features

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6}
relaxed = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
sentences = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=2, max_size=5)
short = st.lists(st.sampled_from(["x", "y", "z", "u"]), min_size=2, max_size=4)
"""Arcs of four words can cross, and without a distortion limit five have a hundred thousand derivations."""
searches = pytest.mark.parametrize("search", ["stack", "cube", "oriented"])


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return tiny.make(11, tmp_path_factory.mktemp("model"))


def make_decoder(model, cohesion=COHESION_FEATURES, seed=1, **options):
    """A decoder whose cohesion features have random weights, of either sign."""
    rng = random.Random(seed)
    weights = model.weights | {name: rng.uniform(-1, 2) for name in cohesion}
    return PhraseDecoder(
        model.table, model.lms, weights, SearchOptions(cohesion=cohesion, **options)
    )


def spans_of(derivation):
    return [step.source_spans[0] for step in derivation.steps]


def phrases_of(derivation):
    return [list(range(*span)) for span in spans_of(derivation)]


def everything(model, decoder, words, tree, limit, hard=False):
    """(score, spans) of every derivation, or of the cohesive ones."""
    for _, _, score, spans in tiny.derivations(model, words, limit):
        if hard and not is_cohesive(tree, [range(*span) for span in spans]):
            continue
        extra = features(tree, spans) if decoder.options.cohesion else {}
        yield score + sum(decoder.weights[n] * extra[n] for n in decoder.options.cohesion), spans


@searches
@relaxed
@given(st.integers(0, 10**6), sentences, st.sampled_from([-1, 1, 2, 3]), st.booleans())
def test_all_features_equal_enumeration(tmp_path, search, seed, words, limit, reordering):
    """Recombination loses nothing: unlimited search ranks all derivations as enumeration does."""
    rng = random.Random(seed)
    model = tiny.make(seed, tmp_path, reordering, order=1 + seed % 3)
    tree = random_tree(words, rng)
    chosen = [n for n in COHESION_FEATURES if rng.random() < 0.6] or ["coh1"]
    decoder = make_decoder(model, chosen, seed, search=search, distortion_limit=limit, **WIDE)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    expected = sorted((s for s, _ in everything(model, decoder, words, tree, limit)), reverse=True)
    assert result.score == pytest.approx(expected[0], abs=1e-3)
    listed = [d.score for d in result.forest.kbest(200)]
    assert listed == pytest.approx(expected[:200], abs=1e-3)


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(2, 14), st.booleans())
def test_steps_carry_their_definitions(model, search, seed, size, projective):
    rng = random.Random(seed)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective)
    options = {"search": search, "stack": 30, "pop_limit": 60, "distortion_limit": 5}
    decoder = make_decoder(model, seed=seed, **options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    for derivation in [result.derivation, *result.forest.kbest(30)]:
        expected = list(step_features(tree, phrases_of(derivation)))
        for step, values in zip(derivation.steps, expected, strict=True):
            found = {name: step.features.get(name, 0.0) for name in COHESION_FEATURES}
            assert found == values
    assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-3)


@searches
@pytest.mark.parametrize("limit", [-1, 6, 100])
def test_more_words_than_a_machine_word_has_bits(model, search, limit):
    rng = random.Random(5)
    words = [rng.choice("xyzu") for _ in range(150)]
    tree = random_tree(words, rng, projective=True)
    options = {"search": search, "stack": 4, "pop_limit": 20, "distortion_limit": limit}
    decoder = make_decoder(model, **options)
    [result] = decoder.decode([Input(words, tree=tree)])
    assert {n: result.features[n] for n in COHESION_FEATURES} == features(
        tree, spans_of(result.derivation)
    )
    hard = make_decoder(model, (), cohesion_hard=True, cohesion_fallback=False, **options)
    [result] = hard.decode([Input(words, tree=tree)])
    assert is_cohesive(tree, phrases_of(result.derivation))


@searches
@relaxed
@given(st.integers(0, 10**6), sentences, st.sampled_from([-1, 1, 2, 3]))
def test_hard_constraint_is_the_best_of_the_cohesive(tmp_path, search, seed, words, limit):
    """On projective trees all cohesive derivations and no others, with any distortion limit."""
    model = tiny.make(seed, tmp_path)
    tree = random_tree(words, random.Random(seed), projective=True)
    options = {"search": search, "distortion_limit": limit, "cohesion_hard": True}
    decoder = make_decoder(model, (), cohesion_fallback=False, **options, **WIDE)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    expected = [score for score, _ in everything(model, decoder, words, tree, limit, hard=True)]
    expected.sort(reverse=True)
    assert result.score == pytest.approx(expected[0], abs=1e-3)
    assert [d.score for d in result.forest.kbest(200)] == pytest.approx(expected[:200], abs=1e-3)


@searches
@relaxed
@given(st.integers(0, 10**6), short)
def test_hard_constraint_on_crossing_trees(tmp_path, search, seed, words):
    """Without a distortion limit the same holds for any tree."""
    model = tiny.make(seed, tmp_path)
    tree = random_tree(words, random.Random(seed))
    options = {"search": search, "distortion_limit": -1, "cohesion_hard": True}
    decoder = make_decoder(model, ("coh3",), seed, **options, **WIDE)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    expected = [score for score, _ in everything(model, decoder, words, tree, -1, hard=True)]
    assert not result.outcome.relaxed
    assert result.score == pytest.approx(max(expected), abs=1e-3)
    for derivation in result.forest.kbest(100):
        assert is_cohesive(tree, phrases_of(derivation))


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(1, 20), st.integers(0, 8), st.booleans())
def test_no_dead_ends(model, search, seed, size, limit, walls):
    """Even the narrowest beam finds a cohesive translation of a projective tree."""
    rng = random.Random(seed)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng, projective=True)
    wall = [rng.randrange(size)] if walls else []
    options = {"search": search, "distortion_limit": limit, "stack": 1, "pop_limit": 1}
    weights = model.weights | {"distortion": -1.0}
    chosen = SearchOptions(cohesion_hard=True, cohesion_fallback=False, **options)
    decoder = PhraseDecoder(model.table, model.lms, weights, chosen)
    [result] = decoder.decode([Input(words, tree=tree, walls=wall)])
    assert not result.outcome.unreachable
    assert is_cohesive(tree, phrases_of(result.derivation))


@searches
@relaxed
@given(st.integers(0, 10**6), st.integers(1, 14), st.integers(0, 8))
def test_crossing_trees_under_a_limit(model, search, seed, size, limit):
    """Cohesive, or said to be impossible."""
    rng = random.Random(seed)
    words = [rng.choice("xyzu") for _ in range(size)]
    tree = random_tree(words, rng)
    options = {"search": search, "distortion_limit": limit, "stack": 5, "pop_limit": 10}
    strict = make_decoder(model, (), cohesion_hard=True, cohesion_fallback=False, **options)
    soft = make_decoder(model, (), cohesion_hard=True, **options)
    [result], [other] = (d.decode([Input(words, tree=tree)]) for d in (strict, soft))
    assert other.outcome.relaxed == result.outcome.unreachable
    assert not other.outcome.unreachable
    if not result.outcome.unreachable:
        assert is_cohesive(tree, phrases_of(result.derivation))
        assert result.tokens == other.tokens


@searches
def test_impossible_demands_are_relaxed_or_refused(model, search):
    """Two zones that each hold half of both crossing subtrees: no interruption, but no cohesion."""
    words = ["x", "y", "z", "x"]
    crossing = DependencyTree(tuple(words), (2, 3, -1, -1))
    halves = [Zone(0, 2, [["a"]]), Zone(2, 4, [["b"]])]
    demand = Input(words, zones=halves, tree=crossing)
    options = {"search": search, "cohesion_hard": True, "distortion_limit": -1}
    [refused] = make_decoder(model, (), cohesion_fallback=False, **options).decode([demand])
    assert refused.outcome.unreachable
    assert not refused.outcome.relaxed
    [result] = make_decoder(model, (), **options).decode([demand])
    assert result.outcome.relaxed
    assert sorted(result.tokens) == ["a", "b"]
    [whole] = make_decoder(model, (), **options).decode([Input(words, tree=crossing)])
    assert not whole.outcome.relaxed


@searches
def test_without_a_tree_nothing_changes(model, search):
    words = ["x", "y", "z", "u", "x", "y"]
    plain = PhraseDecoder(model.table, model.lms, model.weights, SearchOptions(search=search))
    decoder = make_decoder(model, search=search, cohesion_hard=True)
    [expected], [result] = (d.decode([Input(words)]) for d in (plain, decoder))
    assert result.tokens == expected.tokens
    assert result.score == expected.score
    assert all(result.features[name] == 0 for name in COHESION_FEATURES)


@relaxed
@given(st.integers(0, 10**6), sentences)
def test_forced_decoding(tmp_path, seed, words):
    model = tiny.make(seed, tmp_path)
    tree = random_tree(words, random.Random(seed))
    decoder = make_decoder(model, seed=seed, distortion_limit=2, stack=0)
    best: dict[tuple[str, ...], float] = {}
    for tokens, _, score, spans in tiny.derivations(model, words, 2):
        extra = features(tree, spans)
        total = score + sum(decoder.weights[name] * extra[name] for name in extra)
        best[tokens] = max(total, best.get(tokens, total))
    texts = sorted(best)[:10]
    results = decoder.decode([Input(words, reference=list(t), tree=tree) for t in texts])
    for text, result in zip(texts, results, strict=True):
        assert result.score == pytest.approx(best[text], abs=1e-3)


def test_pieces_of_long_lines(model):
    """A piece keeps its part of the tree."""
    rng = random.Random(2)
    words = [rng.choice("xyzu") for _ in range(60)]
    tree = random_tree(words, rng)
    decoder = make_decoder(model, max_words=20, stack=10, pop_limit=20, cohesion_hard=True)
    [result] = decoder.decode([Input(words, tree=tree)])
    assert result.outcome.degraded
    assert sorted(w for p in phrases_of(result.derivation) for w in p) == list(range(60))


def test_threads_agree(model):
    rng = random.Random(3)
    inputs = []
    for size in range(3, 15):
        words = [rng.choice("xyzu") for _ in range(size)]
        inputs.append(Input(words, tree=random_tree(words, rng) if size % 4 else None))
    decoder = make_decoder(model)
    one, two = (decoder.decode(inputs, DecodeRequest(threads=n, forest=True)) for n in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert (a.tokens, a.score, a.features) == (b.tokens, b.score, b.features)
        assert a.forest.to_json() == b.forest.to_json()


def test_options():
    assert SearchOptions(cohesion=("coh5", "coh1")).cohesion == (
        "coh1",
        "coh5.interruption",
        "coh5.count",
        "coh5.verbs",
        "coh5.nouns",
    )
    assert SearchOptions(cohesion=["coh2"]) == SearchOptions(cohesion=("coh2",))
    with pytest.raises(ConfigError, match=r"cohesion: expected coh1, .* got 'coh6'; did you mean"):
        SearchOptions(cohesion=("coh6",))
    with pytest.raises(ConfigError, match="cohesion: expected a list"):
        SearchOptions(cohesion="coh1")


def test_a_tree_of_other_words_is_refused(model):
    tree = DependencyTree(("x",), (-1,))
    with pytest.raises(ConfigError, match="has 1"):
        make_decoder(model).decode([Input(["x", "y"], tree=tree)])
