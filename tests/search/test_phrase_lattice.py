"""The phrase decoder on word lattices: equal to enumeration of all paths, and to text where there is one path."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.corpus.lattice import Lattice
from dragoman.forest.prefix import Prefix
from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable
from dragoman.model import Model
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
from support.search import gappy, lattices, tiny

WIDE = {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6, "lattice": True}
relaxed = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
searches = pytest.mark.parametrize("search", ["stack", "cube", "oriented"])
seeds = st.integers(0, 10**6)
limits = st.sampled_from([-1, 0, 1, 2, 3])


def weighted(seed, directory, reordering="wbe"):
    """A random model with a weight for the scores of lattices."""
    model = tiny.make(
        seed, directory, reordering != "none", reordering_model=reordering.replace("none", "wbe")
    )
    model.weights["lattice"] = random.Random(seed).uniform(-0.2, 1)
    return model


def path_of(derivation):
    """The numbers of the words that the phrases translate, phrase by phrase."""
    return [
        tuple(i for span in step.source_spans for i in range(*span)) for step in derivation.steps
    ]


def in_order_of_steps(listed):
    """A list without those that share its last score, which a limit may have cut; equal scores by their steps."""
    above = [one for one in listed if one.score > listed[-1].score]
    return sorted(above, key=lambda one: (-one.score, repr(one.steps)))


@searches
@relaxed
@given(seeds, limits, st.sampled_from(["none", "wbe", "hier"]))
def test_best_and_list_of_all(tmp_path, search, seed, limit, reordering):
    model = weighted(seed, tmp_path, reordering)
    lattice = lattices.draw(random.Random(seed))
    options = SearchOptions(search=search, distortion_limit=limit, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input.of_lattice(lattice)], DecodeRequest(forest=True))
    everything = sorted(lattices.derivations(model, lattice, limit), key=lambda one: -one[2])
    assert result.score == pytest.approx(everything[0][2], abs=1e-3)
    listed = result.forest.kbest(300)
    assert len(listed) == min(300, len(everything))
    assert [one.score for one in listed] == pytest.approx(
        [e[2] for e in everything[:300]], abs=1e-3
    )
    for derivation in (result.derivation, *listed[:20]):
        placed = path_of(derivation)
        [match, *_] = [
            one
            for one in everything
            if one[4] == placed and one[0] == derivation.tokens
            if abs(one[2] - derivation.score) < 1e-3
        ]
        assert tuple(sorted(i for words in placed for i in words)) == match[3]
        for step, words in zip(derivation.steps, placed, strict=True):
            assert step.source == tuple(lattice.words[i] for i in words)
    best = [one for one in everything if one[4] == path_of(result.derivation)]
    assert any(
        all(result.features[name] == pytest.approx(f[name], abs=1e-3) for name in f)
        for _, f, *_ in best
    )


@searches
@relaxed
@given(
    seeds,
    st.lists(st.sampled_from(["x", "y", "z", "u", ",", "."]), min_size=1, max_size=9),
    limits,
    st.sampled_from(["none", "wbe", "hier"]),
    st.booleans(),
)
def test_one_path_is_plain_text(tmp_path, search, seed, words, limit, reordering, walls):
    """Exactly: the same steps, features, scores and forest, also where the search is narrow."""
    model = tiny.make(
        seed, tmp_path, reordering != "none", reordering_model=reordering.replace("none", "wbe")
    )
    width = random.Random(seed).choice([{}, {"stack": 3, "pop_limit": 4, "table_limit": 2}])
    options = SearchOptions(search=search, distortion_limit=limit, punctuation_walls=walls, **width)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    request = DecodeRequest(forest=True)
    chain, text = decoder.decode([Input.of_lattice(lattices.chain(words)), Input(words)], request)
    assert chain.tokens == text.tokens
    assert chain.score == text.score
    assert chain.features == text.features
    assert chain.derivation == text.derivation
    assert chain.outcome == text.outcome
    ours, theirs = chain.forest.kbest(100), text.forest.kbest(100)
    assert [one.score for one in ours] == [one.score for one in theirs]
    if search == "oriented":  # which may order those of equal score in another way
        ours, theirs = in_order_of_steps(ours), in_order_of_steps(theirs)
    assert ours == theirs
    options = replace(options, lattice=True)
    weights = model.weights | {"lattice": 0.5}
    decoder = PhraseDecoder(model.table, model.lms, weights, options)
    [scored] = decoder.decode([Input.of_lattice(lattices.chain(words, -1.0))])
    assert scored.features["lattice"] == -len(words)
    total = sum(weights[name] * value for name, value in scored.features.items())
    assert scored.score == pytest.approx(total, abs=1e-3)


@searches
@relaxed
@given(seeds, limits)
def test_a_narrow_search_always_finds_a_way_through(tmp_path, search, seed, limit):
    model = weighted(seed, tmp_path)
    lattice = lattices.draw(random.Random(seed), 6)
    options = SearchOptions(
        search=search, distortion_limit=limit, lattice=True, stack=1, pop_limit=1
    )
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    [result] = decoder.decode([Input.of_lattice(lattice)])
    assert not result.outcome.unreachable
    path = tuple(sorted(i for words in path_of(result.derivation) for i in words))
    assert path in set(lattices.paths(lattice))


@relaxed
@given(seeds)
def test_given_texts(tmp_path, seed):
    """The best derivation of every text that exists, as a whole and from its beginning; others are unreachable."""
    model = weighted(seed, tmp_path)
    lattice = lattices.draw(random.Random(seed), 3)
    options = SearchOptions(distortion_limit=2, **WIDE)
    decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
    best: dict[tuple[str, ...], float] = {}
    for tokens, _, score, *_ in lattices.derivations(model, lattice, 2):
        best[tokens] = max(score, best.get(tokens, score))
    texts = sorted(best)[:15]
    given = [replace(Input.of_lattice(lattice), reference=list(text)) for text in texts]
    for text, result in zip(texts, decoder.decode(given), strict=True):
        assert result.tokens == text
        assert result.score == pytest.approx(best[text], abs=1e-3)
    texts = [text for text in texts if text]
    begun = [replace(Input.of_lattice(lattice), prefix=Prefix.of(text[:1])) for text in texts]
    for text, result in zip(texts, decoder.decode(begun), strict=True):
        assert result.tokens[:1] == text[:1]
        same = [score for tokens, score in best.items() if tokens[:1] == text[:1]]
        assert result.score == pytest.approx(max(same), abs=1e-3)
    [lost] = decoder.decode([Input.of_lattice(lattice, reference=["a"] * 40)])
    assert lost.outcome.unreachable and lost.tokens == ()


def test_any_text_is_made_with_words_inserted_and_left_out(tmp_path):
    model = tiny.make(3, tmp_path)
    options = SearchOptions(force_relaxed=True)
    decoder = PhraseDecoder(model.table, model.lms, model.weights | {"unknown": 1.0}, options)
    lattice = Lattice(("x", "y", "z"), ((0, 1, 0.0), (0, 2, 0.0), (1, 2, 0.0)))
    for text in (["q"], ["q"] * 9):
        [result] = decoder.decode([Input.of_lattice(lattice, reference=text)])
        assert result.tokens == tuple(text)
        assert result.outcome.relaxed


def test_jumps_are_as_long_as_the_shortest_path(tmp_path):
    """Words count, not nodes: to the second of two words it is one word, and two from its end back to the first."""
    model = tiny.make(3, tmp_path, reordering=False)
    lattice = Lattice(("v", "w"), ((0, 3, 0.0), (3, 4, 0.0)))
    weights = dict.fromkeys(model.weights, 0.0) | {"distortion": -1.0}  # jumps are sought
    for limit, distortion in ((0, 0.0), (1, 0.0), (2, -3.0), (-1, -3.0)):
        options = SearchOptions(search="stack", distortion_limit=limit)
        decoder = PhraseDecoder(model.table, model.lms, weights, options)
        [result] = decoder.decode([Input.of_lattice(lattice)])
        assert result.features["distortion"] == distortion


@searches
def test_what_was_translated_before_and_threads_change_nothing(tmp_path, search):
    """Lattices and sentences in turn, beside each of them alone with a new decoder."""
    model = weighted(9, tmp_path)
    rng = random.Random(9)
    inputs = []
    for _ in range(12):
        inputs.append(Input.of_lattice(lattices.draw(rng, 6)))
        inputs.append(Input([rng.choice("xyzu") for _ in range(rng.randint(1, 8))]))
    options = SearchOptions(search=search, lattice=True)

    def decode(given, threads):
        decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
        return decoder.decode(given, DecodeRequest(threads=threads, forest=True))

    alone = [decode([one], 1)[0] for one in inputs]
    for threads in (1, 2, 3):
        together = decode(inputs, threads)
        assert [one.derivation for one in together] == [one.derivation for one in alone]
        lists = [one.forest.kbest(50) for one in together]
        assert lists == [one.forest.kbest(50) for one in alone]
    sentence = [one.features["lattice"] for one in alone[1::2]]
    assert sentence == [0.0] * len(sentence)


class Length(SearchFeature):
    name = "length"

    def extend(self, sentence, states, steps):
        return [len(step.target) for step in steps], states


class EdgeLength(EdgeFeature):
    name = "edge_length"

    def apply(self, sentence, steps, tails):
        counts = [sum(isinstance(word, str) for word in step.target) for step in steps]
        return counts, [None] * len(steps)


class RuleCount(RuleFeature):
    name = "rules"

    def values(self, sentence, table, rules):
        return [1.0] * len(rules)


def test_features_in_python(tmp_path):
    model = weighted(5, tmp_path)
    features = (Length(), EdgeLength(), RuleCount())
    weights = model.weights | {"length": 0.3, "edge_length": 0.3, "rules": 0.3}
    decoder = PhraseDecoder(model.table, model.lms, weights, SearchOptions(lattice=True), features)
    rng = random.Random(5)
    for _ in range(10):
        [result] = decoder.decode([Input.of_lattice(lattices.draw(rng))])
        assert result.features["length"] == result.features["edge_length"] == len(result.tokens)
        assert result.features["rules"] == sum(s.kind == "rule" for s in result.derivation.steps)


def test_a_long_lattice_with_long_ways_around(tmp_path):
    """More nodes than a narrow coverage holds, and words that pass over many of them."""
    model = weighted(7, tmp_path)
    rng = random.Random(7)
    size = 150
    arcs = [(i, i + 1, rng.choice("xyz")) for i in range(size)]
    arcs += [(i, i + 90, rng.choice("xyz")) for i in range(0, size - 90, 7)]
    arcs.sort(key=lambda one: one[0])
    lattice = Lattice(
        tuple(word for *_, word in arcs), tuple((b, e, -rng.random()) for b, e, _ in arcs)
    )
    for search in ("stack", "cube", "oriented"):
        options = SearchOptions(search=search, lattice=True, stack=20, pop_limit=50)
        decoder = PhraseDecoder(model.table, model.lms, model.weights, options)
        [result] = decoder.decode([Input.of_lattice(lattice)])
        path = sorted(i for words in path_of(result.derivation) for i in words)
        assert lattice.arcs[path[0]][0] == 0 and lattice.arcs[path[-1]][1] == size
        assert all(lattice.arcs[a][1] == lattice.arcs[b][0] for a, b in pairwise(path))


def test_what_a_lattice_cannot_have(tmp_path):
    model = tiny.make(3, tmp_path)
    decoder = PhraseDecoder(model.table, model.lms, model.weights)
    rules = [Rule("x x x x x x", "a", (), dict.fromkeys(SCORE_COLUMNS, 0.0), {}, {})]
    weights = dict.fromkeys(PhraseDecoder.features_of(table := RuleTable.build(rules), []), 0.1)
    made = PhraseDecoder(table, [], weights)
    long = lattices.chain(["x"] * 1025)
    many = Lattice(("x",) * 200, tuple((i // 20, i // 20 + 1, 0.0) for i in range(200)))
    for lattice, message in (
        (Lattice(("x",), ((1, 1, 0.0),)), "from left to right"),
        (long, "at most 1024 nodes beyond the first, not 1025"),
        (many, "too many paths"),
    ):
        with pytest.raises(ConfigError, match=message):
            made.decode([Input.of_lattice(lattice)])
    given = Input.of_lattice(lattices.chain(["x"]))
    model_of_it = Model(model.table, model.lms, model.weights)
    assert model_of_it.translate(given).tokens == decoder.decode([given])[0].tokens
    with pytest.raises(ConfigError, match="a lattice takes no terms"):
        model_of_it.translate(given, terms={"y": "z"})
    [lost] = decoder.decode([Input.of_lattice(Lattice(("x", "y"), ((0, 1, 0.0), (2, 3, 0.0))))])
    assert lost.outcome.unreachable
    gapped = gappy.make(12, tmp_path)
    for gaps in ("both", "none"):
        names = PhraseDecoder.features_of(gapped.table, gapped.lms, SearchOptions(gaps=gaps))
        weights = dict.fromkeys(names, 0.1)
        decoder = PhraseDecoder(gapped.table, gapped.lms, weights, SearchOptions(gaps=gaps))
        both = [Input.of_lattice(lattices.chain(["x", "y"]))]
        if gaps == "none":
            assert decoder.decode(both)[0].tokens
            continue
        with pytest.raises(ConfigError, match='set gaps = "none"'):
            decoder.decode(both)
