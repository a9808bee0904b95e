"""p(f|e) of phrases without gaps from counts of all target sides, against look-up and against full extraction."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ModelError
from dragoman.grammar import OnTheFlyRules, PhraseLookupOptions, extract
from dragoman.grammar.option_parts import Smoothing
from dragoman.grammar.side_counts import SideCounts
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import bitext, corpora
from support.grammar.suffix import index, random_corpus, rules_of

SMOOTHING: tuple[Smoothing, ...] = ("none", "good-turing", "kneser-ney")
COUNTS = PhraseLookupOptions(inverse="counts")


@settings(deadline=None)
@given(corpora(most=6), st.integers(1, 4), st.sampled_from(SMOOTHING))
def test_without_a_sample_rules_are_those_of_a_table(
    corpus: list[Sentence], longest: int, smoothing: Smoothing
) -> None:
    options = replace(COUNTS, max_length=longest, smoothing=smoothing)
    found = index(corpus).extract([" ".join(s.source) for s in corpus], options)
    assert rules_of(found) == rules_of(extract(bitext(corpus), options.changed(lookup="table")))


@pytest.mark.parametrize("sample", [2, 5, 20])
def test_with_a_sample_rules_of_rare_sides_are_those_of_look_up(sample: int) -> None:
    """Where neither side is sampled, all scores are; and counts of target sides are always exact."""
    corpus = random_corpus(21)
    lines = [" ".join(s.source) for s in corpus[:60]]
    grammar = index(corpus)
    exact = rules_of(grammar.extract(lines, replace(COUNTS, sample=0, inverse="lookup")))
    found = rules_of(grammar.extract(lines, replace(COUNTS, sample=sample)))
    looked_up = rules_of(grammar.extract(lines, replace(COUNTS, sample=sample, inverse="lookup")))
    assert found.keys() == looked_up.keys()
    rare = 0
    for sides, rule in found.items():
        assert rule.counts["target"] == exact[sides].counts["target"]
        source = occurrences([s.source for s in corpus], rule.source)
        target = occurrences([s.target for s in corpus], rule.target)
        if max(source, target) <= sample:
            assert rule == looked_up[sides] == exact[sides]
            rare += 1
    assert 0 < rare < len(found)


def occurrences(lines: list[tuple[str, ...]], phrase: str) -> int:
    words = tuple(phrase.split())
    return sum(line[i : i + len(words)] == words for line in lines for i in range(len(line)))


def test_models_count_and_remember(tmp_path: Path) -> None:
    corpus = random_corpus(22)
    lines = [s.source for s in corpus[:40]]
    rules = OnTheFlyRules(index(corpus), PhraseLookupOptions(sample=5))
    assert rules.options.inverse == "counts" and len(rules.counts) == 1
    found = rules_of(rules.rules_for(lines, threads=2))
    assert found == rules_of(rules.rules_for(lines))
    rules.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert rules_of(opened.rules_for(lines)) == found
    assert [len(each) for each in opened.counts] == [len(each) for each in rules.counts]
    grown = opened.add(["new words"], ["des mots neufs"], ["0-1 0-2 1-1"])
    assert len(grown.counts) == len(grown.grammar.segments) == 2
    assert ("new words", "mots neufs") in rules_of(grown.rules_for([["new", "words"]]))


def test_counts_of_other_limits_are_refused(tmp_path: Path) -> None:
    grammar = index(random_corpus(23, 20))
    counts = SideCounts.count(grammar.segments[0], replace(COUNTS, max_length=3), threads=2)
    counts.save(tmp_path / "counts")
    opened = SideCounts.open(tmp_path / "counts")
    opened.check(replace(COUNTS, max_length=3))
    with pytest.raises(ModelError, match="limits"):
        opened.check(COUNTS)
    assert (opened.partners <= opened.counts).all() and (opened.partners >= 1).all()
