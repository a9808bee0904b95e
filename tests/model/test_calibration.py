"""Confidences as probabilities."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dragoman
from dragoman.cli.main import main
from dragoman.cohesion.definition import interruptions
from dragoman.common.errors import ConfigError, ModelError
from dragoman.forest.segmentation import phrases_of
from dragoman.model.interactive.calibration import Calibration
from dragoman.model.interactive.completion import SCALE, Completion, Ending
from dragoman.model.interactive.simulated_typing import by_words, right_pieces
from dragoman.search import Input
from support.model.cohesive_world import FLAT, TOGETHER, make_world_model
from support.model.handful import make_model

PAIRS = [
    ("das haus ist klein", "the house is small"),
    ("das haus ist klein", "the building is tiny"),
    ("das ist klein", "that is small"),
]


def ending(text: str) -> Ending:
    words = text.split()
    pieces = tuple(word if place == 0 else f" {word}" for place, word in enumerate(words))
    return Ending(text, pieces, (0.9,) * len(pieces), 0.0)


class Parrot:
    """Always goes on with the same words, whatever was typed."""

    def complete(self, source: str, prefix: str, *, confidence: float | None = None) -> Completion:
        assert confidence == SCALE
        return Completion(prefix, ending("a b"), (), True, prefix, 0.0)


def test_a_person_accepts_what_is_right_and_types_the_next_word() -> None:
    asked: list[str] = []

    def ask(typed: str) -> Completion:
        asked.append(typed)
        return Completion(typed, ending("a b"), (), True, typed, 0.0)

    assert len(list(by_words(ask, "a b c a d a b"))) == 3
    assert asked == ["", "a b c ", "a b c a d "]


@pytest.mark.parametrize(
    ("typed", "wanted", "right"),
    [
        ("", "a b", [True, True]),
        ("", "a c", [True, False]),
        ("", "ab", [False]),
        ("c ", "c a, b", [True, False]),
        ("c ", "c d", [False]),
        ("", "a", [True, False]),
    ],
)
def test_words_are_right_up_to_the_first_wrong_one(
    typed: str, wanted: str, right: list[bool]
) -> None:
    assert right_pieces(Completion(typed, ending("a b"), (), True, typed, 0.0), wanted) == right


def test_probabilities_are_as_often_right_as_they_say() -> None:
    """All confidences are equal, so the probability is the share of right words, apart for next words."""
    references = ["a b c", "a c", "c", "a b"]
    told = []
    for reference in references:
        ask = partial(Parrot().complete, "", confidence=SCALE)
        for found in by_words(ask, reference):
            told.append(right_pieces(found, reference))
    fitted = Calibration.fit(Parrot(), [("x", reference) for reference in references])
    first, second = fitted.probabilities(ending("a b"), exact=True)
    sizes = [len(right) for right in told]
    assert first == pytest.approx(np.mean([right[0] for right in told]), abs=1e-3)
    rest = [one for right in told for one in right[1:]]
    assert sum(sizes) == len(told) + len(rest)
    assert second == pytest.approx(np.mean(rest), abs=1e-3)


def test_words_that_the_language_model_expects_are_surer() -> None:
    """Two words with the same posterior; the person wants the one that is probable."""

    class Two:
        def complete(
            self, source: str, prefix: str, *, confidence: float | None = None
        ) -> Completion:
            best = replace(ending(source), language=(-1.0 if source == "a" else -9.0,))
            return Completion(prefix, best, (), True, prefix, 0.0)

    fitted = Calibration.fit(Two(), [("a", "a"), ("a", "a"), ("b", "c"), ("b", "c"), ("b", "b")])
    likely, unlikely = (replace(ending("a"), language=(value,)) for value in (-1.0, -9.0))
    assert fitted.language > 0
    assert fitted.probabilities(likely, True) > fitted.probabilities(unlikely, True)
    lost = replace(ending("a"), language=(-1000.0,))
    assert fitted.probabilities(lost, True) > (0.0,)


def test_pieces_know_how_probable_they_are() -> None:
    """As the language model says it of the whole text."""
    model = make_model()
    for typed in ("", "the ", "the b"):
        found = model.complete(PAIRS[0][0], typed, alternatives=3)
        for one in (found.best, *found.alternatives):
            text = (typed + one.text).split()
            scores = model.lms[0].full_scores(text, eos=False)
            wanted = [score.log10 * np.log(10) for score in scores[len(text) - len(one.pieces) :]]
            assert one.language == pytest.approx(wanted)
        assert "language" not in str(found.as_dict())


@given(st.lists(st.floats(0, 1), min_size=1), st.booleans(), st.floats(0.01, 5), st.floats(-5, 5))
def test_probabilities_are_in_order(posteriors, exact, slope, offset) -> None:
    given = Ending("", ("",) * len(posteriors), tuple(posteriors), 0.0)
    found = Calibration(slope, offset, -1.0).probabilities(given, exact)
    assert all(0 <= one <= 1 for one in found)
    order = np.argsort(posteriors, kind="stable")
    assert list(np.diff(np.array(found)[order]) >= -1e-12) == [True] * (len(found) - 1)


def test_a_model_keeps_its_calibration(tmp_path: Path) -> None:
    model = make_model()
    raw = model.complete(*PAIRS[0][:1], "the ", alternatives=2)
    model.calibration = Calibration.fit(model, PAIRS)
    model.save(tmp_path / "model")
    again = dragoman.load(tmp_path / "model")
    assert again.calibration == model.calibration
    found = again.complete(PAIRS[0][0], "the ", alternatives=2)
    for before, after in zip(
        (raw.best, *raw.alternatives), (found.best, *found.alternatives), strict=True
    ):
        wanted = model.calibration.probabilities(before, exact=True)
        assert after.confidences == pytest.approx(wanted)
    plain = again.complete(PAIRS[0][0], "the ", confidence=SCALE)
    assert plain.best.confidences == pytest.approx(raw.best.confidences)
    kept = again.changed(weights={"lm": 0.1}).calibration
    assert kept is not None and replace(kept) == model.calibration


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no text"):
        Calibration.fit(make_model(), [])
    model = make_model()
    model.calibration = Calibration(0.5, 0.1, -0.2)
    model.save(tmp_path / "model")
    file = tmp_path / "model/model.toml"
    file.write_text(file.read_text().replace("slope", "slop"))
    with pytest.raises(ModelError, match="'slop'"):
        dragoman.load(tmp_path / "model")


def test_the_command_writes_it_into_the_model(tmp_path: Path) -> None:
    make_model().save(tmp_path / "model")
    for name, side in (("f", 0), ("e", 1)):
        (tmp_path / name).write_text("".join(f"{pair[side]}\n" for pair in PAIRS))
    sides = ["--source", str(tmp_path / "f"), "--reference", str(tmp_path / "e")]
    assert not main(["calibrate", str(tmp_path / "model"), *sides])
    fitted = dragoman.load(tmp_path / "model").calibration
    assert fitted == Calibration.fit(make_model(), PAIRS)
    assert main(["calibrate", str(tmp_path / "none"), *sides])


def test_pieces_know_whether_their_phrase_breaks_the_source_tree() -> None:
    """The fact of cohesion is that of the definition, on the derivation that has the completion's words."""
    model = make_world_model()
    model.options = replace(model.options, cohesion=())
    model.weights = {name: w for name, w in model.weights.items() if not name.startswith("coh")}
    for tree in (FLAT, TOGETHER, None):
        given = Input(["x", "y", "z"], tree=tree)
        derivation = model.translate(given).derivation
        found = model.complete(given, "").best
        if tree is None:
            assert found.interrupted == ()
            continue
        spans = [phrase.source for phrase in phrases_of(derivation)]
        guilty = {one.phrase for one in interruptions(tree, spans)}
        wanted = [
            number in guilty
            for number, phrase in enumerate(derivation.phrases)
            for _ in phrase.target
        ]
        assert found.text.split() == list(derivation.tokens)
        assert list(found.interrupted) == wanted
        assert model.complete(given, found.text.split()[0] + " ").best.interrupted == tuple(
            wanted[1:]
        )
        assert any(wanted) == (tree is TOGETHER)
        assert "interrupted" not in str(model.complete(given, "", alternatives=2).as_dict())


def test_broken_cohesion_lowers_a_confidence() -> None:
    whole = replace(ending("a b"), interrupted=(False, False))
    broken = replace(whole, interrupted=(False, True))
    first, second = Calibration(interrupted=-1.0).probabilities(broken, True)
    assert (first, first) == Calibration(interrupted=-1.0).probabilities(whole, True)
    assert second < first
    earlier = dict.fromkeys(("slope", "offset", "corrected", "next", "language"), 1.0)
    assert Calibration.read(earlier) == Calibration(**earlier, interrupted=0.0)
