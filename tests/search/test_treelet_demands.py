"""What may be demanded of a treelet translation: walls, a text, its beginning. All against enumeration."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dragoman.forest.prefix import Prefix
from dragoman.search import DecodeRequest, Input, TreeletDecoder, Zone
from support.examples import examples
from support.search.forests import TREELET, TreeletCase, treelet_case
from support.search.repeats import Repeats

quick = settings(
    max_examples=examples(10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
seeds = st.integers(0, 10**6)
widths = pytest.mark.parametrize("width", TREELET)
FOREST = DecodeRequest(forest=True)


def case_of(seed: int, directory: Path, width: str) -> TreeletCase:
    case = treelet_case(seed, directory, **TREELET[width])
    assume(case.everything)
    return case


def in_order(spans: tuple[tuple[int, int], ...], wall: int) -> bool:
    """Whether phrases before a wall come before one that lies across it, and this before all others."""
    places = [(begin >= wall, end > wall) for begin, end in spans]
    return all(a <= b and c <= d for (a, c), (b, d) in pairwise(places))


@widths
@quick
@given(seed=seeds)
def test_walls_leave_the_derivations_that_keep_them(tmp_path: Path, width: str, seed: int) -> None:
    case = case_of(seed, tmp_path, width)
    size = len(case.given.tokens)
    walls = sorted(random.Random(seed).sample(range(size + 1), min(2, size)))
    kept = [
        case.score(one)
        for one in case.everything
        if all(in_order(one.spans, wall) for wall in walls)
    ]
    [result] = case.decoder.decode([replace(case.given, walls=walls)], FOREST)
    if width == "wide":
        assert result.outcome.fallback == (not kept)
    if result.outcome.fallback:
        return
    found = [one.score for one in result.forest.kbest(len(case.everything) + 1)]
    assert found[0] == pytest.approx(result.score, abs=1e-3)
    if width == "wide":
        assert found == pytest.approx(sorted(kept, reverse=True), abs=2e-3)
    spans = tuple(span for step in result.derivation.steps for span in step.source_spans)
    order = sorted(spans, key=lambda span: _place(result, span))
    assert all(in_order(tuple(order), wall) for wall in walls)


def _place(result, span: tuple[int, int]) -> int:
    """Where the words of a source span begin in the target."""
    [step] = [step for step in result.derivation.steps if span in step.source_spans]
    return step.target_positions[0]


@widths
@quick
@given(seed=seeds)
def test_a_text_is_found_exactly_if_it_has_a_derivation(
    tmp_path: Path, width: str, seed: int
) -> None:
    """Whatever the beam; without one, the best derivation and all others."""
    case = case_of(seed, tmp_path, width)
    rng = random.Random(seed)
    texts = [rng.choice(case.everything).tokens for _ in range(3)]
    for text in list(texts):  # a word exchanged, left out, added
        for change in ([rng.choice("abcd")], [], ["a", "b"]):
            place = rng.randint(0, max(0, len(text) - 1))
            texts.append((*text[:place], *change, *text[place + 1 :]))
    for text in texts:
        scores = [case.score(one) for one in case.everything if one.tokens == text]
        [result] = case.decoder.decode([replace(case.given, reference=text)], FOREST)
        assert not result.outcome.fallback
        if width == "wide" or not scores:
            assert result.outcome.unreachable == (not scores)
        if result.outcome.unreachable:
            assert result.tokens == ()
            assert result.outcome.reached[1] <= len(text)
            continue
        assert result.tokens == text
        assert tuple(result.tree.words()) == text
        found = result.forest.kbest(len(scores) + 1)
        assert found[0].score == pytest.approx(result.score, abs=1e-3)
        assert all(derivation.tokens == text for derivation in found)
        if width == "wide":
            assert [d.score for d in found] == pytest.approx(sorted(scores, reverse=True), abs=2e-3)


@pytest.mark.parametrize("beam", [1, 5])
@quick
@given(seed=seeds)
def test_whether_a_text_is_found_does_not_depend_on_limits(
    tmp_path: Path, beam: int, seed: int
) -> None:
    """The fast search with the narrowest beam, and no translation of a phrase that the paper's search has not."""
    wide = case_of(seed, tmp_path, "wide")
    options = replace(
        wide.options, search="fast", beam=beam, max_blocks=1, max_trees=1, table_limit=1
    )
    narrow = replace(wide, options=options)
    for text in {one.tokens for one in wide.everything}:
        [result] = narrow.decoder.decode([replace(wide.given, reference=text)])
        assert result.tokens == text


@quick
@given(seed=seeds)
def test_of_several_texts_the_best(tmp_path: Path, seed: int) -> None:
    case = case_of(seed, tmp_path, "wide")
    rng = random.Random(seed)
    texts = [("nothing", "like", "it"), *(rng.choice(case.everything).tokens for _ in range(3))]
    rng.shuffle(texts)
    scores = [case.score(one) for one in case.everything if one.tokens in texts]
    [result] = case.decoder.decode([replace(case.given, references=texts)])
    assert result.outcome.reference is not None
    assert result.tokens == texts[result.outcome.reference]
    assert result.score == pytest.approx(max(scores), abs=2e-3)
    [lost] = case.decoder.decode([replace(case.given, references=texts[:1] * 2)])
    assert lost.outcome.unreachable == (texts[0] == ("nothing", "like", "it"))


@widths
@quick
@given(seed=seeds, text=st.lists(st.sampled_from("abcdq"), min_size=1, max_size=5))
def test_any_text_is_made_with_additions(
    tmp_path: Path, width: str, seed: int, text: list[str]
) -> None:
    """What is reachable is found as before; for the rest the additions are marked and paid for."""
    case = treelet_case(seed, tmp_path, **TREELET[width], cohesion_hard=False)
    given = replace(case.given, reference=text)
    [strict] = case.decoder.decode([given])
    case.options = replace(case.options, force_relaxed=True)
    [result] = case.decoder.decode([given], FOREST)
    assert result.tokens == tuple(text)
    assert result.outcome.relaxed == strict.outcome.unreachable or result.outcome.fallback
    if not strict.outcome.unreachable:
        assert (result.score, result.target_tree) == (strict.score, strict.target_tree)
        return
    steps = result.derivation.steps
    if not result.outcome.fallback:
        assert tuple(result.tree.words()) == result.tokens
        assert {"inserted", "deleted", "back-off"} & {step.kind for step in steps}
    for one in result.forest.kbest(10):
        assert one.tokens == result.tokens
        total = sum(case.weights[name] * value for name, value in one.features.items())
        assert total == pytest.approx(one.score, abs=1e-2)
        covered = [i for step in one.steps for span in step.source_spans for i in range(*span)]
        assert sorted(covered) == list(range(len(given.tokens)))


def test_additions_leave_a_tree(tmp_path: Path) -> None:
    """The phrase decoder alone is seldom needed: where no treelet of the model can take a modifier."""
    trees = relaxed = 0
    for seed in range(60):
        case = treelet_case(seed, tmp_path, force_relaxed=True, cohesion_hard=False)
        text = random.Random(seed).choices("abcdq", k=4)
        [result] = case.decoder.decode([replace(case.given, reference=text)])
        relaxed += result.outcome.relaxed
        trees += result.outcome.relaxed and result.tree is not None
    assert trees > 0.7 * relaxed > 20


def test_words_that_are_dropped_stand_with_a_phrase(tmp_path: Path) -> None:
    """At the beginning, in the middle and at the end; a hole that they leave breaks no constituent."""
    case = treelet_case(1, tmp_path)
    [whole] = case.decoder.decode([Input(["z", "z", "z"])])
    assert not whole.outcome.fallback
    for words in ("z u z z", "u u z z z", "z z u z u", "u z u u z u z u"):
        given = words.split()
        zones = [Zone(i, i + 1, [""]) for i, word in enumerate(given) if word == "u"]
        [result] = case.decoder.decode([Input(given, zones=zones)], FOREST)
        assert not result.outcome.fallback
        assert tuple(result.tree.words()) == result.tokens
        covered = [
            i for s in result.derivation.steps for span in s.source_spans for i in range(*span)
        ]
        assert sorted(covered) == list(range(len(given)))
        for one in result.forest.kbest(20):
            total = sum(case.weights[name] * value for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-2)


def begins(tokens: tuple[str, ...], prefix: Prefix) -> bool:
    size = len(prefix.words)
    if len(tokens) < size:
        return False
    whole = zip(tokens[: size - 1], prefix.words, strict=False)
    return all(word in typed for word, typed in whole) and prefix.ends_with(tokens[size - 1])


@widths
@quick
@given(
    seed=seeds,
    count=st.integers(1, 4),
    partial=st.booleans(),
    other=st.booleans(),
)
def test_the_best_derivation_that_begins_as_typed(
    tmp_path: Path, width: str, seed: int, count: int, partial: bool, other: bool
) -> None:
    case = case_of(seed, tmp_path, width)
    rng = random.Random(seed)
    typed: list[tuple[str, ...]] = [(word,) for word in rng.choice(case.everything).tokens[:count]]
    if other:
        typed[rng.randrange(len(typed))] = ("b", "q")
    prefix = Prefix(tuple(typed), partial)
    scores = [case.score(one) for one in case.everything if begins(one.tokens, prefix)]
    [result] = case.decoder.decode([replace(case.given, prefix=prefix)], FOREST)
    if width == "wide":
        assert (result.outcome.fallback or result.outcome.unreachable) == (not scores)
    if result.outcome.unreachable:
        assert not scores
        return
    assert begins(result.tokens, prefix)
    if result.outcome.fallback:
        return
    assert all(begins(one.tokens, prefix) for one in result.forest.kbest(50))
    assert result.score <= max(scores) + 2e-3
    if width == "wide":
        assert result.score == pytest.approx(max(scores), abs=2e-3)


@widths
@quick
@given(seed=seeds)
def test_a_feature_of_edges_follows_the_text(tmp_path: Path, width: str, seed: int) -> None:
    """It remembers the ends of texts; what it says of the whole depends on the words alone."""
    case = case_of(seed, tmp_path, width)
    case.weights["repeats"] = weight = random.Random(seed).choice([-2.0, 0.0, 2.0])
    decoder = TreeletDecoder(case.rules, [case.lm], case.weights, case.options, [Repeats()])
    [result] = decoder.decode([case.given], FOREST)
    scores = [
        sum(case.weights[n] * v for n, v in one.features.items())
        - weight * sum(a == b for a, b in pairwise(one.tokens))
        for one in case.everything
    ]
    count = sum(a == b for a, b in pairwise(result.tokens))
    assert result.features["repeats"] == -count
    if result.outcome.fallback:
        return
    found = result.forest.kbest(len(scores) + 1)
    if width == "wide":
        assert [one.score for one in found] == pytest.approx(sorted(scores, reverse=True), abs=2e-3)
    for one in found[:50]:
        assert one.features.get("repeats", 0) == -sum(a == b for a, b in pairwise(one.tokens))


def test_a_feature_of_edges_sees_the_phrase_decoder_too(tmp_path: Path) -> None:
    """Sentences that are left to it are scored with the same feature."""
    case = treelet_case(1, tmp_path, max_words=1)
    case.weights["repeats"] = -50.0
    decoder = TreeletDecoder(case.rules, [case.lm], case.weights, case.options, [Repeats()])
    [result] = decoder.decode([replace(case.given, tokens=["x", "x", "u", "u"], tree=None)])
    assert result.outcome.fallback
    assert result.features["repeats"] == -sum(a == b for a, b in pairwise(result.tokens)) < 0
