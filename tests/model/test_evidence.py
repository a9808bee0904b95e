"""Evidence: the pairs that could have taught a phrase are those that brute-force extraction finds it in."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.forest import Derivation
from dragoman.forest.derivation import Step
from dragoman.grammar import AlignedBitext, OnTheFlyRules, PhraseLookupOptions, SuffixGrammar
from dragoman.grammar.occurrences import IndexedBitext
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.lm import LanguageModel
from dragoman.model import Model
from dragoman.model.evidence import MOST, Evidence, evidence_of
from support.examples import examples
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import bitext, corpora
from support.model.handful import make_model


def step_of(source: tuple[tuple[str, ...], ...], target: tuple[tuple[str, ...], ...]) -> Step:
    """A step with these pieces, a word apart."""

    def spans(pieces: tuple[tuple[str, ...], ...]) -> list[tuple[int, int]]:
        found, begin = [], 0
        for piece in pieces:
            found.append((begin, begin + len(piece)))
            begin += len(piece) + 1
        return found

    places = tuple(place for a, b in spans(target) for place in range(a, b))
    words = tuple(w for p in source for w in p), tuple(w for p in target for w in p)
    return Step(0, tuple(spans(source)), *words, places, (), {}, 0.0)


def ask(corpus: list[Sentence], step: Step) -> Evidence:
    segment = SuffixSegment.build(bitext(corpus))
    derivation = Derivation(("a",) * 20, ("x",) * 20, (step,), 0.0)
    return evidence_of([IndexedBitext(segment)], derivation, "", 100)


def occurrences(corpus: list[Sentence], source: tuple[str, ...]) -> list[tuple[int, int]]:
    n = len(source)
    return [
        (number, begin)
        for number, pair in enumerate(corpus)
        for begin in range(len(pair.source) - n + 1)
        if pair.source[begin : begin + n] == source
    ]


PHRASE = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple)
TARGET = st.lists(st.sampled_from("xyz"), min_size=1, max_size=3).map(tuple)


@settings(deadline=None, max_examples=examples(300))
@given(corpora(), PHRASE, TARGET)
def test_pairs_for_a_phrase_are_those_it_is_extracted_from(
    corpus: list[Sentence], source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    found = ask(corpus, step_of((source,), (target,))).phrases[0]
    where = occurrences(corpus, source)
    assert found.occurrences == found.looked_at == len(where)
    expected = []
    for number, begin in where:
        pair, end = corpus[number], begin + len(source)
        if any(
            pair.target[e : e + len(target)] == target
            and pair.consistent(begin, end, e, e + len(target))
            for e in range(len(pair.target) - len(target) + 1)
        ):
            expected.append((number + 1, tuple(range(begin, end))))
    assert sorted((one.line, one.source_places) for one in found.examples) == expected
    assert found.supporting == len(expected)
    for one in found.examples:
        assert tuple(one.target[j] for j in one.target_places) == target
        assert (one.source, one.target) == (
            corpus[one.line - 1].source,
            corpus[one.line - 1].target,
        )


@settings(deadline=None, max_examples=examples(300))
@given(corpora(), PHRASE, TARGET)
def test_pairs_against_it_have_another_translation(
    corpus: list[Sentence], source: tuple[str, ...], target: tuple[str, ...]
) -> None:
    found = ask(corpus, step_of((source,), (target,))).phrases[0]
    others: Counter[str] = Counter()
    for number, begin in occurrences(corpus, source):
        pair, end = corpus[number], begin + len(source)
        linked = sorted({e for f, e in pair.links if begin <= f < end})
        closed = all(begin <= f < end for f, e in pair.links if e in linked)
        supported = any(
            pair.target[e : e + len(target)] == target
            and pair.consistent(begin, end, e, e + len(target))
            for e in range(len(pair.target))
        )
        if linked and closed and not supported:
            pieces, last = [], None
            for e in linked:
                pieces.append(
                    ("" if last is None else " " if last + 1 == e else " … ") + pair.target[e]
                )
                last = e
            others["".join(pieces)] += 1
    assert dict(found.others).items() <= others.items()
    assert len(found.others) == min(5, len(others))
    assert sum(dict(found.others).values()) == sum(n for _, n in others.most_common(5))


@settings(deadline=None, max_examples=examples(300))
@given(corpora(), PHRASE, PHRASE, TARGET, TARGET)
def test_phrases_with_gaps(
    corpus: list[Sentence],
    first: tuple[str, ...],
    second: tuple[str, ...],
    left: tuple[str, ...],
    right: tuple[str, ...],
) -> None:
    """A pair is for it if the pieces stand there with a gap, and all links of its words lead to each other."""
    found = ask(corpus, step_of((first, second), (left, right))).phrases[0]
    for one in found.examples:
        pair = corpus[one.line - 1]
        f, e = set(one.source_places), set(one.target_places)
        assert tuple(pair.source[i] for i in one.source_places) == first + second
        assert tuple(pair.target[j] for j in one.target_places) == left + right
        assert one.source_places[len(first)] > one.source_places[len(first) - 1] + 1
        assert any(i in f for i, j in pair.links)
        assert all((i in f) == (j in e) for i, j in pair.links)


@pytest.fixture(scope="module")
def model() -> Model:
    source = ["das haus ist klein", "das buch ist klein", "ein haus", "das haus", "das haus"]
    target = ["the house is small", "the book is small", "a house", "the building", "the house"]
    links = ["0-0 1-1 2-2 3-3", "0-0 1-1 2-2 3-3", *["0-0 1-1"] * 3]
    grammar = SuffixGrammar.build(AlignedBitext.encode(source, target, links))
    rules = OnTheFlyRules(grammar, PhraseLookupOptions(max_length=1))
    return Model(rules, [LanguageModel.train(target * 3)])


def test_examples_that_are_most_like_the_sentence_come_first(model: Model) -> None:
    found = model.evidence(model.translate("das haus ist klein"))
    house = next(one for one in found.phrases if one.source == "haus")
    assert (house.occurrences, house.supporting, house.others) == (4, 3, (("building", 1),))
    assert [one.line for one in house.examples] == [1, 5, 3]
    assert house.examples[0].marked() == ("das [haus] ist klein", "the [house] is small")
    assert [one.line for one in house.against] == [4]
    shown = str(found)
    assert "haus -> house  (3 of 4)" in shown and "building 1" in shown


def test_unknown_words_are_named_and_phrases_keep_the_numbers_of_the_derivation(
    model: Model,
) -> None:
    translation = model.translate("das wombat ist klein")
    found = model.evidence(translation)
    steps = translation.derivation.in_target_order
    assert [one.number for one in found.phrases] == list(range(1, len(steps) + 1))
    assert [one.source for one in found.phrases] == [step.source_text for step in steps]
    unknown = next(one for one in found.phrases if one.source == "wombat")
    assert (unknown.occurrences, unknown.supporting, unknown.examples) == (0, 0, ())
    assert "wombat -> wombat  (the text does not have it)" in str(found)


def test_added_pairs_are_marked(model: Model) -> None:
    rules = model.rules
    assert isinstance(rules, OnTheFlyRules)
    model.rules = rules.add(["ein buch"], ["a volume"], ["0-0 1-1"])
    found = model.evidence(model.translate("buch"), 5).phrases[0]
    every = [*found.examples, *found.against]
    assert {(one.line, one.added) for one in every} == {(2, False), (6, True)}
    model.rules = rules


def test_frequent_phrases_are_drawn_evenly() -> None:
    corpus = [Sentence(("a", "b"), ("x", "y"), frozenset({(0, 0), (1, 1)}))] * 2500
    found = ask(corpus, step_of((("a",),), (("x",),))).phrases[0]
    assert (found.occurrences, found.looked_at, found.supporting) == (2500, MOST, MOST)
    lines = [one.line for one in found.examples]
    assert len(set(lines)) == 100


def test_a_fixed_table_keeps_no_sentences() -> None:
    fixed = make_model()
    with pytest.raises(ConfigError, match="suffix-array"):
        fixed.evidence(fixed.translate("das haus"))


def test_long_sentences_stand_one_below_the_other(model: Model) -> None:
    found = model.evidence(model.translate("das haus"))
    assert "line  source" in str(found)
    example = found.phrases[0].examples[0]
    long = replace(example, source=(*example.source, *["wort"] * 40))
    phrase = replace(found.phrases[0], examples=(long,), others=(), against=())
    *_, first, second = str(replace(found, phrases=(phrase,))).split("\n")
    source, target = long.marked()
    assert first.split(maxsplit=1) == [str(long.line), source] and second.strip() == target
    assert first.index(source[0]) == second.index(target[0])


def test_the_command(model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model.save(tmp_path / "model")
    (tmp_path / "text").write_text("das haus\n")
    command = ["translate", str(tmp_path / "model"), "--input", str(tmp_path / "text")]
    assert main([*command, "--evidence"]) == 0
    assert "das [haus]" in capsys.readouterr().out
    assert main([*command, "--evidence", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["source"] for one in data["evidence"]] == ["das", "haus"]
    assert all(len(one["examples"]) == 1 for one in data["evidence"])
    assert main([*command, "--evidence", "--explain"]) == 1
