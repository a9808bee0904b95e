"""Suffixes that alternate are found in a planted morphology, and lead from unseen forms to known ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.unseen.word_forms import LEAST_STEMS, WordForms

STEMS = ["kalto", "miret", "sonub", "perak", "dulim"]
WORDS = [stem + suffix for stem in STEMS for suffix in ("", "en", "st")]
FORMS = WordForms.train(WORDS)


def test_only_what_alternates_is_found() -> None:
    pairs = [("", "en"), ("", "st"), ("en", ""), ("en", "st"), ("st", ""), ("st", "en")]
    assert FORMS.stems == dict.fromkeys(pairs, len(STEMS))


def test_an_unseen_form_leads_to_known_ones() -> None:
    known = {"tabor", "taboren"}.__contains__
    assert FORMS.known_forms("taborst", known) == ["tabor", "taboren"]
    assert FORMS.known_forms("taborig", known) == []
    assert FORMS.known_forms("tab-orst", known) == []
    assert FORMS.known_forms("tabst", known) == []  # the stem is too short


def test_few_stems_prove_nothing() -> None:
    few = WordForms.train([w for w in WORDS if w.startswith(tuple(STEMS[: LEAST_STEMS - 1]))])
    assert few.stems == {}


@given(st.lists(st.text(alphabet="abcd", min_size=4, max_size=8), max_size=30))
def test_alternation_has_two_sides_and_counts_stems(words: list[str]) -> None:
    forms = WordForms.train(words)
    for (one, other), count in forms.stems.items():
        assert forms.stems[other, one] == count
        stems = {w[: len(w) - len(one)] for w in words if w.endswith(one)}
        both = [s for s in stems if len(s) >= 4 and s + other in words]
        assert count == len(both) >= LEAST_STEMS


def test_what_is_written_is_read(tmp_path: Path) -> None:
    FORMS.save(tmp_path / "forms")
    assert WordForms.open(tmp_path / "forms") == FORMS
    (tmp_path / "forms").write_text("a\tb\n")
    with pytest.raises(FormatError, match="expected two suffixes and a count"):
        WordForms.open(tmp_path / "forms")
