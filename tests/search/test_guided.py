"""Guided search: what its two passes promise."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.search import ChartDecoder, ChartOptions, DecodeRequest, Input
from support.examples import examples
from support.search import hiero

some = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
seeds = st.integers(0, 10**6)
sentences = st.lists(st.sampled_from("xyzu"), min_size=3, max_size=15)
FIRST_POPS = 3


def decode(model, words, weights=None, **options):
    decoder = ChartDecoder(
        model.table, model.lms, model.weights | (weights or {}), ChartOptions(**options)
    )
    [result] = decoder.decode([Input(words)], DecodeRequest(forest=True))
    return result


@some
@given(seeds, sentences, st.integers(FIRST_POPS, 60), st.sampled_from([0.1, 2.2, 50.0]))
def test_never_worse_than_its_first_pass(tmp_path, seed, words, limit, guide):
    """Whatever the guide leaves out, the translation of the first pass stays at hand."""
    model = hiero.make(seed % 100, tmp_path)
    first = decode(model, words, pop_limit=FIRST_POPS)
    guided = decode(model, words, search="guided", pop_limit=limit, guide=guide)
    assert guided.score >= first.score - 1e-3
    assert guided.forest.kbest(1)[0].score == pytest.approx(guided.score, abs=1e-3)


@some
@given(seeds, sentences, st.integers(FIRST_POPS + 1, 60))
def test_without_a_language_model_all_spans_have_the_same_limit(tmp_path, seed, words, limit):
    """Then margins have no measure, and guided search is cube pruning."""
    model = hiero.make(seed % 100, tmp_path)
    cube, guided = (
        decode(model, words, weights={"lm": 0.0}, search=search, pop_limit=limit)
        for search in ("cube", "guided")
    )
    assert guided.score == pytest.approx(cube.score, abs=1e-4)
    assert len(guided.forest.kbest(500)) == len(cube.forest.kbest(500))


def test_bad_spans_have_fewer_edges(tmp_path):
    """With the same limit, the guided forest is smaller, and smaller still with a strict guide."""
    words = list("xyzuxyzuxyzuxy")
    sizes = {"cube": 0, 2.2: 0, 0.2: 0}
    for seed in range(6):
        model = hiero.make(seed, tmp_path)
        sizes["cube"] += decode(model, words, pop_limit=100).forest.edges
        for guide in (2.2, 0.2):
            found = decode(model, words, search="guided", pop_limit=100, guide=guide)
            sizes[guide] += found.forest.edges
    assert sizes[0.2] < sizes[2.2] < sizes["cube"]
