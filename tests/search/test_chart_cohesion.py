"""Cohesion of hierarchical derivations: subtrees that the spans of rules cross."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.search import ChartDecoder, ChartOptions, DecodeRequest, Input
from support.examples import examples
from support.search import hiero
from support.search.trees import random_tree

quick = settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
WIDE = {"pop_limit": 10**6, "table_limit": 0, "guide": 1e9}


def crossings(derivation, tree):
    """Counted from the definition: both have words in common, and each has words that the other lacks."""
    spans = []
    for step in derivation.steps:
        own = {i for span in step.source_spans for i in range(*span)}
        spans.append(own.union(*(spans[tail] for tail in step.tails)))
    below = []
    for word in range(len(tree)):
        inside = set()
        for other in range(len(tree)):
            above = other
            while above not in (-1, word):
                above = tree.heads[above]
            if above == word:
                inside.add(other)
        below.append(set(range(min(inside), max(inside) + 1)))
    return sum(
        bool(span & subtree and span - subtree and subtree - span)
        for step, span in zip(derivation.steps, spans, strict=True)
        if step.kind != "glue"
        for subtree in below
    )


@quick
@given(
    st.integers(0, 10**6),
    st.lists(st.sampled_from("xyzu"), min_size=2, max_size=4),
    st.sampled_from(["cube", "guided"]),
)
def test_equal_to_counting_on_all_derivations(tmp_path, seed, words, search):
    model = hiero.make(seed, tmp_path)
    expected = hiero.enumerate_all(model, words, limit=3000)
    assume(expected is not None)
    tree = random_tree(words, random.Random(seed))
    plain = ChartDecoder(model.table, model.lms, model.weights, ChartOptions(**WIDE))
    [without] = plain.decode([Input(words)], DecodeRequest(forest=True))
    scores = sorted(
        (d.score - 0.6 * crossings(d, tree) for d in without.forest.kbest(3000)), reverse=True
    )
    options = ChartOptions(search=search, cohesion=("coh.crossing",), **WIDE)
    weights = model.weights | {"coh.crossing": 0.6}
    decoder = ChartDecoder(model.table, model.lms, weights, options)
    [result] = decoder.decode([Input(words, tree=tree)], DecodeRequest(forest=True))
    found = result.forest.kbest(100)
    assert [d.score for d in found] == pytest.approx(scores[:100], abs=1e-3)
    for derivation in found:
        assert derivation.features.get("coh.crossing", 0.0) == -crossings(derivation, tree)
    [bare] = decoder.decode([Input(words)])
    assert bare.score == pytest.approx(without.score, abs=1e-4)
