"""The features in every decoder: phrases, phrases with gaps, hierarchical rules, s-phrases."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dragoman.consistency import (
    NAMES,
    Consistency,
    DiscourseInput,
    DocumentFrequencies,
    Passes,
)
from dragoman.forest.choices import choices_of, choices_of_steps
from dragoman.search import Input
from support.consistency.systems import EVERY, OPTIONS


@pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
def test_choices_are_those_of_the_steps(make, tmp_path: Path) -> None:
    inputs = [Input(words.split()) for words in ("x y z x", "z y x", "x x y z", "x w z")]
    for result in make(tmp_path).decoder().decode(inputs):
        quick, plain = choices_of(result.alone), choices_of_steps(result.derivation)
        assert sorted(quick.rules) == sorted(plain.rules)
        assert sorted(quick.pairs) == sorted(plain.pairs)
        whole = result.alone.derivation(range(result.alone.edges))
        assert (whole.tokens, whole.score) == (result.tokens, pytest.approx(result.score))


@pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
def test_two_passes(make, tmp_path: Path) -> None:
    system = make(tmp_path)
    consistency = Consistency(OPTIONS, DocumentFrequencies(9, {"a": 9}))
    first = system.decoder()
    inputs = [Input(words.split(), document="d") for words in ("x y z x", "z y x", "x x y z")]
    for weight in (0.0, 0.5):
        second = system.decoder(consistency.features, dict.fromkeys(NAMES.values(), weight))
        passes = Passes(consistency, first, second)
        before, after = first.decode(inputs), passes.decode(inputs)
        if weight == 0:
            assert [r.tokens for r in after] == [r.tokens for r in before]
            assert [r.score for r in after] == pytest.approx([r.score for r in before], abs=1e-4)
        for one, result in zip(passes.informed(inputs), after, strict=True):
            assert isinstance(one, DiscourseInput) and one.discourse is not None
            used = [step.rule for step in result.derivation.steps if step.rule >= 0]
            rules = np.array(used, dtype=np.uint32)
            sums = one.discourse.values(OPTIONS.features, rules).sum(axis=1)
            found = [result.features[name] for name in NAMES.values()]
            assert found == pytest.approx(sums.tolist(), abs=1e-4)
        assert any(r.features[name] > 0 for r in after for name in NAMES.values())
        for result in after:
            assert (result.tree is not None) == first.makes_trees
            assert result.tree is None or result.tree.words() == result.tokens
