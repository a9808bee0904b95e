"""Words that differ in case, accents and hyphens only are one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.unseen.spellings import LEAST_LETTERS, Spellings, simple

KNOWN = ["daß", "Café", "kaffee", "e-mail", "là", "42-43"]
SPELLINGS = Spellings.train(KNOWN)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("dass", ["daß"]),
        ("cafe", ["Café"]),
        ("CAFÉ", ["Café"]),
        ("Kaffee", ["kaffee"]),
        ("email", ["e-mail"]),
        ("E-Mail", ["e-mail"]),
        ("la", []),  # too short
        ("daß", []),  # it is known
        ("4243", []),
        ("tee", []),
    ],
)
def test_other_spellings_are_found(word: str, found: list[str]) -> None:
    assert SPELLINGS.known(word, KNOWN.__contains__) == found


@given(
    st.lists(st.text(alphabet="aäAß-s", max_size=6), max_size=20),
    st.text(alphabet="aäAß-s", max_size=6),
)
def test_they_have_one_simple_form(words: list[str], word: str) -> None:
    found = Spellings.train(words).known(word, words.__contains__)
    alike = {one for one in words if simple(one) == simple(word) and one != word}
    assert set(found) == (alike if len(simple(word)) >= LEAST_LETTERS else set())


def test_what_is_written_is_read(tmp_path: Path) -> None:
    SPELLINGS.save(tmp_path / "spellings")
    assert Spellings.open(tmp_path / "spellings") == SPELLINGS
    (tmp_path / "spellings").write_text("alone\n")
    with pytest.raises(FormatError, match="expected a simple form and words"):
        Spellings.open(tmp_path / "spellings")
