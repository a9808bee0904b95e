"""Words that come with added pairs are learned, and no translation loses them."""

from __future__ import annotations

from collections import Counter

import pytest

from dragoman.align import Aligner, AlignOptions
from dragoman.align.new_words import likeness, links_with_new_words
from dragoman.grammar import AlignedBitext, OnTheFlyRules, PhraseLookupOptions, SuffixGrammar
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel
from dragoman.model import Model
from support.sample_corpus import sample_directory

Pairs = list[tuple[str, str]]
SHOWN, ADDED = 6, 3
"""Pairs that a term must have, and how many of them are added."""


def terms_of(pairs: Pairs) -> dict[str, str]:
    """Rare source words that stand in the same pairs as one target word, and that word."""
    places: list[dict[str, set[int]]] = [{}, {}]
    for number, pair in enumerate(pairs):
        for side in (0, 1):
            for word in set(pair[side].split()):
                places[side].setdefault(word, set()).add(number)
    found = {}
    for word, where in places[0].items():
        if SHOWN <= len(where) <= 3 * SHOWN:
            same = [e for e, others in places[1].items() if others == where]
            if len(same) == 1 and same[0] != word:
                found[word] = same[0]
    return found


@pytest.fixture(scope="module")
def world() -> tuple[Model, Pairs, list[tuple[str, str, str]]]:
    """A model that never saw some terms, pairs with them to be added, and sentences with them to be translated."""
    place = sample_directory(3000, 10, 60)
    pairs = list(zip(read_lines(place / "train.qar"), read_lines(place / "train.qot"), strict=True))
    terms = dict(sorted(terms_of(pairs).items())[:12])
    assert len(terms) >= 10
    train = [pair for pair in pairs if terms.keys().isdisjoint(pair[0].split())]
    added, asked = [], []
    used: set[tuple[str, str]] = set()
    for word in terms:
        where = [pair for pair in pairs if word in pair[0].split()]
        added += where[:ADDED]
        used.update(where[:ADDED])
    for word, right in terms.items():
        asked += [(word, right, f) for f, e in pairs if word in f.split() and (f, e) not in used]
    source, target = [f for f, _ in train], [e for _, e in train]
    aligner = Aligner.train(source, target, AlignOptions(schedule="joint-ibm1:3,joint-hmm:3"))
    grammar = SuffixGrammar.build(
        AlignedBitext.encode(source, target, aligner.align().text().splitlines())
    )
    model = Model(OnTheFlyRules(grammar, PhraseLookupOptions()), [LanguageModel.train(target)])
    model.aligner = aligner
    return model, added, asked


def right_and_lost(model: Model, asked: list[tuple[str, str, str]]) -> tuple[float, int]:
    """The share of translations with the right word, and how many have neither it nor the source word."""
    found = Counter[str]()
    for (word, right, _), one in zip(asked, model.translate([f for _, _, f in asked]), strict=True):
        words = one.text.split()
        found["right" if right in words else "copied" if word in words else "lost"] += 1
    return found["right"] / len(asked), found["lost"]


@pytest.mark.parametrize("one_by_one", [False, True])
def test_three_pairs_teach_a_term(
    world: tuple[Model, Pairs, list[tuple[str, str, str]]], one_by_one: bool
) -> None:
    model, added, asked = world
    rules = model.rules
    assert right_and_lost(model, asked) == (0, 0)
    for pairs in [[pair] for pair in added] if one_by_one else [added]:
        model.add(pairs)
    right, lost = right_and_lost(model, asked)
    model.rules = rules
    model.papers.clear()
    assert right >= 0.9 and (one_by_one or lost == 0)


@pytest.fixture(scope="module")
def aligner() -> Aligner:
    source = ["das haus ist klein", "das buch ist klein", "ein haus", "ein buch", "das ist klein"]
    target = ["the house is small", "the book is small", "a house", "a book", "that is small"]
    return Aligner.train(source * 5, target * 5, AlignOptions(schedule="joint-ibm1:5,joint-hmm:5"))


def test_known_words_keep_their_links(aligner: Aligner) -> None:
    lines = ["das haus ist klein", "ein buch"], ["the house is small", "a book"]
    assert links_with_new_words(aligner, *lines).text() == aligner.align(*lines).text()


def test_a_new_word_gets_what_is_left_over(aligner: Aligner) -> None:
    lines = ["das ist ein kleines dach"], ["a tiny roof that is"]
    wanted = {(2, 0), (3, 1), (4, 2)}
    known = [("ein kleines haus", "a tiny house"), ("das kleines buch", "the tiny book")]
    assert wanted <= set(links_with_new_words(aligner, *lines, known).pair(0))


def test_earlier_pairs_help(aligner: Aligner) -> None:
    line = "turm dach", "roof tower"
    alone = links_with_new_words(aligner, [line[0]], [line[1]]).pair(0)
    helped = links_with_new_words(
        aligner, [line[0]], [line[1]], [("ein dach", "a roof"), ("das dach", "the roof")]
    ).pair(0)
    assert (1, 0) in helped and (1, 0) not in alone


@pytest.mark.parametrize(("one", "other"), [("Kambodscha", "Cambodia"), ("EAGFL", "EAGGF")])
def test_names_are_alike(one: str, other: str) -> None:
    assert likeness(one, other) > 0.5 > likeness(one, "the")


def test_punctuation_is_like_itself_only() -> None:
    assert (likeness("...", "..."), likeness("..", "...")) == (1, 0)
