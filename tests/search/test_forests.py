"""Forests of every decoder against enumeration: no derivation is missing, made up or listed twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from dragoman.forest import Derivation
from dragoman.search import DecodeRequest, Result
from support.examples import examples
from support.search.forests import KINDS, MOST, Case, Expected

relaxed = settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
kinds = pytest.mark.parametrize("kind", KINDS)
seeds = st.integers(0, 10**6)


def make(
    kind: str, seed: int, directory: Path, width: str, enumerated: bool = True
) -> tuple[Case, Result]:
    case = KINDS[kind](seed, directory, width)
    assume(case.everything or not enumerated)
    [result] = case.model().decoder().decode([case.given], DecodeRequest(forest=True))
    assume(not result.outcome.fallback)
    return case, result


def exists(derivation: Derivation, everything: list[Expected]) -> bool:
    """Whether a derivation with the same text has the same features, and so the same score."""
    return any(
        abs(one.score - derivation.score) <= 2e-3
        and all(
            abs(value - derivation.features.get(name, 0.0)) <= 2e-3
            for name, value in one.features.items()
        )
        for one in everything
        if one.tokens == derivation.tokens
    )


def check_best(case: Case, result: Result, listed: list[Derivation]) -> None:
    """The best derivation of the forest is the translation."""
    assert listed[0].score == pytest.approx(result.score, abs=1e-4)
    same = [one for one in listed if one.score > listed[0].score - 1e-5]  # equal, but for rounding
    assert result.tokens in [one.tokens for one in same]


@kinds
@relaxed
@given(seed=seeds)
def test_without_limits_everything_is_listed_once_and_in_order(
    tmp_path: Path, kind: str, seed: int
) -> None:
    case, result = make(kind, seed, tmp_path, "wide")
    listed = result.forest.kbest(2 * MOST)
    scores = [one.score for one in listed]
    assert scores == pytest.approx([one.score for one in case.everything], abs=2e-3)
    check_best(case, result, listed)
    assert all(exists(one, case.everything) for one in listed[:100])


@kinds
@pytest.mark.parametrize("width", ["default", "narrow"])
@relaxed
@given(seed=seeds)
def test_limits_leave_derivations_that_exist(
    tmp_path: Path, kind: str, seed: int, width: str
) -> None:
    case, result = make(kind, seed, tmp_path, width)
    if result.outcome.unreachable:
        return
    listed = result.forest.kbest(2 * MOST)
    check_best(case, result, listed)
    scores = [one.score for one in listed]
    assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-9)
    assert len(listed) <= len(case.everything)
    assert all(exists(one, case.everything) for one in listed[:100])


@kinds
@pytest.mark.parametrize("width", ["wide", "default", "narrow"])
@relaxed
@given(seed=seeds, count=st.integers(1, 12), distinct=st.booleans())
@example(seed=56130, count=9, distinct=True)  # the edges of many derivations make few texts
def test_short_lists_are_the_beginning_of_long_ones(
    tmp_path: Path, kind: str, seed: int, width: str, count: int, distinct: bool
) -> None:
    """What is asked of the decoder at once, and of the model; the first entry is the translation."""
    case, whole = make(kind, seed, tmp_path, width, enumerated=False)
    model = case.model()
    [result] = model.decoder().decode(
        [case.given], DecodeRequest(forest=True, nbest=count, distinct=distinct)
    )
    assert result.forest is not None and whole.forest is not None
    scores = [one.score for one in whole.forest.kbest(count, distinct)]
    assert [one.score for one in result.forest.kbest(count, distinct)] == pytest.approx(scores)
    translation = model.translate(case.given, nbest=count, distinct=distinct)
    assert [one.score for one in translation.nbest] == pytest.approx(scores, abs=1e-4)
    if translation.nbest:
        assert translation.nbest[0].text == translation.text
        assert translation.nbest[0].score == pytest.approx(whole.score, abs=1e-4)


@pytest.mark.parametrize("count", [1, 5])
def test_the_translation_stands_before_others_with_its_score(tmp_path: Path, count: int) -> None:
    """Rounding may rank another text, with the same score, above the one that the search chose."""
    case = KINDS["gaps"](30255, tmp_path, "wide")
    model = case.model()
    [result] = model.decoder().decode([case.given], DecodeRequest(forest=True))
    best, second = result.forest.kbest(2)
    assert best.score == pytest.approx(second.score, abs=1e-6)
    assert result.tokens == second.tokens != best.tokens
    listed = model.translate(case.given, nbest=count).nbest
    assert len(listed) == count
    assert len({one.text for one in listed}) == count
    assert listed[0].text == result.text
