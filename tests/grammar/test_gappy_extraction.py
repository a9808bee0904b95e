"""Rules from a suffix grammar against brute force; samples, threads and odd input."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.grammar import (
    AlignedBitext,
    ExtractionOptions,
    GappedLookupOptions,
    PhraseLookupOptions,
    PhraseTableOptions,
    RuleTable,
    SuffixGrammar,
    extract,
    extraction_options,
)
from dragoman.grammar.option_parts import Smoothing
from dragoman.grammar.rule_table import ARRAYS
from support.grammar.brute_force import (
    Pair,
    Sentence,
    Words,
    best_alignment,
    lexical_weight,
    lexicon,
)
from support.grammar.gappy_brute_force import (
    GAP,
    contiguous,
    extract_gappy_pairs,
    source_patterns,
    totals,
)
from support.grammar.random_corpora import bitext, corpora
from support.grammar.suffix import FIGURE_2, index, random_corpus, sides

SMOOTHING: tuple[Smoothing, ...] = ("none", "good-turing", "kneser-ney")

EXACT = GappedLookupOptions(sample=0, smoothing="none", count_feature="none")


@st.composite
def choices(draw: st.DrawFn) -> ExtractionOptions:
    reordering = draw(st.sampled_from(["wbe", "phrase", "hier", "pieces"]))
    options = GappedLookupOptions(
        reordering=reordering,
        gaps=draw(st.sampled_from(["source", "target", "both"])),
        gap_orientation=draw(st.sampled_from(["piece", "phrase"])),
        max_length=draw(st.integers(1, 4)),
        max_words=draw(st.integers(1, 4)),
        max_span=draw(st.integers(1, 6)),
        max_source_gaps=draw(st.integers(0, 3)),
        max_target_gaps=draw(st.integers(0, 3)),
        sample=0,
        smoothing="none",
        count_feature="none",
        frequent=draw(st.sampled_from([0, 1, 2, 100])),
    )
    if reordering == "pieces" or draw(st.integers(0, 3)) > 0:
        return options
    return options.changed(gaps="none")


def weight(
    words: Words, others: Words, alignment: list[list[int]], table: dict[tuple, float]
) -> float:
    kept = [(w, row) for w, row in zip(words, alignment, strict=True) if w != GAP]
    return lexical_weight(tuple(w for w, _ in kept), others, [row for _, row in kept], table)


def assert_scored(
    table: RuleTable,
    pairs: dict[tuple[Words, Words], Pair],
    wanted: set[Words],
    corpus: list[Sentence],
) -> None:
    """The table holds the pairs with a wanted source side, with the scores of all pairs."""
    links = lexicon(corpus)
    of_f: Counter[str | None] = Counter()
    of_e: Counter[str | None] = Counter()
    for (f, e), count in links.items():
        of_f[f] += count
        of_e[e] += count
    direct = {(e, f): round(c / of_f[f], 7) for (f, e), c in links.items()}
    inverse = {(f, e): round(c / of_e[e], 7) for (f, e), c in links.items()}
    of_all = totals(pairs, 0), totals(pairs, 1)
    plain = {key: pair for key, pair in pairs.items() if contiguous(key)}
    of_plain = totals(plain, 0), totals(plain, 1)
    rules = {(tuple(r.source.split()), tuple(r.target.split())): r for r in table}
    assert rules.keys() == {key for key in pairs if key[0] in wanted}
    assert len(rules) == len(table)
    for (source, target), rule in rules.items():
        pair = pairs[source, target]
        # Pairs with gaps take nothing from the probabilities of those without.
        of_source, of_target = of_plain if contiguous((source, target)) else of_all
        by_target = best_alignment(pair, len(target), 1)
        by_source = best_alignment(pair, len(source), 0)
        expected = [
            pair.count / of_target[target],
            weight(source, target, by_source, inverse),
            pair.count / of_source[source],
            weight(target, source, by_target, direct),
        ]
        for side in (pair.backward, pair.forward):
            expected += [(side[k] + 0.5) / (pair.count + 1.5) for k in range(3)]
        found = [math.exp(v) for v in (*rule.scores.values(), *rule.reordering.values())]
        assert found == pytest.approx(expected, rel=1e-5)
        assert list(rule.counts.values()) == [of_target[target], of_source[source], pair.count]
        assert rule.alignment == tuple((i, j) for j, row in enumerate(by_target) for i in row)


@pytest.mark.parametrize("batch", [False, True])
def test_figure_2(batch: bool) -> None:
    grammar = index([FIGURE_2])
    everything = GappedLookupOptions()
    if batch:
        table = grammar.extract_all(everything)
    else:
        table = grammar.extract("je ne veux plus jouer", everything)
    found = sides(table)
    assert len(table) == len(found) == 15
    assert sum(GAP in source or GAP in target for source, target in found) == 11
    assert found >= {
        ("ne … plus", "not … anymore"),
        ("veux … jouer", "do … want to play"),
        ("veux", "do … want"),
        ("je ne … plus", "I … not … anymore"),
        ("ne veux plus", "do not want … anymore"),
        ("je ne veux plus", "I do not want … anymore"),
    }


def test_gaps_on_one_side_only() -> None:
    grammar = index([FIGURE_2])
    for gaps in ("none", "source", "target", "both"):
        found = sides(grammar.extract_all(EXACT.changed(gaps=gaps)))
        everything = sides(grammar.extract_all(EXACT))
        allowed_source, allowed_target = gaps in ("source", "both"), gaps in ("target", "both")
        assert found == {
            (s, t)
            for s, t in everything
            if (allowed_source or GAP not in s) and (allowed_target or GAP not in t)
        }


@given(corpora(), choices())
def test_all_rules_equal_brute_force(corpus: list[Sentence], options: ExtractionOptions) -> None:
    pairs = extract_gappy_pairs(corpus, options)
    table = index(corpus).extract_all(options)
    assert_scored(table, pairs, {source for source, _ in pairs}, corpus)


@given(corpora(), choices(), st.lists(st.lists(st.sampled_from("abcd"), max_size=6), max_size=2))
def test_rules_for_sentences_equal_brute_force(
    corpus: list[Sentence], options: ExtractionOptions, lines: list[list[str]]
) -> None:
    wanted = source_patterns([tuple(line) for line in lines], options)
    table = index(corpus).extract([" ".join(line) for line in lines], options)
    assert_scored(table, extract_gappy_pairs(corpus, options), wanted, corpus)


@given(corpora(most=6), st.integers(1, 4), st.sampled_from(SMOOTHING), st.sampled_from([0, 3]))
def test_without_gaps_it_is_ordinary_extraction(
    corpus: list[Sentence], limit: int, smoothing: Smoothing, top: int
) -> None:
    options = PhraseLookupOptions(
        max_length=limit, sample=0, smoothing=smoothing, count_feature="bins", top=top
    )
    ordinary = extract(bitext(corpus), options.changed(lookup="table"))
    grammar = index(corpus)
    for table in (
        grammar.extract_all(options),
        grammar.extract([" ".join(s.source) for s in corpus], options),
    ):
        assert table.columns == ordinary.columns
        for name in ARRAYS:
            assert table.array(name).tobytes() == ordinary.array(name).tobytes(), name


@given(corpora(most=6), choices(), st.sampled_from(SMOOTHING), st.sampled_from(["lookup", "sum"]))
def test_gaps_leave_phrases_without_gaps_as_they_are(
    corpus: list[Sentence],
    options: ExtractionOptions,
    smoothing: Smoothing,
    inverse: Literal["lookup", "sum"],
) -> None:
    grammar = index(corpus)
    options = options.changed(smoothing=smoothing, inverse=inverse)
    assert isinstance(options, GappedLookupOptions | PhraseLookupOptions)
    lines = [" ".join(s.source) for s in corpus]
    without = options.reordering.replace("pieces", "wbe")  # for these it is the same
    plain = grammar.extract(lines, options.changed(gaps="none", reordering=without))
    found = {
        (rule.source, rule.target): rule
        for rule in grammar.extract(lines, options)
        if GAP not in rule.source and GAP not in rule.target
    }
    assert found == {(rule.source, rule.target): rule for rule in plain}


@pytest.mark.parametrize("sample", [0, 7])
def test_bytes_do_not_depend_on_threads(sample: int) -> None:
    corpus = random_corpus(1)
    grammar = index(corpus)
    lines = [" ".join(s.source) for s in corpus[:10]]
    first = grammar.extract(lines, GappedLookupOptions(sample=sample))
    other = grammar.extract(lines, GappedLookupOptions(sample=sample), threads=3)
    for name in ARRAYS:
        assert other.array(name).tobytes() == first.array(name).tobytes()


@pytest.mark.parametrize("sample", [0, 7])
def test_bytes_do_not_depend_on_what_is_kept(sample: int) -> None:
    corpus = random_corpus(6)
    lines = [" ".join(s.source) for s in corpus[:10]]
    first = index(corpus).extract(lines, GappedLookupOptions(sample=sample, frequent=0))
    grammar = index(corpus)
    for frequent, span in ((3, 12), (3, 5), (10, 12), (10, 12), (100, 12)):
        options = GappedLookupOptions(sample=sample, frequent=frequent, max_span=span)
        other = grammar.extract(lines, options, threads=2)
        same = [other.array(n).tobytes() == first.array(n).tobytes() for n in ARRAYS]
        assert all(same) == (span == 12)


def test_a_sample_does_not_depend_on_the_other_sentences() -> None:
    corpus = random_corpus(2)
    grammar, options = index(corpus), GappedLookupOptions(sample=5)
    lines = [" ".join(s.source) for s in corpus[:8]]
    together = {(r.source, r.target): r for r in grammar.extract(lines, options)}
    for line in lines:
        for rule in grammar.extract(line, options):
            assert together[rule.source, rule.target].counts["source"] == rule.counts["source"]
            assert together[rule.source, rule.target].scores == rule.scores


def test_sampling_keeps_rare_patterns_exact() -> None:
    corpus = random_corpus(3)
    grammar = index(corpus)
    lines = [" ".join(s.source) for s in corpus[:5]]
    exact = {(r.source, r.target): r for r in grammar.extract(lines, EXACT)}
    sampled = grammar.extract(lines, replace(EXACT, sample=20))
    assert sides(sampled) < exact.keys()
    for rule in sampled:
        truth = exact[rule.source, rule.target]
        if len(grammar.find(rule.source_symbols)) <= 20:
            assert rule.scores["phrase_direct"] == truth.scores["phrase_direct"]
            assert rule.counts["source"] == truth.counts["source"]
        assert rule.scores["phrase_inverse"] <= 0


def test_the_sum_of_the_extracted_rules_is_an_upper_bound() -> None:
    corpus = random_corpus(4)
    grammar, line = index(corpus), " ".join(corpus[0].source)
    exact = grammar.extract(line, EXACT)
    summed = grammar.extract(line, replace(EXACT, inverse="sum"))
    assert sides(exact) == sides(summed)
    difference = summed.column("phrase_inverse") - exact.column("phrase_inverse")
    assert difference.min() >= -1e-6
    assert difference.max() > 0.1


@given(corpora(), st.integers(1, 3))
def test_top_keeps_the_most_frequent(corpus: list[Sentence], top: int) -> None:
    grammar = index(corpus)
    full, cut = grammar.extract_all(EXACT), grammar.extract_all(replace(EXACT, top=top))
    for source in {rule.source_symbols for rule in full}:
        counts = [rule.counts["joint"] for rule in full.lookup(source)]
        assert counts == sorted(counts, reverse=True)
        assert cut.lookup(source) == full.lookup(source)[:top]


def test_odd_sentences() -> None:
    grammar = index(
        [
            Sentence((), (), frozenset()),
            Sentence(("a",), ("x",), frozenset({(0, 0)})),
            Sentence(("b",), (), frozenset()),
            Sentence((), ("y",), frozenset()),
        ]
    )
    assert len(grammar) == 4
    assert sides(grammar.extract(["", "a", "zzz", "b zzz a", ""])) == {("a", "x")}
    assert len(grammar.extract([])) == 0
    assert len(grammar.extract("", EXACT)) == 0
    assert len(grammar.extract("unknown words only", EXACT)) == 0
    assert grammar.find("zzz") == grammar.find("a … zzz") == []


def test_gaps_run_over_unknown_words() -> None:
    grammar = index([FIGURE_2])
    assert ("ne … plus", "not … anymore") in sides(grammar.extract("ne zzz plus", EXACT))
    assert sides(grammar.extract("ne plus", EXACT)) == set()
    assert sides(grammar.extract(["ne zzz", "plus"])) == set()


def test_words_that_look_like_gaps_are_words() -> None:
    grammar = SuffixGrammar.build(AlignedBitext.encode(["… a X"], ["X … a"], ["0-1 1-2 2-0"]))
    assert sides(grammar.extract("…", PhraseLookupOptions())) == {("…", "…")}
    (rule,) = grammar.extract("…", PhraseLookupOptions())
    assert rule.source_symbols[0] >= 0


def test_empty_corpus() -> None:
    grammar = SuffixGrammar.build(AlignedBitext.encode([], [], []))
    assert (
        len(grammar) == len(grammar.extract_all(EXACT)) == len(grammar.extract("a b", EXACT)) == 0
    )


@pytest.mark.parametrize(
    "options",
    [
        {"max_length": 0},
        {"max_length": 200},
        {"max_span": 0},
        {"sample": -1},
        {"gaps": "some"},
        {"reordering": "lexical"},
        {"smoothing": "kneser"},
        {"significance": "alpha+epsilon"},
        {"inverse": "guess"},
    ],
)
def test_impossible_options_are_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=f"^{next(iter(options))}: "):
        extraction_options(**{"gaps": "both", "lookup": "suffix-array", **options})


def test_a_suffix_array_refuses_options_of_tables() -> None:
    with pytest.raises(ConfigError, match="by suffix array, got those of phrases in a table"):
        index([FIGURE_2]).extract("je", PhraseTableOptions())
