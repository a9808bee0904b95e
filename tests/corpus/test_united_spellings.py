"""Words that a text writes in two ways become one; enumeration of all spellings says which words these are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.united_spellings import UnitedSpellings
from dragoman.experiment.checks import check_settings
from dragoman.experiment.config import Bitext, Experiment, Preprocessing
from dragoman.grammar.options import TreeletTableOptions
from support.examples import examples

GERMAN = [("ß", "ss")]
TEXT = ["daß er daß weiß", "dass wasser", "müssen"]


@pytest.mark.parametrize(
    ("word", "united"),
    [
        ("dass", "dass"),
        ("daß", "dass"),
        ("waßer", "wasser"),
        ("weiß", "weiss"),
        ("Weiß", "Weiß"),  # the text has it in small letters alone
        ("maße", "maße"),
        ("er", "er"),
        ("", ""),
    ],
)
def test_a_word_of_the_text_has_one_spelling(word: str, united: str) -> None:
    assert UnitedSpellings.train(TEXT, GERMAN).of(word) == united


def spellings(word: str) -> set[str]:
    """All ways to write a word: every "ss" of two letters that no other has taken may be one, or may not."""
    if len(word) < 2:
        return {word}
    found = {word[0] + rest for rest in spellings(word[1:])}
    if word.startswith("ss"):
        found |= {"ß" + rest for rest in spellings(word[2:])}
    return found


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.text("asß", max_size=5), max_size=12), st.text("asß", max_size=5))
def test_spellings_are_one_word_if_the_text_has_any_of_them(words: list[str], asked: str) -> None:
    plain = asked.replace("ß", "ss")
    united = UnitedSpellings.train([" ".join(words)], GERMAN)
    assert united.of(asked) == (plain if spellings(plain) & {*words} else asked)


def test_what_was_saved_is_opened(tmp_path: Path) -> None:
    for model in (UnitedSpellings.train(TEXT, GERMAN), UnitedSpellings.train([], GERMAN)):
        model.save(tmp_path / "usual")
        assert UnitedSpellings.open(tmp_path / "usual") == model


@pytest.mark.parametrize("line", ["a\tb\tc", "a\t", ""])
def test_another_table_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "usual").write_text(f"ß\tss\n{line}\ndaß\n", encoding="utf-8")
    with pytest.raises(FormatError, match="stand for each other") as refused:
        UnitedSpellings.open(tmp_path / "usual")
    assert refused.value.line == 2


def test_compounds_are_split_in_either_spelling(tmp_path: Path) -> None:
    raw = ["der fluß und der fluß", "am see fluss seen"]
    text = TextPreparation(source_language="de").learn_spellings(raw).learn_compounds(raw)
    words, parts = text.source.sentence("der fluß und flußseen flussseen flußxy")
    assert words == ["der", "fluss", "und", "fluss", "seen", "fluss", "seen", "flußxy"]
    assert parts is not None
    assert parts.words == ("der", "fluß", "und", "flußseen", "flussseen", "flußxy")
    assert parts.sizes == (1, 1, 1, 2, 2, 1)
    assert text.source("fluß am see") == "fluss am see"
    assert text.source.sentence("der fluss am see") == (["der", "fluss", "am", "see"], None)
    assert text.target.words("fluß") == ["fluß"]
    facts = text.write(lambda name: tmp_path / name)
    assert TextPreparation.read(facts, tmp_path) == text


def test_other_languages_stay_as_they_are() -> None:
    text = TextPreparation(source_language="es")
    assert text.learn_spellings(TEXT) == text
    french = TextPreparation(source_language="fr").learn_spellings(["coeur"])
    assert french.source("cœur") == "coeur"


def test_settings_that_do_not_go_with_it_are_refused() -> None:
    given = Preprocessing(unite_spellings=True)
    with pytest.raises(ConfigError, match="'en' has no letters that stand for each other"):
        check_settings(Experiment(training=Bitext("a", "b"), preprocessing=given))
    german = Preprocessing(unite_spellings=True, source_language="de")
    check_settings(Experiment(training=Bitext("a", "b"), preprocessing=german))
    with pytest.raises(ConfigError, match="unite_spellings: rules with treelets"):
        check_settings(
            Experiment(
                training=Bitext("a", "b", trees="c"),
                preprocessing=german,
                grammar=TreeletTableOptions(),
            )
        )
