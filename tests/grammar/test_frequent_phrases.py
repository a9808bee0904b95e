"""Frequent phrases that are kept beside an index: rules and scores are those of a look-up in the text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ModelError
from dragoman.grammar import (
    GappedLookupOptions,
    LookupOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    RuleTable,
    frequent_phrases,
    suffix_grammar,
)
from dragoman.grammar.frequent_phrases import FREQUENT
from dragoman.grammar.text_pair import NO_PAIR
from support.grammar.brute_force import Sentence
from support.grammar.random_corpora import corpora
from support.grammar.suffix import index, random_corpus, rules_of

PHRASES = PhraseLookupOptions(inverse="counts")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """In small texts three occurrences are many; what is added to them stays a segment of its own if it is smaller."""
    monkeypatch.setattr(frequent_phrases, "LEAST", 3)
    monkeypatch.setattr(suffix_grammar, "GROWTH", 1)


def words_of(corpus: list[Sentence]) -> list[tuple[str, ...]]:
    return [sentence.source for sentence in corpus]


def looked_up(rules: OnTheFlyRules) -> OnTheFlyRules:
    """The same with all phrases from the text."""
    return OnTheFlyRules(
        rules.grammar,
        rules.options,
        0,
        rules.statistics,
        rules.counts,
        gapped=rules.gapped,
        frequent="none",
    )


def with_more(rules: OnTheFlyRules, corpus: list[Sentence]) -> OnTheFlyRules:
    return rules.add(
        [" ".join(s.source) for s in corpus],
        [" ".join(s.target) for s in corpus],
        [" ".join(f"{i}-{j}" for i, j in sorted(s.links)) for s in corpus],
    )


def kept_sides(table: RuleTable) -> set[str]:
    return {rule.source for rule in table}


def lookup_options() -> st.SearchStrategy[LookupOptions]:
    orientations = st.sampled_from(["none", "wbe", "phrase", "hier"])
    numbers = {
        "sample": st.sampled_from([0, 2, 5, 300]),
        "top": st.sampled_from([0, 0, 1, 3]),
        "max_length": st.integers(1, 4),
        "reordering": orientations,
        "inverse": st.just("counts"),
        "smoothing": st.sampled_from(["none", "kneser-ney"]),
    }
    gapped = st.builds(GappedLookupOptions, gaps=st.just("both"), **numbers)
    return st.one_of(st.builds(PhraseLookupOptions, **numbers), gapped)


@settings(deadline=None)
@given(corpora(longest=8, most=8), corpora(longest=6, most=3), lookup_options())
def test_rules_and_scores_are_those_of_a_look_up(
    corpus: list[Sentence], more: list[Sentence], options: LookupOptions
) -> None:
    rules = OnTheFlyRules(index(corpus * 2), options)
    sentences = [s for s in words_of(corpus + more) if s]
    assert rules.frequent is not None
    assert rules_of(rules.rules_for(sentences)) == rules_of(looked_up(rules).rules_for(sentences))
    grown = with_more(rules, more)
    assert rules_of(grown.rules_for(sentences)) == rules_of(looked_up(grown).rules_for(sentences))


@pytest.mark.parametrize("top", [0, 2])
@pytest.mark.parametrize("sample", [0, 20, 300])
def test_a_text_and_what_is_added_to_it(sample: int, top: int) -> None:
    corpus, more = random_corpus(31), random_corpus(32, 20)
    rules = OnTheFlyRules(index(corpus), replace(PHRASES, sample=sample, top=top))
    assert rules.frequent is not None and len(rules.frequent) > 800
    sentences = words_of(corpus[:60] + more)
    table = rules.rules_for(sentences, threads=2)
    assert list(table) == list(looked_up(rules).rules_for(sentences))
    assert kept_sides(table) & kept_sides(rules.frequent) != kept_sides(table)
    grown = with_more(rules, more)
    assert len(grown.grammar.segments) == 2 and grown.frequent is rules.frequent
    both = grown.rules_for(sentences)
    assert list(both) == list(looked_up(grown).rules_for(sentences))
    there = {s for s in kept_sides(both) if any(line >= 300 for line, _ in grown.grammar.find(s))}
    kept = kept_sides(rules.frequent) & kept_sides(both)
    assert kept & there and kept - there  # some are looked up, some are not


def test_what_is_kept_is_saved_and_made_again_when_segments_are_put_together(
    tmp_path: Path,
) -> None:
    corpus = random_corpus(33)
    rules = OnTheFlyRules(index(corpus), PHRASES)
    assert rules.frequent is not None
    rules.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert opened.frequent is not None
    assert list(opened.frequent) == list(rules.frequent)
    sentences = words_of(corpus[:40])
    assert list(opened.rules_for(sentences)) == list(rules.rules_for(sentences))
    more = random_corpus(34, 301)
    grown = with_more(opened, more)
    assert len(grown.grammar.segments) == 1
    whole = OnTheFlyRules(index(corpus + more), PHRASES)
    assert grown.frequent is not None and whole.frequent is not None
    assert rules_of(grown.frequent) == rules_of(whole.frequent)
    assert rules_of(grown.frequent) != rules_of(rules.frequent)
    fewer = opened.replaced(dict.fromkeys(range(100), NO_PAIR))
    assert list(fewer.rules_for(sentences)) == list(looked_up(fewer).rules_for(sentences))


def test_rules_saved_without_them_look_all_up(tmp_path: Path) -> None:
    rules = looked_up(OnTheFlyRules(index(random_corpus(35)), PHRASES))
    rules.save(tmp_path / "rules")
    assert not (tmp_path / "rules" / FREQUENT).exists()
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert opened.frequent is None
    assert list(opened.rules_for([["1", "2"]])) == list(rules.rules_for([["1", "2"]]))
    assert opened.add(["1 2"], ["3 4"], ["0-0 1-1"]).frequent is None


def test_those_of_other_limits_or_another_text_are_refused(tmp_path: Path) -> None:
    rules = OnTheFlyRules(index(random_corpus(36)), PHRASES)
    small = OnTheFlyRules(index([Sentence(("1",), ("2",), frozenset({(0, 0)}))]), PHRASES)
    other = OnTheFlyRules(small.grammar, PHRASES, frequent=rules.frequent)
    with pytest.raises(ModelError, match="another suffix grammar"):
        other.rules_for([["1"]])
    rules.save(tmp_path / "rules")
    manifest = tmp_path / "rules" / "model.toml"
    before, after = manifest.read_text().split("[settings.frequent]")
    changed = after.replace("max_length = 7", "max_length = 6", 1)
    assert changed != after
    manifest.write_text(f"{before}[settings.frequent]{changed}")
    with pytest.raises(ModelError, match="other limits"):
        OnTheFlyRules.open(tmp_path / "rules")
