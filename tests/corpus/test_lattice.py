"""Word lattices in Moses' format."""

from __future__ import annotations

import math
import warnings

import pytest

from dragoman.common.errors import FormatError
from dragoman.corpus.lattice import parse_plf


def test_words_lead_from_node_to_node():
    lattice = parse_plf("((('haus',0.4,1),('hausboot',0.6,2),),(('boot',1,1),),)\n")
    assert lattice.words == ("haus", "hausboot", "boot")
    assert [(begin, end) for begin, end, _ in lattice.arcs] == [(0, 1), (0, 2), (1, 2)]
    assert [math.exp(score) for *_, score in lattice.arcs] == pytest.approx([0.4, 0.6, 1.0])


def test_a_probability_of_zero_has_a_floor_and_nothing_is_a_lattice_too():
    assert parse_plf("((('a',0,1),),)").arcs == ((0, 1, -100.0),)
    assert parse_plf("()").words == ()


@pytest.mark.parametrize(
    ("written", "word"),
    [
        (r"\d", r"\d"),
        (r"a\%b", r"a\%b"),
        (r"\\d", r"\d"),
        (r"\'s", "'s"),
        (r"\101\7", "A\x07"),
        (r"\477", "\u013f"),
        (r"\x41\u0042\N{COLON}", "AB:"),
    ],
)
def test_escapes_are_those_of_python_without_its_warnings(written: str, word: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_plf(f"((('{written}',1,1),),)").words == (word,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("haus boot", "expected a lattice"),
        ("[('a',1,1)]", "expected a lattice"),
        ("(" * 500, "expected a lattice"),
        ("((('a',1,2),),)", "leads beyond the last node"),
        ("((('a',1,1),),(),)", "no path leads to the last node"),
        ("((('a',1,1),),(('b',1,1),),(),(('c',1,1),),)", "no path leads to the last node"),
        ("((('a',1),),)", "expected .'word', probability, distance"),
        ("((('a b',1,1),),)", "expected .'word', probability, distance"),
        ("((('a',-1,1),),)", "expected .'word', probability, distance"),
        ("((('a',1,0),),)", "expected .'word', probability, distance"),
        ("((('a',float('nan'),1),),)", "expected a lattice"),
        ("{[]: 1}", "expected a lattice"),
        ("((('\\ud800',1,1),),)", "expected .'word', probability, distance"),
        ("(1,)", "expected .'word', probability, distance"),
    ],
)
def test_what_is_no_lattice_is_refused(text, message):
    with pytest.raises(FormatError, match=message):
        parse_plf(text)
