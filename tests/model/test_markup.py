from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.model.markup import parse_markup
from dragoman.model.terminology import Terminology
from dragoman.search import Zone


def test_translations_keeps_and_walls() -> None:
    line = 'the <x translation="Haus||großes Haus">big house</x> of <keep>Jane Doe</keep> <wall/> &lt; 3'
    parsed = parse_markup(line)
    assert list(parsed.tokens) == ["the", "big", "house", "of", "Jane", "Doe", "<", "3"]
    assert list(parsed.zones) == [
        Zone(1, 3, [["Haus"], ["großes", "Haus"]]),
        Zone(4, 6, [["Jane", "Doe"]]),
    ]
    assert list(parsed.walls) == [6]


def test_inclusive_translations_compete() -> None:
    (zone,) = parse_markup('<t translation="ja" mode="inclusive">yes</t>').zones
    assert not zone.exclusive


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a <x>b</x>", "no translation="),
        ('a <x translation="c">b', "not closed"),
        ("a </x> b", "closes nothing"),
        ('<x translation="c"></x>', "holds no words"),
        ('<x translation="c"><keep>b</keep></x>', "stands inside"),
        ('<x translaton="c">b</x>', "unknown attribute 'translaton'"),
        ('<x translation="c" mode="maybe">b</x>', "expected mode="),
        ("a < b", "expected a tag"),
    ],
)
def test_broken_markup_is_named(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_markup(line)


@given(st.text(alphabet='ab <>/="&;keptranslatiowl', max_size=40))
def test_any_line_parses_or_is_refused(line: str) -> None:
    try:
        parsed = parse_markup(line)
    except FormatError:
        return
    assert all(0 <= z.begin < z.end <= len(parsed.tokens) for z in parsed.zones)
    assert all(0 < wall < len(parsed.tokens) for wall in parsed.walls)


def test_terms_take_the_longest_match_and_respect_zones(tmp_path: Path) -> None:
    file = tmp_path / "terms.tsv"
    file.write_text("white house\tweißes Haus\nhouse\tHaus\nNATO\n")
    terms = Terminology.read(file)
    words = ["the", "white", "house", "and", "NATO", "house"]
    assert terms.zones(words, [Zone(5, 6, [["x"]])]) == [
        Zone(1, 3, [["weißes", "Haus"]]),
        Zone(4, 5, [["NATO"]]),
    ]


def test_a_broken_terms_file_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "terms.tsv"
    file.write_text("a\tb\na\tb\tc\n")
    with pytest.raises(FormatError, match=r"terms\.tsv:2: expected source TAB target"):
        Terminology.read(file)


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
