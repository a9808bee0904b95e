from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.preparation import TextPreparation
from dragoman.model.requests.markup import parse_markup
from dragoman.search import Zone

PLAIN = TextPreparation()
GERMAN = Truecaser.train(["Und das ist klein"])
RAW = TextPreparation(True, "de", "en", truecaser=GERMAN)
LOWER = TextPreparation(True, "de", "en", lowercase=True)


def test_translations_keeps_and_walls() -> None:
    line = 'the <x translation="Haus||großes Haus">big house</x> of <keep>Jane Doe</keep> <wall/> &lt; 3'
    parsed = parse_markup(line, PLAIN)
    assert list(parsed.tokens) == ["the", "big", "house", "of", "Jane", "Doe", "<", "3"]
    assert list(parsed.zones) == [
        Zone(1, 3, [["Haus"], ["großes", "Haus"]]),
        Zone(4, 6, [["Jane", "Doe"]]),
    ]
    assert list(parsed.walls) == [6]


def test_inclusive_translations_compete() -> None:
    (zone,) = parse_markup('<t translation="ja" mode="inclusive">yes</t>', PLAIN).zones
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
        parse_markup(line, PLAIN)


@given(st.text(alphabet='ab <>/="&;keptranslatiowl', max_size=40))
def test_any_line_parses_or_is_refused(line: str) -> None:
    try:
        parsed = parse_markup(line, PLAIN)
    except FormatError:
        return
    assert all(0 <= z.begin < z.end <= len(parsed.tokens) for z in parsed.zones)
    assert all(0 < wall < len(parsed.tokens) for wall in parsed.walls)


def test_words_are_prepared_as_the_models_own() -> None:
    """Tokenised as one line, whatever tags stand in it; translations are parts of sentences."""
    line = (
        'Das ist <x translation="Dr. House||the &quot;house&quot;">Dr.</x> Haus, '
        "<keep>A,B</keep><wall/>klein."
    )
    parsed = parse_markup(line, RAW)
    assert list(parsed.tokens) == ["das", "ist", "Dr.", "Haus", ",", "A", ",", "B", "klein", "."]
    assert list(parsed.zones) == [
        Zone(2, 3, [["Dr.", "House"], ["the", '"', "house", '"']]),
        Zone(5, 8, [["A", ",", "B"]]),
    ]
    assert list(parsed.walls) == [8]
    lower = parse_markup(line, LOWER)
    assert list(lower.tokens)[:4] == ["das", "ist", "dr.", "haus"]
    assert list(lower.zones) == [
        Zone(2, 3, [["dr.", "house"], ["the", '"', "house", '"']]),
        Zone(5, 8, [["A", ",", "B"]]),
    ]
