"""Prescribed translations wherever a source phrase stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.preparation import TextPreparation
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Zone
from support.model.handful import make_model

PLAIN = TextPreparation()
GERMAN = Truecaser.train(["Und das weiße Haus", "Und das ist klein"])
RAW = TextPreparation(True, "de", "en", truecaser=GERMAN)


def test_terms_take_the_longest_match_and_respect_zones(tmp_path: Path) -> None:
    file = tmp_path / "terms.tsv"
    file.write_text("white house\tweißes Haus\nhouse\tHaus\nNATO\t\n")
    terms = Terminology.read(file, PLAIN)
    words = ["the", "white", "house", "and", "NATO", "house"]
    assert terms.zones(words, [Zone(5, 6, [["x"]])]) == [
        Zone(1, 3, [["weißes", "Haus"]]),
        Zone(4, 5, [["NATO"]]),
    ]


def test_a_broken_terms_file_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "terms.tsv"
    for line, found in (
        ("a\tb\tc", "2 tabs"),
        ("a", "no tab"),
        ("white house    weißes Haus", "no tab"),
        ("\tb", "no source"),
    ):
        file.write_text(f"a\tb\n{line}\n")
        with pytest.raises(FormatError, match=rf"terms\.tsv:2: expected source TAB .*{found}"):
            Terminology.read(file, PLAIN)


def test_terms_are_prepared_as_the_models_text() -> None:
    """At the start of a sentence the truecaser changes the first word, elsewhere it does not."""
    terms = Terminology.of([("Das Weiße Haus", "The White House's"), ("A/B-Test", "")], RAW)
    white = [["The", "White", "House", "'s"]]
    for sentence in ("Das Weiße Haus ist klein.", "Klein ist Das Weiße Haus."):
        (zone,) = terms.zones(RAW.source.words(sentence))
        assert zone.end - zone.begin == 3 and zone.translations == white
    words = RAW.source.words("Ein A/B-Test.")
    assert terms.zones(words) == [Zone(1, len(words) - 1, [words[1:-1]])]


def test_small_letters_for_a_model_of_small_letters() -> None:
    lower = TextPreparation(True, "de", "en", lowercase=True)
    terms = Terminology.of([("Haus", "Cottage"), ("Haus", "Hut"), ("NATO", "")], lower)
    assert terms.zones(lower.source.words("Haus der NATO")) == [
        Zone(0, 1, [["cottage"], ["hut"]]),
        Zone(2, 3, [["NATO"]]),
    ]


def test_a_model_reads_terms(tmp_path: Path) -> None:
    model = make_model()
    (tmp_path / "terms").write_text("haus\tcottage\n")
    words = ["das", "haus"]
    expected = [Zone(1, 2, [["cottage"]])]
    assert model.terminology(tmp_path / "terms").zones(words) == expected
    assert model.terminology({"haus": "cottage"}).zones(words) == expected
    assert model.terminology({"haus": ["cottage"]}).zones(words) == expected
    with pytest.raises(ConfigError, match="expected a source phrase for 'x', found none"):
        model.terminology({" ": "x"})


WORDS = st.lists(st.sampled_from("ab"), max_size=12)


@given(
    st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=5), max_size=6), WORDS, st.data()
)
def test_terms_are_found_as_by_trying_all_lengths(found, words, data) -> None:
    terms = Terminology({tuple(term): [["x"]] for term in found})
    places = st.integers(0, len(words))
    spans = [sorted(span) for span in data.draw(st.lists(st.tuples(places, places), max_size=3))]
    taken = [Zone(begin, end, [["y"]]) for begin, end in spans if begin < end]
    free = [not any(zone.begin <= i < zone.end for zone in taken) for i in range(len(words))]
    expected = []
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length + 1):
            inside = slice(first, first + length)
            if tuple(words[inside]) in terms.terms and all(free[inside]):
                free[inside] = [False] * length
                expected.append(Zone(first, first + length, [["x"]]))
    assert terms.zones(words, taken) == sorted(expected, key=lambda zone: zone.begin)
