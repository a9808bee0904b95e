"""A table of phrases with gaps against the suffix grammar, which is held to brute force elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.grammar import GappedTableOptions, RuleTable, extract
from dragoman.grammar.rule_table import ARRAYS
from support.grammar.brute_force import Sentence
from support.grammar.gappy_brute_force import GAP
from support.grammar.random_corpora import bitext, corpora, gap_choices
from support.grammar.suffix import FIGURE_2, index, random_corpus, rules_of, sides


def assert_same_bytes(table: RuleTable, other: RuleTable) -> None:
    assert table.columns == other.columns
    for name in ARRAYS:
        assert table.array(name).tobytes() == other.array(name).tobytes(), name


@settings(deadline=None)
@given(corpora(longest=8, most=8), gap_choices())
def test_with_all_pairs_it_is_that_of_the_suffix_grammar(
    corpus: list[Sentence], options: GappedTableOptions
) -> None:
    exact = options.changed(lookup="suffix-array", sample=0)
    table = extract(bitext(corpus), replace(options, least_with_gaps=1))
    assert_same_bytes(table, index(corpus).extract_all(exact))


@settings(deadline=None)
@given(corpora(longest=8, most=8), gap_choices(), st.integers(2, 3))
def test_rare_pairs_with_gaps_are_left_out_and_change_no_score(
    corpus: list[Sentence], options: GappedTableOptions, least: int
) -> None:
    table = rules_of(extract(bitext(corpus), replace(options, least_with_gaps=least)))
    whole = rules_of(
        index(corpus).extract_all(options.changed(lookup="suffix-array", sample=0, top=0))
    )
    often = {
        pair: rule
        for pair, rule in whole.items()
        if (GAP not in rule.source and GAP not in rule.target) or rule.counts["joint"] >= least
    }
    assert {pair: often.get(pair) for pair in table} == table
    for source in {source for source, _ in often}:
        counts = {pair: rule.counts["joint"] for pair, rule in often.items() if pair[0] == source}
        kept = sorted((count for pair, count in counts.items() if pair in table), reverse=True)
        assert kept == sorted(counts.values(), reverse=True)[: options.top or None]


@pytest.mark.parametrize("least", [1, 2])
def test_larger_corpora(least: int) -> None:
    """Lines with many links, words without links, and repeated pairs that are far apart."""
    corpus = random_corpus(3, 50) + random_corpus(4, 25) + random_corpus(3, 25)
    options = GappedTableOptions(count_feature="none")
    whole = rules_of(index(corpus).extract_all(options.changed(lookup="suffix-array", sample=0)))
    table = rules_of(extract(bitext(corpus), replace(options, least_with_gaps=least)))
    assert table == {
        pair: rule
        for pair, rule in whole.items()
        if (GAP not in rule.source and GAP not in rule.target) or rule.counts["joint"] >= least
    }
    assert sum(GAP in rule.source for rule in table.values()) > 100


def test_bytes_depend_neither_on_threads_nor_on_memory(tmp_path: Path) -> None:
    corpus = bitext(random_corpus(5, 1200))
    options = GappedTableOptions()
    first = extract(corpus, options)
    assert_same_bytes(first, extract(corpus, options, threads=3))
    small = extract(corpus, replace(options, memory=100_000), beside=tmp_path / "table")
    assert any(tmp_path.rglob("*.npy"))
    assert_same_bytes(first, small)


def test_figure_2_and_what_the_table_says_of_itself(tmp_path: Path) -> None:
    options = GappedTableOptions(least_with_gaps=1, max_target_gaps=1)
    table = extract(bitext([FIGURE_2]), options)
    assert ("ne … plus", "not … anymore") in sides(table)
    assert table.gaps == "both"
    table.save(tmp_path / "table")
    opened = RuleTable.open(tmp_path / "table")
    assert opened.gaps == "both"
    recorded = opened.settings["extraction"]
    assert (recorded["gaps"], recorded["least_with_gaps"], recorded["max_span"]) == ("both", 1, 12)
    assert not any(
        GAP in rule.source
        for rule in extract(bitext([FIGURE_2]), replace(options, least_with_gaps=2))
    )


@pytest.mark.parametrize(("name", "value"), [("max_span", 33), ("max_length", 33)])
def test_long_sides_are_refused_by_name(name: str, value: int) -> None:
    with pytest.raises(ConfigError, match=f"{name}: .* from 1 to 32, got 33"):
        GappedTableOptions(gaps="source", **{name: value})
    longest = GappedTableOptions(gaps="source", **{name: 32})
    assert len(extract(bitext([FIGURE_2]), longest)) > 0
