"""The rest of a translation whose beginning was typed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from dragoman.corpus.casing import Truecaser
from dragoman.corpus.preparation import TextPreparation
from dragoman.model import Model
from dragoman.model.interactive.forest_cache import ForestCache, Same
from dragoman.model.interactive.searched_forests import ForestSearch, SearchedForests
from support.model.handful import make_model
from support.search.conformance import SYSTEMS

LINE = "das haus ist klein"


@pytest.mark.parametrize("typed", ["", "t", "the", "the ", "that h", "the building is", "is "])
def test_completions_are_the_best_texts_that_begin_so(typed: str) -> None:
    model = make_model()
    everything = model.translate(LINE, nbest=1000).nbest
    wanted = [one.text for one in everything if one.text.startswith(typed)]
    found = model.complete(LINE, typed, alternatives=3)
    assert found.exact
    assert found.edits == 0
    assert [found.text, *(typed + one.text for one in found.alternatives)] == wanted[:4]
    for one in (found.best, *found.alternatives):
        assert "".join(one.pieces) == one.text
        assert len(one.confidences) == len(one.pieces)
        assert all(0 <= value <= 1 for value in one.confidences)


def test_confidences_are_those_among_texts_that_begin_so() -> None:
    model = make_model()
    free = model.complete(LINE, "")
    typed = model.complete(LINE, "the house")
    assert free.best.pieces[:2] == ("the", " house")
    assert free.best.confidences[1] < 1
    assert model.complete(LINE, "the ho").best.confidences[0] == pytest.approx(1)
    assert typed.best.pieces == (" is", " small")


@pytest.mark.parametrize(
    ("typed", "completion", "matched"),
    [
        ("the hous is", " small", "the house is"),
        ("the hose ", "is small", "the house"),
        ("the very house ", "is small", "the house"),
        ("the is ", "small", "the house is"),
    ],
)
def test_errors_are_corrected_and_told(typed: str, completion: str, matched: str) -> None:
    found = make_model().complete(LINE, typed, edit_cost=8.0)
    if typed == "the is ":  # the words can be reordered
        assert found.exact
        return
    assert (found.completion, found.matched, found.exact) == (completion, matched, False)
    assert 0 < found.edits <= 1
    assert found.text == typed + completion


def test_a_complete_translation_needs_nothing() -> None:
    found = make_model().complete(LINE, "the house is small")
    assert (found.completion, found.exact, found.best.pieces) == ("", True, ())


def test_an_empty_sentence() -> None:
    model = make_model()
    assert model.complete("", "").exact
    found = model.complete("", "the")
    assert (found.completion, found.exact) == ("", False)


def test_words_are_cased_and_joined_as_in_translations() -> None:
    model = make_model()
    caser = Truecaser.train(["the house", "the house", "a small house"])
    model.text = TextPreparation(
        tokenize=True, source_language="de", target_language="en", truecaser=caser
    )
    assert model.complete(LINE, "").text == "The house is small"
    for typed in ("T", "The", "the ", "The hou"):
        found = model.complete(LINE, typed)
        assert found.exact, typed
        assert found.text.lower() == "the house is small"
        assert found.text.startswith(typed)


def test_terms_are_kept() -> None:
    found = make_model().complete(LINE, "the c", terms={"haus": "cottage"})
    assert found.text == "the cottage is small"


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_decoder_completes(name: str, tmp_path: Path) -> None:
    system = SYSTEMS[name](tmp_path)
    model = Model(system.rules, system.lms, system.weights, decoder=system.type.name)
    for line in ("x y z", "z x", "y y x z"):
        best = model.translate(line, nbest=20)
        for one in best.nbest:
            words = one.text.split(" ")
            for count in range(len(words) + 1):
                typed = " ".join(words[:count])
                found = model.complete(line, f"{typed} " if typed else "")
                first = next(n for n in best.nbest if n.text.split(" ")[:count] == words[:count])
                assert found.exact
                assert found.best.score == pytest.approx(first.score)
                assert found.text.strip() == first.text


def test_a_sentence_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = make_model()
    decoded: list[str] = []
    once = ForestSearch._forest
    monkeypatch.setattr(
        ForestSearch, "_forest", lambda own, given: decoded.append("") or once(own, given)
    )
    for typed in ("", "t", "th"):
        model.complete(LINE, typed)
    assert len(decoded) == 1
    for typed in ("xy", "xyz", "xyz the"):  # what no translation begins with is searched for once
        assert not model.complete(LINE, typed).exact
    assert len(decoded) == 2
    model.weights["lm"] *= 2
    model.complete(LINE, "t")
    assert len(decoded) == 3


def test_what_the_forest_lacks_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a narrow first search, the decoder is asked again with the beginning as a demand."""
    model = make_model()
    wanted = [one.text for one in model.translate(LINE, nbest=1000).nbest][-1]
    model.options = replace(model.options, stack=1, pop_limit=1, table_limit=1)
    first = model.translate(LINE, forest=True).forest
    words = wanted.split(" ")
    assert words[0] not in {one.text.split(" ")[0] for one in first.kbest(100)}
    decoded: list[str] = []
    once = ForestSearch._forest
    monkeypatch.setattr(
        ForestSearch, "_forest", lambda own, given: decoded.append("") or once(own, given)
    )
    for count in range(1, len(words) + 1):
        found = model.complete(LINE, " ".join(words[:count]))
        assert found.exact
        assert found.edits == 0
        assert found.text.startswith(" ".join(words[:count]))


def test_a_narrow_chart_is_searched_again_too(tmp_path: Path) -> None:
    system = SYSTEMS["chart"](tmp_path)
    model = Model(system.rules, system.lms, system.weights, decoder=system.type.name)
    line = "x y z"
    texts = [one.text.split(" ") for one in model.translate(line, nbest=1000).nbest]
    model.options = replace(model.options, pop_limit=1)
    first = model.translate(line, forest=True).forest
    known = {one.tokens[0] for one in first.kbest(1000)}
    lacking = [words for words in texts if words[0] not in known]
    assert lacking
    for words in lacking:
        for count in range(1, len(words) + 1):
            found = model.complete(line, " ".join(words[:count]))
            assert found.exact
            assert found.text.startswith(" ".join(words[:count]))


def test_words_that_were_taken_back_are_forgotten() -> None:
    """A completion depends on what is typed now, not on what was typed before."""
    model, fresh = make_model(), make_model()
    texts = [one.text.split(" ") for one in model.translate(LINE, nbest=1000).nbest]
    for one in (model, fresh):
        one.options = replace(one.options, stack=1, pop_limit=1, table_limit=1)
    for words in texts:
        for count in range(len(words), 0, -1):
            typed = " ".join(words[:count])
            fresh._forests = ForestCache()
            assert model.complete(LINE, typed) == fresh.complete(LINE, typed)


def test_the_cache_of_forests_is_bounded() -> None:
    model = make_model()
    lines = ("das", LINE)
    made = [SearchedForests(model.translate(line, forest=True).forest) for line in lines]
    room = made[0].edges + made[1].edges
    kept = ForestCache(room)
    for key, forest in enumerate(made):
        assert kept.get(key, partial(made.__getitem__, key)) is forest
    assert len(kept) == 2
    kept.get("more", lambda: made[0])
    assert len(kept) == 2  # the first one made room
    small = ForestCache(made[1].edges - 1)
    assert small.get(1, lambda: made[1]) is made[1]
    assert len(small) == 0
    assert Same(made[0]) == Same(made[0]) != Same(made[1])
