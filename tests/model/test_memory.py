"""The training text as a translation memory: fuzzy matches, and which parts of them are kept."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.experiment.checks import check_settings
from dragoman.experiment.config import Bitext, Experiment
from dragoman.grammar import AlignedBitext, OnTheFlyRules, SuffixGrammar
from dragoman.grammar.text_pair import TextPair
from dragoman.lm import LanguageModel, LMOptions
from dragoman.model import Model
from dragoman.model.memory.fuzzy_match import match
from dragoman.model.memory.options import MemoryOptions
from dragoman.model.memory.translation_memory import LEAST_WORDS, TranslationMemory, kept_parts
from dragoman.search import Input, Zone
from support.examples import examples
from support.model.handful import make_model

WORDS = st.lists(st.sampled_from("abc"), max_size=6)
SENTENCES = st.lists(st.sampled_from("abc"), min_size=1, max_size=6)
relaxed = settings(max_examples=examples(60), deadline=None)


def _distance(one: list[str], other: list[str]) -> int:
    """By definition, without a table."""
    if not one or not other:
        return len(one) + len(other)
    return min(
        _distance(one[1:], other[1:]) + (one[0] != other[0]),
        _distance(one[1:], other) + 1,
        _distance(one, other[1:]) + 1,
    )


@given(WORDS, WORDS)
def test_a_match_is_an_alignment_with_the_least_cost(one: list[str], other: list[str]) -> None:
    found = match(one, other)
    longest = max(len(one), len(other))
    assert found.score == (1 - _distance(one, other) / longest if longest else 1.0)
    i = j = equal = 0
    substituted = 0
    for begin, place, size in (*found.blocks, (len(one), len(other), 0)):
        assert begin >= i and place >= j
        assert one[begin : begin + size] == other[place : place + size]
        substituted += max(begin - i, place - j)
        i, j, equal = begin + size, place + size, equal + size
    assert substituted == _distance(one, other)


LINKS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), unique=True, max_size=8)


@given(LINKS, st.integers(0, 5))
def test_kept_parts_are_phrase_pairs(links: list[tuple[int, int]], changed: int) -> None:
    source, target = [f"s{i}" for i in range(6)], tuple(f"t{j}" for j in range(6))
    pair = TextPair(tuple(source), target, " ".join(f"{i}-{j}" for i, j in links))
    mine = [*source[:changed], "new", *source[changed + 1 :]]
    found = list(kept_parts(match(mine, source), pair))

    def consistent(begin: int, end: int, first: int, last: int) -> bool:
        touched = [(begin <= i < end, first <= j < last) for i, j in links]
        return any(a and b for a, b in touched) and all(a == b for a, b in touched)

    covered: set[int] = set()
    for begin, end, words in found:
        first = target.index(words[0])
        assert tuple(words) == target[first : first + len(words)]
        assert consistent(begin, end, first, first + len(words))
        assert changed not in range(begin, end)
        assert not covered & set(range(begin, end))
        covered |= set(range(begin, end))
    # Nothing longer than what was found stays in a run of matching words.
    for low, high in ((0, changed), (changed + 1, 6)):
        longest = max((e - b for b, e, _ in found if low <= b < high), default=LEAST_WORDS - 1)
        for begin, end in product(range(low, high), range(low + 1, high + 1)):
            if end - begin > longest:
                spans = product(range(6), range(1, 7))
                assert not any(consistent(begin, end, *span) for span in spans if span[0] < span[1])


PAIRS = [
    ("das neue haus ist klein", "the new house is small", "0-0 1-1 2-2 3-3 4-4"),
    ("das neue haus ist klein", "the new house is tiny", "0-0 1-1 2-2 3-3 4-4"),
    ("das neue haus ist klein", "the new house is tiny", "0-0 1-1 2-2 3-3 4-4"),
    ("gestern war das alte haus offen", "yesterday old house was open", "0-0 1-3 3-1 4-2 5-4"),
    ("klein", "small", "0-0"),
    ("rot", "red", "0-0"),
]


def make_memory(least: float = 0.6) -> Model:
    sides = [list(side) for side in zip(*PAIRS, strict=True)]
    rules = OnTheFlyRules(SuffixGrammar.build(AlignedBitext.encode(*sides)))
    model = Model(rules, [LanguageModel.train(sides[1], LMOptions(order=2))])
    model.memory = MemoryOptions(least)
    return model


def test_an_equal_sentence_lends_all_its_translations() -> None:
    (sentence,) = make_memory().with_guesses([Input(["das", "neue", "haus", "ist", "klein"])])
    words = ["the", "new", "house", "is"]
    assert sentence.zones == [Zone(0, 5, [[*words, "tiny"], [*words, "small"]], True, "memory")]
    translation = make_memory().translate("das neue haus ist klein")
    assert translation.derivation.phrases[0].kind == "memory"
    assert "[from the translation memory]" in translation.explain()


def test_a_similar_sentence_lends_what_matches() -> None:
    model = make_memory()
    translation = model.translate("das neue haus ist rot", confidence=1.0)
    assert str(translation) == "the new house is red"
    (first, second) = translation.derivation.phrases
    assert (first.source_text, first.kind) == ("das neue haus ist", "memory")
    assert second.kind == "rule"
    assert max(translation.confidence[:4]) <= 0.8 + 1e-6
    strict = make_memory(0.9).translate("das neue haus ist rot")
    assert "memory" not in [step.kind for step in strict.derivation.phrases]
    assert model.with_guesses([Input([])]) == [Input([])]
    demanded = Input(["das", "neue", "haus", "ist", "klein"], [Zone(0, 1, [["that"]])])
    assert model.with_guesses([demanded]) == [demanded]


@pytest.mark.parametrize("sentence", ["das neue haus", "das neue haus ist klein"])
def test_an_equal_sentence_is_found_among_many_that_begin_like_it(sentence: str) -> None:
    """Only some places of a frequent phrase are looked at; the sentence itself is always found."""
    others = [(f"{sentence} sagt {n}", f"it says {n}", "0-0") for n in range(300)]
    pairs = [*others[:150], (sentence, "that is it", "0-0"), *others[150:]]
    bitext = AlignedBitext.encode(*[list(side) for side in zip(*pairs, strict=True)])
    memory = TranslationMemory(OnTheFlyRules(SuffixGrammar.build(bitext)).indexed(), 0.6)
    words = sentence.split()
    (zone,) = memory.zones(words)
    assert (zone.begin, zone.end, zone.translations) == (0, len(words), [["that", "is", "it"]])


def ngrams(words: list[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


@relaxed
@given(st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=12), SENTENCES)
def test_the_best_match_lends_its_translation(
    pairs: list[tuple[list[str], list[str]]], words: list[str]
) -> None:
    """Against every pair of the text: an equal sentence, or else the most similar of those that share
    three words in a row."""
    source, target = ([" ".join(one) for one in side] for side in zip(*pairs, strict=True))
    bitext = AlignedBitext.encode(source, target, ["0-0"] * len(pairs))
    memory = TranslationMemory(OnTheFlyRules(SuffixGrammar.build(bitext)).indexed(), 0.5)
    zones = memory.zones(words)
    equal = Counter(tuple(target) for source, target in pairs if source == words)
    if equal:
        (zone,) = zones
        lent = list(map(tuple, zone.translations))
        assert (zone.begin, zone.end, len(set(lent))) == (0, len(words), min(3, len(equal)))
        least = min(equal[one] for one in lent)
        assert all(count <= least for one, count in equal.items() if one not in lent)
    elif zones:
        scores = [
            1 - _distance(words, one) / max(len(words), len(one))
            for one, _ in pairs
            if ngrams(one, min(3, len(words))) & ngrams(words, min(3, len(words)))
        ]
        assert zones[0].probability == pytest.approx(max(scores))
        assert zones[0].probability >= 0.5


def test_added_pairs_are_remembered_and_models_keep_the_setting(tmp_path: Path) -> None:
    model = make_memory()
    model.add([("wir gehen heute nicht weg", "we stay")], links=["0-0 1-1"])
    assert str(model.translate("wir gehen heute nicht weg")) == "we stay"
    model.save(tmp_path / "model")
    opened = Model.open(tmp_path / "model")
    assert opened.memory == MemoryOptions(0.6)
    assert str(opened.translate("wir gehen heute nicht weg")) == "we stay"


def test_the_command_line_asks_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = make_memory(0.0)
    model.save(tmp_path / "model")
    (tmp_path / "in").write_text("das neue haus ist klein\n")
    command = ["translate", str(tmp_path / "model"), "--input", str(tmp_path / "in"), "--explain"]
    assert main([*command, "--least-match", "0.7"]) == 0
    assert "[from the translation memory]" in capsys.readouterr().out
    assert main(command) == 0
    assert "translation memory" not in capsys.readouterr().out


def test_tables_have_no_memory() -> None:
    model = make_model()
    model.memory = MemoryOptions(0.7)
    with pytest.raises(ConfigError, match="a fixed table"):
        model.translate("das haus")
    with pytest.raises(ConfigError, match=r"\[memory\] least_match"):
        check_settings(Experiment(training=Bitext("a", "b"), memory=MemoryOptions(0.7)))
