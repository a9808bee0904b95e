"""Hierarchical rules: equal to brute force, by table and by suffix array, and within Chiang's constraints."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.grammar import (
    HierarchicalLookupOptions,
    HierarchicalTableOptions,
    OnTheFlyRules,
    PhraseTableOptions,
    Rule,
    RuleTable,
    extract,
    extraction_options,
)
from dragoman.grammar.side_counts import SideCounts
from support.examples import examples
from support.grammar.brute_force import Sentence, Words, best_alignment, lexical_weight, lexicon
from support.grammar.hierarchical_brute_force import NON_TERMINALS, applies, extract_rules
from support.grammar.random_corpora import bitext, corpora
from support.grammar.suffix import added, index, random_corpus, rules_of


def words(text: str) -> Words:
    return tuple(text.split())


LOOKED_UP = HierarchicalLookupOptions(sample=0, sentence_span=1000)


def by_lookup(options: HierarchicalTableOptions, **changes: object) -> HierarchicalLookupOptions:
    """The same rules by suffix array, from all occurrences and however long the sentence."""
    spread = {"sample": 0, "sentence_span": 1000, **changes}
    found = options.changed(lookup="suffix-array", **spread)
    assert isinstance(found, HierarchicalLookupOptions)
    return found


PLAIN = HierarchicalTableOptions(smoothing="none")
PLAIN_HOLES = replace(PLAIN, min_hole=1)
CHIANG = Sentence(
    words("Aozhou shi yu Beihan you bangjiao de shaoshu guojia zhiyi"),
    words("Australia is one of the few countries that have diplomatic relations with North Korea"),
    frozenset(
        {(0, 0), (1, 1), (2, 11), (3, 12), (3, 13), (4, 8), (5, 9), (5, 10), (6, 7), (7, 4)}
        | {(7, 5), (8, 6), (9, 2), (9, 3)}
    ),
)
"""Chiang 2007, figure 2."""

limits = st.builds(
    HierarchicalTableOptions,
    initial_span=st.integers(1, 7),
    max_symbols=st.integers(1, 6),
    max_non_terminals=st.integers(0, 2),
    min_hole=st.integers(1, 3),
    adjacent=st.booleans(),
    smoothing=st.just("none"),
)


def check(table: RuleTable, corpus: list[Sentence], options: HierarchicalTableOptions) -> None:
    """Every rule, count, alignment and score of a table of all rules."""
    expected = extract_rules(corpus, options)
    rules = {(words(rule.source), words(rule.target)): rule for rule in table}
    assert rules.keys() == expected.keys()
    counts = lexicon(corpus)
    totals: list[Counter[object]] = [Counter(), Counter()]
    for linked, count in counts.items():
        for place in (0, 1):
            totals[place][linked[place]] += count
    direct = {(e, f): counts[f, e] / totals[0][f] for f, e in counts}
    inverse = {(f, e): counts[f, e] / totals[1][e] for f, e in counts}
    for mark in NON_TERMINALS:
        direct[mark, None] = inverse[mark, None] = 1.0
    sides: list[Counter[Words]] = [Counter(), Counter()]
    for key, pair in expected.items():
        for place in (0, 1):
            sides[place][key[place]] += pair.count
    for (f, e), pair in expected.items():
        rule = rules[f, e]
        assert rule.counts == {"target": sides[1][e], "source": sides[0][f], "joint": pair.count}
        by_target, by_source = best_alignment(pair, len(e), 1), best_alignment(pair, len(f), 0)
        assert sorted(rule.alignment) == sorted(
            (i, j) for j, links in enumerate(by_target) for i in links
        )
        truth = {
            "phrase_direct": pair.count / sides[0][f],
            "phrase_inverse": pair.count / sides[1][e],
            "lexical_direct": lexical_weight(e, f, by_target, direct),
            "lexical_inverse": lexical_weight(f, e, by_source, inverse),
        }
        for name, value in truth.items():
            assert rule.scores[name] == pytest.approx(math.log(value), abs=1e-5)


@settings(deadline=None)
@given(corpora(longest=7), limits)
def test_the_table_equals_brute_force(
    corpus: list[Sentence], options: HierarchicalTableOptions
) -> None:
    check(extract(bitext(corpus), options), corpus, options)


@settings(deadline=None)
@given(corpora(longest=7), limits)
def test_rules_for_the_corpus_itself_are_the_table(
    corpus: list[Sentence], options: HierarchicalTableOptions
) -> None:
    table = extract(bitext(corpus), options)
    found = index(corpus).extract([" ".join(s.source) for s in corpus], by_lookup(options))
    assert rules_of(found) == rules_of(table)


@settings(deadline=None)
@given(corpora(longest=7), st.lists(st.sampled_from("abcd"), max_size=9), limits, st.integers(1, 9))
def test_a_sentence_gets_all_rules_that_apply_to_it(
    corpus: list[Sentence], line: list[str], options: HierarchicalTableOptions, span: int
) -> None:
    table = rules_of(extract(bitext(corpus), options))
    looked_up = by_lookup(options, sentence_span=span)
    found = rules_of(index(corpus).extract(" ".join(line), looked_up))
    assert all(table[sides] == rule for sides, rule in found.items())
    wanted = {sides for sides in table if applies(words(sides[0]), tuple(line), span)}
    assert wanted <= found.keys()


@pytest.mark.parametrize(
    "options",
    [HierarchicalTableOptions(), HierarchicalTableOptions(initial_span=15, min_hole=1)],
)
def test_chiangs_constraints(options: HierarchicalTableOptions) -> None:
    corpus = random_corpus(21, 200)
    table = extract(bitext(corpus), options)
    assert len(table) > 300
    for rule in table:
        source, target = rule.source_symbols, rule.target_symbols
        holes = [s for s in source if s < 0]
        assert holes == [-2, -3][: len(holes)]  # numbered in the order of the source side
        assert sorted(s for s in target if s < 0) == sorted(holes)
        assert len(source) <= 5
        assert all(a >= 0 or b >= 0 for a, b in pairwise(source))
        assert rule.alignment
        assert all(source[i] >= 0 and target[j] >= 0 for i, j in rule.alignment)
        linked = {i for i, _ in rule.alignment}, {j for _, j in rule.alignment}
        for symbols, at in zip((source, target), linked, strict=True):  # tight at both ends
            assert all(symbols[k] < 0 or k % len(symbols) in at for k in (0, len(symbols) - 1))


def test_chiangs_example() -> None:
    table = extract(bitext([CHIANG]), replace(PLAIN, min_hole=1))
    sides = {(rule.source, rule.target) for rule in table}
    assert ("yu [X1] you [X2]", "have [X2] with [X1]") in sides
    assert ("[X1] de [X2]", "[X2] that [X1]") in sides
    assert ("[X1] de [X2]", "the [X2] that [X1]") not in sides  # 'the' goes with shaoshu
    assert ("[X1] zhiyi", "one of [X1]") in sides


def test_two_words_around_a_hole() -> None:
    corpus = [Sentence(tuple("abcd"), tuple("wxyz"), frozenset({(0, 0), (1, 2), (2, 1), (3, 3)}))]
    table = extract(bitext(corpus), PLAIN)
    rules = {(rule.source, rule.target): rule for rule in table}
    assert ("a [X1] d", "w [X1] z") in rules
    assert rules["a [X1] d", "w [X1] z"].alignment == ((0, 0), (2, 2))
    assert ("a [X1] c d", "w x [X1] z") not in rules  # a hole has two words at least
    assert rules["a b c", "w x y"].counts["joint"] == 1


def test_without_non_terminals_they_are_tight_phrases() -> None:
    corpus = random_corpus(22, 60)
    options = replace(PLAIN, max_non_terminals=0, max_symbols=7, initial_span=7)
    table = rules_of(extract(bitext(corpus), options))
    phrases = extract(bitext(corpus), PhraseTableOptions(max_length=7, reordering="none"))
    all_phrases = rules_of(phrases)
    assert table.keys() < all_phrases.keys()
    assert {key: r.counts["joint"] for key, r in table.items()}.items() <= {
        key: r.counts["joint"] for key, r in all_phrases.items()
    }.items()


@pytest.mark.parametrize("cache", [0, 50_000, 1 << 26])
def test_rules_do_not_depend_on_batches_threads_and_cache(cache: int) -> None:
    corpus = random_corpus(31)
    sentences = [s.source for s in random_corpus(32, 10)] + [s.source for s in corpus[:10]]
    options = HierarchicalLookupOptions(sample=7)
    alone = rules_of(OnTheFlyRules(index(corpus), options, cache=0).rules_for(sentences))
    rules = OnTheFlyRules(index(corpus), options, cache)
    assert rules.gaps == "none"
    assert not rules.has_reordering
    for size in (20, 1, 7):
        found: dict[tuple[str, str], Rule] = {}
        for first in range(0, len(sentences), size):
            found |= rules_of(rules.rules_for(sentences[first : first + size], threads=2))
        assert found == alone


@settings(deadline=None)
@given(corpora(longest=7), limits)
def test_counted_target_sides_give_the_probabilities_of_the_table(
    corpus: list[Sentence], options: HierarchicalTableOptions
) -> None:
    """With a sample of everything, p(f|e) by counts is exact; sides that were found once are not stored."""
    lines = [" ".join(s.source) for s in corpus]
    grammar = index(corpus)
    sampled = by_lookup(options, sample=10**6)
    assert sampled.resolved().inverse == "counts"
    found = rules_of(grammar.extract(lines, sampled))
    assert found == rules_of(extract(bitext(corpus), options))
    sides: Counter[Words] = Counter()
    for (_, target), pair in extract_rules(corpus, options).items():
        sides[target] += pair.count
    (counts,) = grammar.side_counts(sampled)
    assert sorted(counts.counts) == sorted(n for n in sides.values() if n > 1)


def test_counts_of_target_sides_do_not_depend_on_threads() -> None:
    grammar = index(random_corpus(8, 1200))
    one, more = (
        SideCounts.count(grammar.segments[0], HierarchicalLookupOptions(), threads=n)
        for n in (1, 3)
    )
    assert len(one) > 100
    assert one.hashes.tolist() == more.hashes.tolist()
    assert one.counts.tolist() == more.counts.tolist()


def likely_count(times: int, weight: float, most: float) -> float:
    """The twin of the core's: the mean of a count with the prior 1/k^2, nearly."""
    if times > 1:
        return max(times, min((times - 1) * weight, most * (times - 1) / times))
    bound = max(1.0, min(weight, most))
    return bound / (1 + math.log(bound))


def test_a_sample_has_the_counts_of_all_target_sides() -> None:
    """N(e) is that of the whole text, whatever the sample missed; the pair's count is what the sample makes likely."""
    corpus, size = random_corpus(9, 150), 12
    lines = [" ".join(s.source) for s in corpus[:40]]
    grammar = index(corpus)
    exact = rules_of(grammar.extract(lines, LOOKED_UP))
    sampled = rules_of(grammar.extract(lines, replace(LOOKED_UP, sample=size)))
    assert len(exact) > len(sampled) > 30
    scaled = 0
    for (source, target), rule in sampled.items():
        gaps = " ".join("…" if word.startswith("[X") else word for word in source.split())
        places = len(grammar.find(gaps.strip("… "), PLAIN.initial_span))
        weight = max(1.0, places / size)
        times = round(rule.counts["joint"] / weight)
        scaled += weight > 1
        assert rule.counts["joint"] == pytest.approx(times * weight, rel=1e-5)
        of_target = max(exact[source, target].counts["target"], times)
        assert rule.counts["target"] == of_target
        share = likely_count(times, weight, of_target) / of_target
        assert rule.scores["phrase_inverse"] == pytest.approx(math.log(share), abs=1e-5)
    assert scaled > 5


@pytest.mark.parametrize(
    ("times", "weight", "most"), [(1, 30, 5), (1, 30, 1000), (2, 30, 8), (4, 10, 2000)]
)
def test_the_likely_count_is_near_the_mean(times: int, weight: float, most: int) -> None:
    """Against the sum over all counts that the sample leaves possible."""
    rate = 1 / weight
    belief = {
        k: math.comb(k, times) * rate**times * (1 - rate) ** (k - times) / k**2
        for k in range(times, most + 1)
    }
    mean = sum(k * p for k, p in belief.items()) / sum(belief.values())
    assert likely_count(times, weight, most) == pytest.approx(mean, rel=0.35)


def test_added_text_adds_to_the_counts(tmp_path: Path) -> None:
    """What was counted before is kept, and saved with the rules."""
    options = HierarchicalLookupOptions(sample=10)
    first, second = random_corpus(3, 200), random_corpus(4, 20)
    rules = OnTheFlyRules(index(first), options)
    grown = rules.add(
        [" ".join(s.source) for s in second],
        [" ".join(s.target) for s in second],
        [" ".join(f"{i}-{j}" for i, j in sorted(s.links)) for s in second],
    )
    assert len(grown.counts) == 2
    assert grown.counts[0] is rules.counts[0]
    grown.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    sentences = [s.source for s in second[:5]]
    assert list(opened.rules_for(sentences)) == list(grown.rules_for(sentences))
    assert OnTheFlyRules(grown.grammar, replace(options, sample=0)).counts == ()


def test_counts_are_right_on_average_if_not_all_matches_are_followed() -> None:
    """Of 4,000 matches of "a … b" 30 times the sample are followed to "c"; each stands for more."""
    rng = random.Random(1)
    corpus, truth = [], 0
    for _ in range(4000):
        last = rng.choice("cde")
        truth += last == "c"
        text = ("a", "x", "b", "y", last)
        corpus.append(Sentence(text, text, frozenset((i, i) for i in range(5))))
    found = rules_of(index(corpus).extract("a x b y c", by_lookup(PLAIN_HOLES, sample=10)))
    exact = rules_of(index(corpus).extract("a x b y c", by_lookup(PLAIN_HOLES)))
    sides = ("a [X1] b [X2] c", "a [X1] b [X2] c")
    assert exact[sides].counts["joint"] == truth
    assert found[sides].counts["joint"] == pytest.approx(truth, rel=0.2)
    assert found[sides].counts["joint"] != truth


def test_long_spans_and_short_ones_are_found_alike() -> None:
    """Tight spans of more than 15 words have no bit of their own."""
    rng = random.Random(6)
    corpus = []
    for _ in range(12):
        size = rng.randint(16, 22)
        order = [i + rng.choice((0, 0, 1)) for i in range(size)]
        links = frozenset((i, min(j, size - 1)) for i, j in enumerate(order) if rng.random() < 0.9)
        text = [tuple(rng.choice("abcdefgh") for _ in range(size)) for _ in (0, 1)]
        corpus.append(Sentence(text[0], text[1], links))
    options = replace(PLAIN, initial_span=20, max_symbols=4, max_non_terminals=1)
    table = rules_of(extract(bitext(corpus), options))
    found = rules_of(
        index(corpus).extract([" ".join(s.source) for s in corpus], by_lookup(options))
    )
    assert found == table


def test_no_probability_is_greater_than_one_if_a_sample_misses_a_target_side() -> None:
    corpus = random_corpus(0, 300)
    rules = index(corpus).extract(
        [" ".join(s.source) for s in corpus[:10]], HierarchicalLookupOptions(sample=5)
    )
    assert max(rule.scores["phrase_inverse"] for rule in rules) <= 0


@settings(max_examples=examples(30), deadline=None)
@given(corpora(), corpora())
def test_added_text_counts_as_if_it_had_been_there(
    first: list[Sentence], second: list[Sentence]
) -> None:
    lines = [" ".join(s.source) for s in [*first, *second]]
    grown, whole = added(index(first), second), index([*first, *second])
    assert rules_of(grown.extract(lines, LOOKED_UP)) == rules_of(whole.extract(lines, LOOKED_UP))


@pytest.mark.parametrize("smoothing", ["none", "good-turing", "kneser-ney"])
def test_the_table_does_not_depend_on_threads_and_memory(smoothing: str) -> None:
    corpus = bitext(random_corpus(23, 100))
    options = HierarchicalTableOptions(smoothing=smoothing)
    one = extract(corpus, options)
    other = extract(corpus, replace(options, memory=10_000), threads=3)
    assert [str(rule) for rule in one] == [str(rule) for rule in other]
    for rule in one:
        assert all(value <= 0 for value in rule.scores.values())


def test_top_keeps_the_most_frequent() -> None:
    corpus = random_corpus(24, 60)
    full = extract(bitext(corpus), PLAIN)
    cut = extract(bitext(corpus), replace(PLAIN, top=2))
    line = " ".join(corpus[0].source)
    looked_up = index(corpus).extract(line, replace(LOOKED_UP, top=2))
    for source in {rule.source_symbols for rule in full}:
        kept = full.lookup(source)[:2]
        assert cut.lookup(source) == kept
        assert looked_up.lookup(source) in ([], kept)


def test_saved_and_opened(tmp_path: Path) -> None:
    options = HierarchicalLookupOptions(sample=11, min_hole=1)
    rules = OnTheFlyRules(index(random_corpus(5, 50)), options)
    rules.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert opened.options == rules.options
    sentences = [s.source for s in random_corpus(7, 5)]
    assert list(opened.rules_for(sentences)) == list(rules.rules_for(sentences))
    table = extract(bitext(random_corpus(5, 50)), PLAIN)
    table.save(tmp_path / "table")
    assert list(RuleTable.open(tmp_path / "table")) == list(table)


@pytest.mark.parametrize(
    "settings",
    [
        {"initial_span": 0},
        {"initial_span": 300},
        {"max_symbols": 0},
        {"max_non_terminals": 3},
        {"min_hole": 0},
        {"sample": 5},
        {"lookup": "suffix-array", "sample": -1},
        {"max_length": 5},
        {"smoothing": "some"},
        {"gaps": "both"},
        {"significance": 3.0},
        {"lookup": "suffix-array", "smoothing": "kneser-ney"},
        {"lookup": "suffix-array", "inverse": "sum"},
    ],
)
def test_impossible_options_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        extraction_options(kind="hierarchical", **settings)


def test_all_rules_need_no_index() -> None:
    with pytest.raises(ConfigError, match="without an index"):
        index([CHIANG]).extract_all(LOOKED_UP)


@settings(max_examples=examples(25), deadline=None)
@given(corpora())
def test_rules_without_target_gaps_are_those_that_have_none(sentences: list[Sentence]) -> None:
    """Galley & Manning (2010, section 6); by table and by suffix array, with the scores that they have among all."""

    def discontinuous(rule: Rule) -> bool:
        symbols = rule.target.split()
        inside = [n for n, one in enumerate(symbols) if one not in NON_TERMINALS]
        return len(inside) > 1 and inside[-1] - inside[0] >= len(inside)

    def kept(table: RuleTable) -> dict[tuple[str, str], Rule]:
        return {sides: one for sides, one in rules_of(table).items() if not discontinuous(one)}

    plain = bitext(sentences)
    without = extract(plain, replace(PLAIN_HOLES, target_gaps=False))
    assert rules_of(without) == kept(extract(plain, PLAIN_HOLES))
    lines = [" ".join(one.source) for one in sentences]
    grammar, options = index(sentences), by_lookup(PLAIN_HOLES)
    found = grammar.look_up(lines, replace(options, target_gaps=False))
    assert rules_of(found) == kept(grammar.look_up(lines, options))
