"""Smoothing and count scores of suffix grammars: against plain Python, and saved with the rules."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.common.errors import ModelError
from dragoman.grammar import (
    GappedLookupOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    Rule,
    RuleTable,
    SuffixGrammar,
)
from support.grammar.brute_force import Sentence
from support.grammar.gappy_brute_force import GAP, extract_gappy_pairs
from support.grammar.random_corpora import corpora
from support.grammar.suffix import added, index, random_corpus, rules_of

BOTH = GappedLookupOptions(sample=0)


def has_gap(rule: Rule) -> bool:
    return GAP in rule.source or GAP in rule.target


@given(corpora(most=5), st.sampled_from(["none", "source", "target", "both"]))
def test_statistics_of_a_small_corpus_are_exact(corpus: list[Sentence], gaps: str) -> None:
    options = BOTH.changed(gaps=gaps)
    pairs = extract_gappy_pairs(corpus, options)
    expected: list[float] = []
    for gapped in (False, True):
        seen = [p.count for (s, t), p in pairs.items() if (GAP in s or GAP in t) == gapped]
        expected += [len(seen), *(Counter(seen)[n] for n in range(1, 11))]
    assert index(corpus).statistics(options) == expected
    assert index(corpus).statistics(options.changed(smoothing="none")) == []


def test_statistics_of_a_sample_are_near_those_of_all_lines() -> None:
    grammar = index(random_corpus(21, 3000))
    options = replace(BOTH, max_source_gaps=1, max_target_gaps=1, max_words=3, max_span=6)
    found = grammar.statistics(options)[11:]
    assert SuffixGrammar(grammar.segments).statistics(options, threads=3)[11:] == found
    table = grammar.extract_all(options)
    counts = Counter(round(rule.counts["joint"]) for rule in table if has_gap(rule))
    assert found[0] == pytest.approx(sum(counts.values()), rel=0.15)
    for seen in (1, 2, 3):
        assert found[seen] == pytest.approx(counts[seen], rel=0.15)


def kneser_ney(table: RuleTable) -> dict[tuple[str, str], tuple[float, float]]:
    """p(f|e) and p(e|f) by the counts of all rules; each class of rules has its own discounts."""
    rules = list(table)
    plain = [rule for rule in rules if not has_gap(rule)]
    discounts = {}
    for gapped in (False, True):
        n = Counter(round(r.counts["joint"]) for r in rules if has_gap(r) == gapped)
        y = n[1] / (n[1] + 2 * n[2]) if n[1] else 0.0
        raw = [r - (r + 1) * y * n[r + 1] / n[r] if n[r] else r for r in (1, 2, 3)]
        discounts[gapped] = [max(0.0, min(r - 0.1, value)) for r, value in enumerate(raw, 1)]
    result = {}
    for rule in rules:
        count = round(rule.counts["joint"])
        off = min(discounts[has_gap(rule)][min(count, 3) - 1], count)
        # Pairs with gaps leave those without as they are.
        pairs = rules if has_gap(rule) else plain
        sources = sum(other.source == rule.source for other in pairs)
        targets = sum(other.target == rule.target for other in pairs)
        kept = count - off + off * sources * targets / len(pairs)
        result[rule.source, rule.target] = (
            kept / rule.counts["target"],
            kept / rule.counts["source"],
        )
    return result


@given(corpora(most=6))
def test_rules_with_gaps_are_smoothed_by_their_own_statistics(corpus: list[Sentence]) -> None:
    grammar = index(corpus)
    expected = kneser_ney(grammar.extract_all(replace(BOTH, smoothing="none")))
    lines = [" ".join(s.source) for s in corpus]
    for table in (grammar.extract_all(BOTH), grammar.extract(lines, BOTH)):
        found = {
            (r.source, r.target): (
                math.exp(r.scores["phrase_inverse"]),
                math.exp(r.scores["phrase_direct"]),
            )
            for r in table
        }
        assert found.keys() == expected.keys()
        for sides, values in found.items():
            assert values == pytest.approx(expected[sides], rel=1e-5)


@pytest.mark.parametrize("smoothing", ["good-turing", "kneser-ney"])
def test_a_sample_is_smoothed_as_what_it_is(smoothing: str) -> None:
    """A translation seen once in a sample is as doubtful as one seen once in a small corpus."""
    grammar = index([Sentence(("a",), (f"x{n % 30}",), frozenset({(0, 0)})) for n in range(3000)])
    options = PhraseLookupOptions(sample=30, smoothing=smoothing)
    raw = rules_of(grammar.extract("a", replace(options, smoothing="none")))
    for sides, rule in rules_of(grammar.extract("a", options)).items():
        assert rule.counts == raw[sides].counts
        assert rule.scores["phrase_direct"] <= raw[sides].scores["phrase_direct"]


@pytest.mark.parametrize("kind", ["log", "bins", "gapped"])
def test_count_scores_equal_their_definition(kind: str) -> None:
    corpus = random_corpus(8, 200)
    table = index(corpus).extract_all(replace(BOTH, count_feature=kind))
    seen = Counter()
    for rule in table:
        count = round(rule.counts["joint"])
        scores: dict[str, dict[str, float]] = {
            "log": {"count.log": math.log(count)},
            "bins": {
                "count.once": -(count == 1),
                "count.twice": -(count == 2),
                "count.few": -(3 <= count <= 9),
            },
        }
        expected = scores.get(kind, {})
        expected["count.gapped_once"] = -(count == 1 and has_gap(rule))
        assert {name: rule.scores[name] for name in table.columns[4:]} == pytest.approx(expected)
        seen[count == 1, GAP in rule.source, GAP in rule.target] += 1
    assert len(seen) == 8


def test_what_was_counted_is_saved_and_kept_until_the_text_doubles(tmp_path: Path) -> None:
    rules = OnTheFlyRules(index(random_corpus(5, 50)), replace(BOTH, count_feature="log"))
    assert rules.columns[4:] == ("count.log", "count.gapped_once")
    rules = OnTheFlyRules(added(rules.grammar, random_corpus(6, 5)), rules.options)
    rules.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert opened.statistics == rules.statistics
    assert opened.columns == rules.columns
    some = opened.add(["1 2"] * 50, ["3 4"] * 50, ["0-0 1-1"] * 50)
    assert some.statistics == rules.statistics
    some.save(tmp_path / "some")
    more = OnTheFlyRules.open(tmp_path / "some").add(["1 2"] * 5, ["3 4"] * 5, ["0-0 1-1"] * 5)
    assert more.statistics == tuple(more.grammar.statistics(more.options)) != rules.statistics


def test_rules_saved_before_there_was_smoothing_stay_as_they_were(tmp_path: Path) -> None:
    options = replace(BOTH, smoothing="none", count_feature="none")
    rules = OnTheFlyRules(index(random_corpus(5, 50)), options)
    rules.save(tmp_path / "rules")
    manifest = tmp_path / "rules" / "model.toml"
    lines = manifest.read_text().splitlines(keepends=True)
    old = [line for line in lines if not line.startswith(("smoothing", "statistics", "count"))]
    assert len(lines) - len(old) == 4
    manifest.write_text("".join(old))
    sentences = [s.source for s in random_corpus(7, 10)]
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert list(opened.rules_for(sentences)) == list(rules.rules_for(sentences))


def test_unsound_statistics_are_refused(tmp_path: Path) -> None:
    OnTheFlyRules(index(random_corpus(5, 20)), BOTH).save(tmp_path / "rules")
    manifest = tmp_path / "rules" / "model.toml"
    good = manifest.read_text()
    for new in ("statistics = [1.0]\nnot_used = [", "statistics = [nan,", 'statistics = ["x",'):
        manifest.write_text(good.replace("statistics = [", new))
        with pytest.raises(ModelError, match="statistics"):
            OnTheFlyRules.open(tmp_path / "rules")
