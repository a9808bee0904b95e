"""The second pass over forests: the best of all derivations that the first pass found, by the second pass's weights."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dragoman.common.errors import ConfigError
from dragoman.consistency import (
    NAMES,
    Consistency,
    DiscourseInput,
    DocumentFrequencies,
    GlossaryEntry,
    Passes,
)
from dragoman.forest import Derivation
from dragoman.search import ChartDecoder, DecodeRequest, Input, PhraseDecoder
from support.consistency.systems import EVERY, OPTIONS
from support.search import gappy, hiero, tiny
from support.search.conformance import SYSTEMS, System

INPUTS = [Input(words.split(), document="d") for words in ("x y z x", "z y x", "x x y z")]
FREQUENCIES = DocumentFrequencies(9, {"a": 9})


@pytest.mark.parametrize("name", EVERY)
def test_it_is_the_best_of_the_first_pass(name: str, tmp_path: Path) -> None:
    system = EVERY[name](tmp_path)
    options = replace(OPTIONS, forest_edges=10_000)
    consistency = Consistency(options, FREQUENCIES)
    first = system.decoder()
    others = {name: weight * 0.7 for name, weight in system.weights.items()} | {"lm": 0.2}
    weights = others | dict.fromkeys(NAMES.values(), 0.4)
    second = system.decoder(consistency.features, weights)
    passes = Passes(consistency, first, second)
    found = passes.decode(INPUTS, DecodeRequest(forest=True))
    informed = passes.informed(INPUTS)
    for one, before, result in zip(
        informed, first.decode(INPUTS, DecodeRequest(forest=True)), found, strict=True
    ):
        assert isinstance(one, DiscourseInput)
        best = -np.inf
        for derivation in before.forest.kbest(100_000):
            rules = [step.rule for step in derivation.steps if step.rule >= 0]
            values = one.discourse.computed(options.features, np.array(rules, dtype=np.uint32))
            score = sum(others[name] * value for name, value in derivation.features.items())
            best = max(best, score + 0.4 * values.sum())
        assert result.score == pytest.approx(best, abs=1e-4)
        assert result.forest.kbest(1)[0].score == pytest.approx(result.score, abs=1e-6)
        total = sum(weights[name] * value for name, value in result.features.items())
        assert result.score == pytest.approx(total, abs=1e-4)
        assert (result.tree is None) == (before.tree is None)
        assert result.tree is None or tuple(result.tree.words()) == result.tokens


@pytest.mark.parametrize("pass_kind", ["forest", "search"])
@pytest.mark.parametrize("kind", ["phrase", "chart", "gaps"])
def test_weights_of_zero_change_nothing(kind: str, pass_kind: str, tmp_path: Path) -> None:
    """Also where several derivations are equally good: with few weights that are not zero, many are."""
    rng = random.Random(kind)
    makers: dict[str, Callable[..., Any]]
    makers = {"phrase": tiny.make, "chart": hiero.make, "gaps": gappy.make}
    make = makers[kind]
    type_ = ChartDecoder if kind == "chart" else PhraseDecoder
    consistency = Consistency(replace(OPTIONS, second_pass=pass_kind), FREQUENCIES)
    ties = 0
    for seed in range(40):
        model = make(seed, tmp_path)
        names = type_.features_of(model.table, model.lms)
        weights = {name: rng.choice([0, 0, 0.25, model.weights[name]]) for name in names}
        system = System(type_, model.table, model.lms, weights)
        first = system.decoder()
        second = system.decoder(consistency.features, dict.fromkeys(NAMES.values(), 0.0))
        passes = Passes(consistency, first, second)
        sizes = [rng.randint(2, 20) for _ in range(3)]
        inputs = [Input([rng.choice("xyzu") for _ in range(n)], document="d") for n in sizes]
        found = passes.decode(inputs)
        for before, after in zip(
            first.decode(inputs, DecodeRequest(forest=True)), found, strict=True
        ):
            assert _rules(after.derivation) == _rules(before.derivation)
            others = before.forest.kbest(2)
            ties += len(others) == 2 and others[0].score == pytest.approx(others[1].score)
    assert ties > 20


def _rules(derivation: Derivation) -> list[object]:
    return [(step.rule, step.source_spans, step.target_positions) for step in derivation.steps]


@pytest.mark.parametrize("make", SYSTEMS.values(), ids=SYSTEMS)
def test_searching_again_finds_nothing_worse(make, tmp_path: Path) -> None:
    system = make(tmp_path)
    first = system.decoder()
    scores = {}
    for kind in ("forest", "search"):
        consistency = Consistency(replace(OPTIONS, second_pass=kind), FREQUENCIES)
        second = system.decoder(consistency.features, dict.fromkeys(NAMES.values(), 0.5))
        passes = Passes(consistency, first, second)
        results = passes.decode(INPUTS)
        scores[kind] = [one.score for one in results]
        assert [r.tokens for r in passes.decode(INPUTS, DecodeRequest(threads=3))] == [
            r.tokens for r in results
        ]
    assert all(a >= b - 1e-4 for a, b in zip(scores["search"], scores["forest"], strict=True))


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_happened_in_the_search_is_that_of_the_first_pass(name: str, tmp_path: Path) -> None:
    """Which reference was reached, how far the search came and what it took."""
    system = SYSTEMS[name](tmp_path)
    first = system.decoder()
    consistency = Consistency(OPTIONS, FREQUENCIES)
    second = system.decoder(consistency.features, dict.fromkeys(NAMES.values(), 0.5))
    passes = Passes(consistency, first, second)
    [free] = first.decode([INPUTS[0]])
    out_of_reach = ["nothing", "of", "this"]
    inputs = [
        replace(INPUTS[0], references=[out_of_reach, list(free.tokens)]),
        replace(INPUTS[0], references=[out_of_reach, out_of_reach]),
    ]
    once, found = first.decode(inputs), passes.decode(inputs)
    assert [one.outcome.reference for one in found] == [1, None]
    assert [one.outcome.unreachable for one in found] == [False, True]
    assert found[0].outcome.work == once[0].outcome.work > 0
    assert [one.outcome.reached for one in found] == [one.outcome.reached for one in once]


@pytest.mark.parametrize(
    "changes",
    [
        {"damping": "log"},
        {"damping": "root"},
        {"damping": "exponential"},
        {"combine": "mean"},
        {"passes": 5},
        {"similarity": 0.01},
        {"unit": 1},
        {"stem": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
def test_options_in_every_decoder(make, changes: dict[str, object], tmp_path: Path) -> None:
    system = make(tmp_path)
    consistency = Consistency(replace(OPTIONS, **changes), FREQUENCIES)
    weights = {**system.weights, **dict.fromkeys(NAMES.values(), 0.5)}
    second = system.decoder(consistency.features, weights)
    passes = Passes(consistency, system.decoder(), second)
    inputs = [replace(one, document=name) for one, name in zip(INPUTS, "dde", strict=True)]
    inputs.append(Input(["z"], document="f"))
    results = passes.decode(inputs)
    for result in results:
        total = sum(weights[name] * value for name, value in result.features.items())
        assert result.score == pytest.approx(total, abs=1e-4)
    assert sum(r.features[name] for r in results for name in NAMES.values()) > 0
    informed = passes.informed(inputs)
    known = {id(one.discourse) for one in informed if isinstance(one, DiscourseInput)}
    assert len(known) == (2 if "similarity" in changes else 4 if "unit" in changes else 3)


@pytest.mark.parametrize("make", SYSTEMS.values(), ids=SYSTEMS)
def test_a_glossary_in_decoders(make, tmp_path: Path) -> None:
    system = make(tmp_path)
    first = system.decoder()
    inputs = [Input([word], document=word) for word in "xyz"]
    entry, other = next(
        (GlossaryEntry(one.tokens[0], " ".join(d.tokens), 50), d.tokens)
        for one, before in zip(
            inputs, first.decode(inputs, DecodeRequest(forest=True)), strict=True
        )
        for d in before.forest.kbest(50)
        if d.tokens != before.tokens
    )
    consistency = Consistency(OPTIONS, DocumentFrequencies(9), glossary=(entry,))
    second = system.decoder(consistency.features, dict.fromkeys(NAMES.values(), 9.0))
    after = Passes(consistency, first, second).decode(inputs)
    assert any(
        one.tokens[0] == entry.source and set(other) <= set(result.tokens)
        for one, result in zip(inputs, after, strict=True)
    )


def test_documents_are_translated_in_groups(tmp_path: Path, monkeypatch) -> None:
    system = SYSTEMS["phrase"](tmp_path)
    consistency = Consistency(OPTIONS, FREQUENCIES)
    second = system.decoder(consistency.features, dict.fromkeys(NAMES.values(), 0.5))
    passes = Passes(consistency, system.decoder(), second)
    names = ["d", "e", "", "d", "e", "f"]
    inputs = [replace(INPUTS[i % 3], document=name) for i, name in enumerate(names)]
    together = passes.decode(inputs)
    monkeypatch.setattr("dragoman.consistency.passes.TOGETHER", 1)
    told: list[tuple[int, int]] = []
    apart = passes.decode(inputs, progress=lambda done, total: told.append((done, total)))
    assert [r.tokens for r in apart] == [r.tokens for r in together]
    assert [r.score for r in apart] == [r.score for r in together]
    assert told == sorted(told) and all(done <= total == 6 for done, total in told)


def test_values_must_fit_the_forest(tmp_path: Path) -> None:
    [result] = SYSTEMS["phrase"](tmp_path).decoder().decode(INPUTS[:1], DecodeRequest(forest=True))
    native = result.forest.native
    for place, count in ((0, native.edges + 1), (99, native.edges)):
        with pytest.raises(ConfigError, match="values of more features"):
            native.with_features(place, 1, np.zeros(count, dtype=np.float32), [0.0])
