"""Many features and demands at once, against enumeration: walls, given translations and trees beside word classes,
operation sequences and reordering; freely, and with a text or its beginning as a demand."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.forest import Derivation
from dragoman.forest.prefix import Prefix
from dragoman.search import DecodeRequest, Result
from support.examples import examples
from support.search.forests import MOST, Case, Expected
from support.search.together import TOGETHER

relaxed = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
kinds = pytest.mark.parametrize("kind", TOGETHER)
seeds = st.integers(0, 10**6)


def case_of(kind: str, seed: int, directory: Path) -> Case:
    case = TOGETHER[kind](seed, directory, "wide")
    assume(case.everything)
    return case


def decoded(case: Case, **demands: object) -> Result:
    given = replace(case.given, **demands)
    [result] = case.model().decoder().decode([given], DecodeRequest(forest=True))
    return result


def check(result: Result, expected: list[Expected]) -> None:
    """The forest has exactly the derivations that are expected, and the result is the best of them."""
    assert result.forest is not None
    listed = result.forest.kbest(2 * MOST)
    scores = [one.score for one in expected]
    assert [one.score for one in listed] == pytest.approx(scores, abs=2e-3)
    assert result.score == pytest.approx(scores[0], abs=2e-3)
    texts = {one.tokens: one.score for one in reversed(expected)}
    distinct = result.forest.kbest(2 * MOST, distinct=True)
    assert {one.tokens for one in distinct} == set(texts) and len(distinct) == len(texts)
    assert [one.score for one in distinct] == pytest.approx(
        [texts[one.tokens] for one in distinct], abs=2e-3
    )
    check_existing([result.derivation, *listed[:50]], expected)


def check_existing(listed: list[Derivation], expected: list[Expected]) -> None:
    """Every derivation is one of those that are expected."""
    for one in listed:
        assert any(
            other.tokens == one.tokens
            and all(
                one.features.get(name, 0.0) == pytest.approx(value, abs=2e-3)
                for name, value in other.features.items()
            )
            for other in expected
        )


@kinds
@relaxed
@given(seed=seeds)
def test_all_derivations_are_listed(tmp_path: Path, kind: str, seed: int) -> None:
    case = case_of(kind, seed, tmp_path)
    result = decoded(case)
    assert not result.outcome.fallback and not result.outcome.unreachable
    check(result, case.everything)


@kinds
@relaxed
@given(seed=seeds)
def test_a_text_has_its_derivations(tmp_path: Path, kind: str, seed: int) -> None:
    case = case_of(kind, seed, tmp_path)
    rng = random.Random(seed)
    texts = [rng.choice(case.everything).tokens for _ in range(3)]
    texts.append((*texts[0][:-1], rng.choice("abcdqxyzuu")))
    for text in texts:
        expected = [one for one in case.everything if one.tokens == text]
        result = decoded(case, reference=list(text))
        assert result.outcome.unreachable == (not expected)
        if expected:
            assert result.tokens == text
            check(result, expected)


@kinds
@relaxed
@given(seed=seeds)
def test_a_beginning_has_its_derivations(tmp_path: Path, kind: str, seed: int) -> None:
    """A search for a beginning has fewer pops; without gaps they are enough for all of these derivations."""
    case = case_of(kind, seed, tmp_path)
    rng = random.Random(seed)
    text = rng.choice(case.everything).tokens
    typed = list(text[: rng.randint(1, 3)]) or ["a"]
    if rng.random() < 0.3:
        typed[-1] = rng.choice("abcdqxu")
    expected = [one for one in case.everything if list(one.tokens[: len(typed)]) == typed]
    result = decoded(case, prefix=Prefix.of(typed))
    assert result.outcome.unreachable == (not expected)
    if expected and kind in ("phrases together", "lattice together"):
        check(result, expected)
    elif expected:
        assert result.forest is not None
        check_existing([result.derivation, *result.forest.kbest(50)], expected)
        assert result.score <= expected[0].score + 2e-3
