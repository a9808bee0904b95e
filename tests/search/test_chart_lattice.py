"""The chart decoder on word lattices: equal to the best of all paths."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.lattice import Lattice
from dragoman.search import ChartDecoder, ChartOptions, DecodeRequest, Input, Zone
from support.examples import examples
from support.search import hiero, lattices

quick = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
WIDE = {"pop_limit": 10**6, "table_limit": 0, "guide": 1e9, "lattice": True}


def enumerate_paths(model, lattice, weight):
    """The derivations of all paths, best first; None if there are too many."""
    found = []
    for path in lattices.paths(lattice):
        of_path = hiero.enumerate_all(model, [lattice.words[i] for i in path], limit=4000)
        if of_path is None:
            return None
        value = sum(lattice.arcs[i][2] for i in path)
        found += [(tokens, score + weight * value, value, path) for tokens, _, score in of_path]
    return sorted(found, key=lambda one: -one[1])


@quick
@given(st.integers(0, 10**6), st.sampled_from(["cube", "guided"]))
def test_equal_to_enumeration_of_all_paths(tmp_path, seed, search):
    model = hiero.make(seed, tmp_path)
    lattice = lattices.draw(random.Random(seed), 3)
    expected = enumerate_paths(model, lattice, 0.7)
    assume(expected is not None)
    weights = model.weights | {"lattice": 0.7}
    decoder = ChartDecoder(
        model.table, model.lms, weights, ChartOptions(search=search, max_unary=1, **WIDE)
    )
    [result] = decoder.decode([Input.of_lattice(lattice)], DecodeRequest(forest=True))
    found = result.forest.kbest(200)
    assert [d.score for d in found] == pytest.approx([e[1] for e in expected[:200]], abs=1e-3)
    for derivation in found[:20]:
        path = tuple(
            sorted(i for s in derivation.steps for span in s.source_spans for i in range(*span))
        )
        value = derivation.features.get("lattice", 0.0)
        assert (derivation.tokens, path) in {(e[0], e[3]) for e in expected}
        assert value == pytest.approx(sum(lattice.arcs[i][2] for i in path), abs=1e-4)
        for step in derivation.steps:
            if step.kind == "rule":
                assert step.source == tuple(
                    lattice.words[i] for span in step.source_spans for i in range(*span)
                )
    text = random.Random(seed).choice(expected)[0]
    [forced] = decoder.decode([Input.of_lattice(lattice, reference=text)])
    assert forced.tokens == text
    assert forced.score == pytest.approx(max(e[1] for e in expected if e[0] == text), abs=1e-3)


def test_without_the_feature_scores_are_ignored(tmp_path):
    model = hiero.make(3, tmp_path)
    words = ("x", "y", "z")
    decoder = ChartDecoder(model.table, model.lms, model.weights)
    lattice = Lattice(words, tuple((i, i + 1, -5.0) for i in range(3)))
    chain, plain = decoder.decode([Input.of_lattice(lattice), Input(words)])
    assert chain.tokens == plain.tokens
    assert chain.score == plain.score


def test_relaxed_forced_decoding_takes_a_path(tmp_path):
    model = hiero.make(3, tmp_path)
    decoder = ChartDecoder(
        model.table, model.lms, model.weights | {"unknown": 1.0}, ChartOptions(force_relaxed=True)
    )
    lattice = Lattice(("x", "y", "z"), ((0, 1, 0.0), (0, 2, 0.0), (1, 2, 0.0)))
    [result] = decoder.decode([Input.of_lattice(lattice, reference=["q", "q", "q", "q"])])
    assert result.tokens == ("q",) * 4
    assert result.outcome.relaxed


def test_what_a_lattice_cannot_have(tmp_path):
    model = hiero.make(3, tmp_path)
    decoder = ChartDecoder(model.table, model.lms, model.weights)
    for arcs, message in (
        (((1, 1, 0.0),), "from left to right"),
        (((0, 1, 0.0), (1, 2, 0.0)), "2 arcs has 1 words"),
    ):
        sentence = Input(["x"], lattice=Lattice(("x",), arcs))
        with pytest.raises(ConfigError, match=message):
            decoder.decode([sentence])
    asked: list[dict[str, Any]] = [
        {"zones": [Zone(0, 1, [["a"]])]},
        {"walls": [1]},
        {"tree": DependencyTree(("x",), (-1,))},
    ]
    for demand in asked:
        with pytest.raises(ConfigError, match="no zones, walls or trees"):
            Input(["x"], lattice=lattices.chain(["x"]), **demand)
