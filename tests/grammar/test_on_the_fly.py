"""Rules that are looked up: the same whatever else is asked for, and after additions those of all the text."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, ModelError
from dragoman.corpus.lattice import Lattice
from dragoman.grammar import (
    ExtractionOptions,
    GappedLookupOptions,
    HierarchicalLookupOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    Rule,
    RuleTable,
    TableBudget,
)
from dragoman.grammar.rule_source import open_rules
from dragoman.grammar.rule_table import ARRAYS as TABLE_ARRAYS
from dragoman.grammar.suffix_segment import ARRAYS, merged
from support.examples import examples
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import bitext, corpora
from support.grammar.suffix import FIGURE_2, added, index, random_corpus, rules_of

EXACT = GappedLookupOptions(sample=0, smoothing="none")
SAMPLED = GappedLookupOptions(sample=7, inverse="lookup")
KEPT = replace(SAMPLED, inverse="counts")


@pytest.mark.parametrize("options", [SAMPLED, KEPT])
@pytest.mark.parametrize("cache", [0, 20_000, 1 << 26])
def test_rules_do_not_depend_on_batches_threads_and_cache(
    cache: int, options: GappedLookupOptions
) -> None:
    corpus = random_corpus(11)
    grammar = index(corpus)
    sentences = [s.source for s in random_corpus(12, 12)] + [s.source for s in corpus[:12]]
    alone = rules_of(OnTheFlyRules(grammar, options, cache=0).rules_for(sentences))
    rules = OnTheFlyRules(grammar, options, cache)
    assert rules_of(rules.rules_for(sentences, threads=3)) == alone
    for size in (1, 5, 24, 1):
        found: dict[tuple[str, str], Rule] = {}
        for first in range(0, len(sentences), size):
            table = rules_of(rules.rules_for(sentences[first : first + size]))
            assert all(found.setdefault(sides, rule) == rule for sides, rule in table.items())
        assert found == alone
    assert rules._cache is None or rules._cache.bytes <= cache


@pytest.mark.parametrize("cache", [0, 1 << 20])
@pytest.mark.parametrize("counted", ["gapped", "log"])
@pytest.mark.parametrize("options", [SAMPLED, KEPT])
def test_a_table_too_large_for_memory_is_in_files(
    tmp_path: Path, cache: int, counted: Literal["gapped", "log"], options: GappedLookupOptions
) -> None:
    """Groups of words are looked up one after the other; the table is the same, byte for byte."""
    corpus = random_corpus(11)
    sentences = [s.source for s in corpus]
    rules = OnTheFlyRules(index(corpus), replace(options, count_feature=counted), cache)
    whole = rules.rules_for(sentences)
    for memory in (0, 100_000, 1 << 30):
        table = rules.rules_for(sentences, 2, TableBudget(memory, tmp_path / "rules"))
        assert any(tmp_path.rglob("*.npy")) == (memory < 1 << 30)
        assert table.columns == whole.columns
        for name in TABLE_ARRAYS:
            assert table.array(name).tobytes() == whole.array(name).tobytes(), name
        table.save(tmp_path / "saved")
        saved = RuleTable.open(tmp_path / "saved")
        assert saved.columns == whole.columns and next(iter(saved)) == next(iter(whole))
        for name in TABLE_ARRAYS:
            assert saved.array(name).tobytes() == whole.array(name).tobytes(), name
        del saved
        shutil.rmtree(tmp_path / "saved")
        del table
        assert not list(tmp_path.iterdir())


def test_a_small_cache_forgets_and_a_large_one_remembers() -> None:
    grammar, sentences = index(random_corpus(11)), [s.source for s in random_corpus(12, 30)]
    held = {}
    for size in (20_000, 1 << 26):
        rules = OnTheFlyRules(grammar, SAMPLED, size)
        rules.rules_for(sentences)
        assert rules._cache is not None
        held[size] = rules._cache.bytes
    assert 0 < held[20_000] <= 20_000 < held[1 << 26]


@settings(max_examples=examples(30), deadline=None)
@given(
    corpora(),
    corpora(),
    corpora(),
    st.sampled_from(
        [EXACT, EXACT.changed(gaps="none"), EXACT.changed(gaps="none", smoothing="kneser-ney")]
    ),
)
def test_added_text_counts_as_if_it_had_been_there(
    first: list[Sentence], second: list[Sentence], third: list[Sentence], options: ExtractionOptions
) -> None:
    grown = added(added(index(first), second), third)
    whole = index([*first, *second, *third])
    assert len(grown) == len(whole)
    assert rules_of(grown.extract_all(options)) == rules_of(whole.extract_all(options))
    lines = [" ".join(s.source) for s in [*first, *second, *third][:3]]
    assert rules_of(grown.extract(lines, options)) == rules_of(whole.extract(lines, options))


def test_segments_stay_apart_until_they_are_worth_putting_together() -> None:
    grammar = index(random_corpus(1, 64))
    sizes = []
    for number in range(40):
        grammar = added(grammar, random_corpus(100 + number, 1))
        sizes.append([len(segment) for segment in grammar.segments])
        assert all(4 * b <= a for a, b in zip(sizes[-1], sizes[-1][1:], strict=False))
    assert [64, 1] in sizes
    assert [64, 4, 1] in sizes
    assert len(grammar) == 104
    corpus = [*random_corpus(1, 64), *(random_corpus(100 + n, 1)[0] for n in range(40))]
    assert rules_of(grammar.extract_all(EXACT)) == rules_of(index(corpus).extract_all(EXACT))
    assert sorted(grammar.find("1")) == sorted(index(corpus).find("1"))


def test_each_segment_is_sampled_by_itself() -> None:
    old = [Sentence(("a",), ("x",), frozenset({(0, 0)}))] * 1000
    new = [Sentence(("a",), ("y",), frozenset({(0, 0)}))] * 10
    grammar = added(index(old), new)
    found = rules_of(grammar.extract("a", PhraseLookupOptions(sample=5, smoothing="none")))
    assert found["a", "y"].counts == {"target": 10, "source": 1010, "joint": 10}
    assert found["a", "x"].counts == {"target": 1000, "source": 1010, "joint": 1000}


def test_new_words_are_known_and_old_ones_keep_their_numbers() -> None:
    grammar = index([FIGURE_2])
    grown = added(grammar, [Sentence(("jouer", "zut"), ("play", "drat"), frozenset({(1, 1)}))])
    assert ("zut", "drat") in rules_of(grown.extract("zut"))
    assert grown.source_vocabulary.find("jouer") == grammar.source_vocabulary.find("jouer")
    assert ("zut", "drat") not in rules_of(grammar.extract("zut"))


def test_a_segment_gives_back_its_bitext() -> None:
    corpus = [Sentence((), (), frozenset()), FIGURE_2, *random_corpus(3, 20)]
    given_, back = bitext(corpus), index(corpus).segments[0].bitext()
    for a, b in zip(given_.sides(), back.sides(), strict=True):
        assert [list(map(str, x)) if hasattr(x, "__len__") else x for x in a] == [
            list(map(str, x)) if hasattr(x, "__len__") else x for x in b
        ]
    once = index(corpus).segments[0]
    again = merged([once])
    for name in ARRAYS:
        assert once.arrays[name].tobytes() == again.arrays[name].tobytes()


def test_saved_and_opened_with_segments(tmp_path: Path) -> None:
    grammar = added(index(random_corpus(5, 50)), random_corpus(6, 5))
    rules = OnTheFlyRules(grammar, SAMPLED)
    rules.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert opened.options == rules.options
    assert opened.artifact is not None
    assert isinstance(open_rules(opened.artifact), OnTheFlyRules)
    sentences = [s.source for s in random_corpus(7, 10)]
    before, after = rules.rules_for(sentences), opened.rules_for(sentences)
    assert list(before) == list(after)
    opened.add(["1 2"], ["3 4"], ["0-0 1-1"]).save(tmp_path / "more")
    first = [tmp_path / place / "segment1" / "source_text.npy" for place in ("rules", "more")]
    assert first[0].samefile(first[1])  # linked, not copied


def test_unsound_settings_are_refused(tmp_path: Path) -> None:
    OnTheFlyRules(index([FIGURE_2])).save(tmp_path / "rules")
    manifest = tmp_path / "rules" / "model.toml"
    good = manifest.read_text()
    cases = [('"both"', '"some"'), ("sample = ", "simple = "), ('["segment1"]', "[]")]
    for old, new in [*cases, ('"segment1"', '"a\\u0000b"')]:
        text = good.replace(old, new)
        text = text.replace('[\n    "segment1",\n]', "[]") if text == good else text
        assert text != good
        manifest.write_text(text)
        with pytest.raises(ModelError):
            OnTheFlyRules.open(tmp_path / "rules")
    assert OnTheFlyRules.KIND in good


def test_a_sum_over_the_batch_is_refused() -> None:
    with pytest.raises(ConfigError, match="lookup"):
        OnTheFlyRules(index([FIGURE_2]), PhraseLookupOptions(inverse="sum"))


def lattice_of(seed: int) -> Lattice:
    """A chain of words with others beside them and over them, as two segmentations would be."""
    rng = random.Random(seed)
    sentence = random_corpus(seed, 1)[0].source[:7]
    arcs = {(i, i + 1, word) for i, word in enumerate(sentence)}
    words = sorted({word for one in random_corpus(11) for word in one.source})
    for _ in range(4):
        begin = rng.randrange(len(sentence))
        end = min(len(sentence), begin + rng.randint(1, 3))
        arcs.add((begin, end, rng.choice([*words, "unknown"])))
    chosen = sorted(arcs)
    return Lattice(tuple(w for *_, w in chosen), tuple((b, e, 0.0) for b, e, _ in chosen))


def paths(lattice: Lattice, node: int = 0) -> list[list[str]]:
    if node == max(end for _, end, _ in lattice.arcs):
        return [[]]
    return [
        [word, *rest]
        for word, (begin, end, _) in zip(lattice.words, lattice.arcs, strict=True)
        if begin == node
        for rest in paths(lattice, end)
    ]


@pytest.mark.parametrize(
    "options",
    [
        PhraseLookupOptions(sample=0),
        EXACT,
        KEPT,
        HierarchicalLookupOptions(min_hole=1, sample=0),
    ],
)
@pytest.mark.parametrize("cache", [0, 1 << 20])
def test_rules_of_lattices_are_those_of_their_paths(options: ExtractionOptions, cache: int) -> None:
    """All of them with the same scores; more only where a gap spans words that no path joins."""
    rules = OnTheFlyRules(index(random_corpus(11)), options, cache)
    lattices = [lattice_of(seed) for seed in range(20, 32)]
    alone = [rules_of(rules.rules_for_lattices([lattice])) for lattice in lattices]
    for lattice, found in zip(lattices, alone, strict=True):
        expected = rules_of(rules.rules_for(paths(lattice)))
        assert expected.items() <= found.items()
        more = found.keys() - expected.keys()
        assert all("…" in source or "[X" in source for source, _ in more)
    together = rules_of(rules.rules_for_lattices(lattices, threads=2))
    assert together == {sides: rule for one in alone for sides, rule in one.items()}


def test_a_lattice_without_words_brings_no_rules() -> None:
    rules = OnTheFlyRules(index(random_corpus(11)), PhraseLookupOptions(sample=0))
    empty, one = Lattice((), ()), lattice_of(20)
    assert not rules_of(rules.rules_for_lattices([empty]))
    expected = rules_of(rules.rules_for_lattices([one]))
    assert expected
    assert rules_of(rules.rules_for_lattices([empty, one, empty, empty])) == expected
    assert rules_of(rules.rules_for_lattices([empty, one, empty, one])) == expected


def test_a_sentence_is_a_lattice_with_one_path() -> None:
    rules = OnTheFlyRules(index(random_corpus(11)), EXACT)
    words = random_corpus(11)[3].source
    chain = Lattice(tuple(words), tuple((i, i + 1, 0.0) for i in range(len(words))))
    assert rules_of(rules.rules_for_lattices([chain])) == rules_of(rules.rules_for([words]))
