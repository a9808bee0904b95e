"""Word confidences, against sums over all derivations of a small forest."""

from __future__ import annotations

import math

import pytest

from dragoman.common.errors import ModelError
from dragoman.forest import Derivation, Forest
from support.forest.plain_posteriors import plain_word_posteriors
from support.model.handful import make_model


def plainly(forest: Forest, best: Derivation, scale: float) -> list[float]:
    """The same from the list of all derivations."""
    all_of_them = forest.kbest(100_000)
    top = max(one.score for one in all_of_them)
    masses = [math.exp(scale * (one.score - top)) for one in all_of_them]
    found = [0.0] * len(best.tokens)
    for step in best.steps:
        for word, target in zip(step.target, step.target_positions, strict=True):
            sources = [s for s, t in step.alignment if t == target]
            for source in sources:
                agree = sum(
                    mass
                    for mass, one in zip(masses, all_of_them, strict=True)
                    if any(s == source and one.tokens[t] == word for s, t in one.alignment)
                )
                found[target] = max(found[target], agree / sum(masses))
    return found


@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("line", ["das haus ist klein", "das zwerg ist das haus", "klein"])
def test_confidences_are_sums_over_derivations(line: str, scale: float) -> None:
    model = make_model()
    found = model.translate(line, forest=True, confidence=scale)
    assert found.forest is not None
    assert found.confidence == pytest.approx(plainly(found.forest, found.derivation, scale))
    assert len(found.confidence) == len(found.tokens)
    assert all(0 <= value <= 1 for value in found.confidence)


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("line", ["das haus ist klein", "das zwerg ist das haus"])
def test_the_core_sums_as_the_plain_twin_does(line: str, linked: bool) -> None:
    forest = make_model().translate(line, forest=True).forest
    assert forest is not None
    sums = plain_word_posteriors(forest, 0.4, linked)
    assert len(sums) > 5
    absent = [(place, word) for place in range(3) for word in range(len(forest.words))]
    asked = list(dict.fromkeys([*sums, *absent]))
    found = forest.native.word_posteriors(forest.posteriors(0.4), asked, linked)
    assert found == pytest.approx([sums.get(pair, 0.0) for pair in asked])
    with pytest.raises(ModelError, match="no such word"):
        forest.native.word_posteriors(forest.posteriors(0.4), [(0, len(forest.words))], linked)
    with pytest.raises(ModelError, match="posterior for each edge"):
        forest.native.word_posteriors(forest.posteriors(0.4)[1:], asked, linked)


def test_a_larger_scale_is_surer_of_the_best() -> None:
    model = make_model()
    unsure, sure = (model.translate("das haus", confidence=s).confidence for s in (0.1, 10.0))
    assert min(sure) > 0.99 > min(unsure)


def test_a_word_without_links_is_judged_by_its_phrase() -> None:
    model = make_model()
    found = model.translate("das haus", forest=True)
    assert found.forest is not None
    unlinked = Derivation(
        found.derivation.source,
        found.derivation.tokens,
        tuple(type(step)(**{**vars(step), "alignment": ()}) for step in found.derivation.steps),
        found.derivation.score,
    )
    from dragoman.forest.confidence import word_confidences

    linked = word_confidences(found.forest, found.derivation)
    assert all(
        a >= b - 1e-9 for a, b in zip(word_confidences(found.forest, unlinked), linked, strict=True)
    )


def test_nothing_is_computed_unless_it_is_asked_for() -> None:
    assert make_model().translate("das haus").confidence == ()
    assert make_model().translate("", confidence=1.0).confidence == ()
