"""Figures are rewritten by the conventions of two languages, and what can be read in two ways stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.corpus.language import languages
from dragoman.unseen.numbers import NumberRules


@pytest.mark.parametrize(
    ("pair", "word", "written"),
    [
        ("de-en", "1.234,5", "1,234.5"),
        ("de-en", "-1.234.567", "-1,234,567"),
        ("de-en", "2,5%", "2.5%"),
        ("de-en", "€12,50", "€12.50"),
        ("de-en", "12,5km/h", "12.5km/h"),
        ("de-en", "1.23", None),  # neither groups of three nor decimals
        ("de-en", "1.234.56", None),
        ("de-en", "0.001", None),  # groups of three do not begin with 0
        ("en-de", "0,001", None),
        ("de-en", "0,001", "0.001"),
        ("de-en", "117", None),
        ("de-en", "117.", "117|117th"),
        ("de-en", "112.", "112|112th"),
        ("de-en", "121.", "121|121st"),
        ("de-en", "12.3.2021", "2021-03-12"),
        ("de-en", "32.3.2021", None),
        ("de-en", "12.13.2021", None),
        ("de-fr", "12.03.2021", "12/3/2021"),
        ("de-fr", "1.", "1|1er"),
        ("fr-de", "1er", "1."),
        ("en-de", "1,234.5", "1.234,5"),
        ("en-de", "22nd", "22."),
        ("en-de", "22th", None),
        ("en-de", "2021-03-12", "12.3.2021"),
        ("en-de", "12/3/2021", None),  # in which order?
        ("en-es", "3rd", "3|3º"),
        ("xx-en", "1.234,5", None),
        ("de-en", "Haus", None),
        ("de-en", "B52", None),
        ("de-en", "", None),
    ],
)
def test_what_becomes_of_figures(pair: str, word: str, written: str | None) -> None:
    expected = [] if written is None else written.split("|")
    assert NumberRules(*pair.split("-"))(word) == expected


@pytest.mark.parametrize("pair", ["de-en", "en-de", "fr-en", "en-es"])
@pytest.mark.parametrize("ending", ["", ".", "th", "1", "er", "º"])
def test_any_number_of_figures_is_read(pair: str, ending: str) -> None:
    """Python makes no number of so many figures."""
    for one in ("1" * 10_000, "1.000," * 2_000, "0" * 10_000):
        assert all(
            written.strip("0123456789.,") == ""
            for written in NumberRules(*pair.split("-"))(one + ending)
        )


@given(
    number=st.integers(0, 10**12),
    decimals=st.none() | st.integers(0, 9999),
    source=st.sampled_from(languages()),
    target=st.sampled_from(languages()),
)
def test_there_and_back(number: int, decimals: int | None, source: str, target: str) -> None:
    there, back = NumberRules("en", source), NumberRules(source, target)
    english = f"{number:,}" + ("" if decimals is None else f".{decimals}")
    one = (there(english) or [english])[0]
    other = (back(one) or [one])[0]
    home = (NumberRules(target, "en")(other) or [other])[0]
    assert home == english or source == "generic"
