"""Compounds are split where the parts are more frequent than the whole; enumeration says which split is the best."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import FormatError
from dragoman.corpus.compounds import (
    HYPHEN,
    KNOWN,
    LEAST_BESIDE_HYPHEN,
    LEAST_LETTERS,
    CompoundSplitter,
)
from dragoman.corpus.preparation import TextPreparation
from support.examples import examples

TEXT = ["die Aktion und der Plan", "ein Plan", "der frei gewählte Tag", "eu und Kommission"]
SPLITTER = CompoundSplitter.train(TEXT, ("s",))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Aktionsplan", ["Aktion", "Plan"]),
        ("Aktionsplans", ["Aktionsplans"]),  # no word is left for the last letter
        ("Planplanplan", ["Plan", "Plan", "Plan"]),
        ("EU-Kommission", ["eu", "Kommission"]),
        ("Freitag", ["Freitag"]),  # "Tag" has three letters
        ("Aktion", ["Aktion"]),
        ("und", ["und"]),
        ("Aktion2Plan", ["Aktion2Plan"]),
        ("Plan-", ["Plan-"]),
        ("-", ["-"]),
        ("", [""]),
    ],
)
def test_parts_are_words_of_the_text(word: str, parts: list[str]) -> None:
    assert SPLITTER.parts(word) == parts
    assert SPLITTER.parts(word) == parts  # also the second time


def test_a_frequent_word_stays_whole() -> None:
    often = ["Aktion Plan"] * 100 + ["Aktionsplan"] * KNOWN
    assert CompoundSplitter.train(often, ("s",)).parts("Aktionsplan") == ["Aktion", "Plan"]
    once_more = [*often, "Aktionsplan"]
    assert CompoundSplitter.train(once_more, ("s",)).parts("Aktionsplan") == ["Aktionsplan"]


def test_a_word_that_is_more_frequent_than_its_parts_stays_whole() -> None:
    rare = CompoundSplitter.train(["Aktion Plan", *["Aktionsplan"] * 2], ("s",))
    assert rare.parts("Aktionsplan") == ["Aktionsplan"]


def _splits(
    word: str, words: Collection[str], fillers: tuple[str, ...], after_hyphen: bool = False
) -> Iterator[list[str]]:
    """All ways to cut a word into words with something that may join them in between."""
    for end in range(1, len(word) + 1):
        part, rest = word[:end], word[end:]
        beside = after_hyphen or rest.startswith(HYPHEN)
        if part not in words or len(part) < (LEAST_BESIDE_HYPHEN if beside else LEAST_LETTERS):
            continue
        if not rest:
            yield [part]
        for filler in ("", HYPHEN, *fillers):
            if rest.startswith(filler) and len(rest) > len(filler):
                for others in _splits(rest[len(filler) :], words, fillers, filler == HYPHEN):
                    yield [part, *others]


@settings(max_examples=examples(300), deadline=None)
@given(
    counts=st.dictionaries(
        st.text(alphabet="ab", min_size=2, max_size=5), st.integers(1, 9), max_size=12
    ),
    word=st.text(alphabet="ab-", min_size=1, max_size=12),
    fillers=st.sampled_from([(), ("a",), ("ab", "b")]),
)
def test_the_best_split_is_that_of_enumeration(
    counts: dict[str, int], word: str, fillers: tuple[str, ...]
) -> None:
    splitter = CompoundSplitter({one: (one, n) for one, n in counts.items()}, fillers)
    found = splitter.parts(word)

    def mean(parts: list[str]) -> float:
        return math.exp(sum(math.log(counts[part]) for part in parts) / len(parts))

    whole = float(counts.get(word, 0))
    possible = [parts for parts in _splits(word, counts, fillers) if len(parts) > 1]
    best = max(map(mean, possible), default=0.0)
    if whole > KNOWN or best <= whole * (1 + 1e-12):
        assert found == [word]
    else:
        assert found != [word]
        assert found in possible
        assert math.isclose(mean(found), best)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    SPLITTER.save(tmp_path / "table")
    assert CompoundSplitter.open(tmp_path / "table") == SPLITTER
    (tmp_path / "table").write_text("s\nplan\tPlan\tmany\n")
    with pytest.raises(FormatError, match=r"table.*2.*expected letters that join words"):
        CompoundSplitter.open(tmp_path / "table")


def test_a_preparation_splits_the_source_alone(tmp_path: Path) -> None:
    text = TextPreparation(source_language="de").learn_compounds(TEXT)
    assert text.source("der Aktionsplan") == "der Aktion Plan"
    assert text.source.phrase("Aktionsplan") == ["Aktion", "Plan"]
    assert text.target("der Aktionsplan") == "der Aktionsplan"
    tokens, parts = text.source.sentence("der Aktionsplan ist gut")
    assert tokens == ["der", "Aktion", "Plan", "ist", "gut"]
    assert parts is not None
    assert parts.words == ("der", "Aktionsplan", "ist", "gut")
    assert parts.owners == [0, 1, 1, 2, 3]
    assert text.source.sentence("der Plan")[1] is None
    again = TextPreparation.read(text.write(lambda name: tmp_path / name), tmp_path)
    assert again == text
    assert again.source("Aktionsplan") == "Aktion Plan"


def test_learning_again_looks_at_whole_words() -> None:
    text = TextPreparation(source_language="de").learn_compounds(TEXT)
    assert text.learn_compounds(TEXT) == text
