"""Phrases with gaps that are kept beside an index: the same as those that are looked up, wherever both have them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError, ModelError
from dragoman.grammar import (
    GappedLookupOptions,
    GappedTableOptions,
    OnTheFlyRules,
    PhraseLookupOptions,
    Rule,
    SuffixGrammar,
)
from dragoman.grammar.count_scores import GAPPED as GAPPED_ONCE
from dragoman.grammar.on_the_fly import GAPPED
from dragoman.grammar.text_pair import NO_PAIR
from support.grammar.brute_force import Sentence
from support.grammar.gappy_brute_force import GAP
from support.grammar.random_corpora import corpora, gap_choices
from support.grammar.suffix import FIGURE_2, added, index, random_corpus, rules_of

KEPT = GappedLookupOptions(sample=0, inverse="counts", least_with_gaps=1)
LOOKED_UP = replace(KEPT, inverse="lookup")
NO_WORDS = Sentence((), (), frozenset())


def gapped(rule: Rule) -> bool:
    return GAP in rule.source.split() or GAP in rule.target.split()


@settings(deadline=None)
@given(corpora(longest=8, most=8), gap_choices(), st.integers(1, 3))
def test_one_text_has_the_rules_and_scores_of_a_look_up(
    corpus: list[Sentence], options: GappedTableOptions, least: int
) -> None:
    grammar = index(corpus)
    lines = [" ".join(sentence.source) for sentence in corpus[:3]]
    exact = options.changed(lookup="suffix-array", sample=0, least_with_gaps=least, top=0)
    assert isinstance(exact, GappedLookupOptions)
    kept = grammar.extract(lines, replace(exact, inverse="counts"))
    looked_up = rules_of(grammar.extract(lines, replace(exact, inverse="lookup")))
    assert kept.columns == grammar.extract(lines, exact).columns
    assert rules_of(kept) == {
        sides: rule
        for sides, rule in looked_up.items()
        if not gapped(rule) or rule.counts["joint"] >= exact.least_with_gaps
    }


@pytest.mark.parametrize("top", [0, 3])
def test_rules_of_one_source_side_come_in_the_order_of_a_look_up(top: int) -> None:
    """By count and lexical weight; the most frequent are kept, whether or not they have gaps."""
    grammar = index(random_corpus(21))
    lines = [" ".join(sentence.source) for sentence in random_corpus(21)[:40]]

    def order(options: GappedLookupOptions) -> list[tuple[str, float, float]]:
        table = grammar.extract(lines, replace(options, top=top))
        assert sum(map(gapped, table)) > 300
        return [(r.source, r.counts["joint"], r.scores["lexical_direct"]) for r in table]

    assert order(KEPT) == order(LOOKED_UP)


def test_threads_and_what_else_is_asked_for_make_no_difference() -> None:
    corpus = random_corpus(21)
    rules = OnTheFlyRules(
        added(index(corpus), random_corpus(22, 30)), replace(KEPT, sample=5, least_with_gaps=2)
    )
    sentences = [s.source for s in [*corpus[:20], *random_corpus(22, 30)]]
    whole = rules_of(rules.rules_for(sentences, threads=3))
    alone: dict[tuple[str, str], Rule] = {}
    for sentence in sentences:
        alone |= rules_of(rules.rules_for([sentence]))
    assert alone == whole
    assert sum(map(gapped, whole.values())) > 300


def patterns_of(grammar: SuffixGrammar, rules: dict[tuple[str, str], Rule]) -> set[str]:
    """The source sides that occur in added text."""
    first = len(grammar.segments[0])
    sources = {source for source, _ in rules}
    return {s for s in sources if any(line >= first for line, _ in grammar.find(s))}


def test_patterns_of_added_text_are_looked_up_in_all_text() -> None:
    base, more = random_corpus(21), random_corpus(22, 30)
    grown = added(index(base), more)
    assert len(grown.segments) == 2
    options = replace(KEPT, smoothing="none")
    lines = [" ".join(s.source) for s in [*base[:20], *more[:10]]]
    kept = rules_of(OnTheFlyRules(grown, options).rules_for([line.split() for line in lines]))
    exact = replace(options, inverse="lookup")
    looked_up = rules_of(grown.extract(lines, exact))
    before = rules_of(index(base).extract(lines, exact))
    plain = rules_of(
        grown.extract(lines, PhraseLookupOptions(sample=0, inverse="counts", smoothing="none"))
    )
    zero = {GAPPED_ONCE: 0.0}
    assert kept.keys() == looked_up.keys()
    there = patterns_of(grown, looked_up)
    for sides, rule in kept.items():
        if not gapped(rule):
            assert rule == replace(plain[sides], scores={**plain[sides].scores, **zero})
        elif sides[0] in there:
            assert rule == looked_up[sides]
        else:
            assert rule.counts == before[sides].counts
            assert rule.alignment == before[sides].alignment
    assert {gapped(rule) and sides[0] in there for sides, rule in kept.items()} == {True, False}
    assert any(gapped(rule) and sides not in before for sides, rule in kept.items())


def test_what_is_kept_is_saved_and_taken_over(tmp_path: Path) -> None:
    corpus = random_corpus(23, 30) * 2
    rules = OnTheFlyRules(index(corpus), GappedLookupOptions())
    assert isinstance(rules.options, GappedLookupOptions)
    assert rules.options.inverse == "counts" and rules.options.kept().least_with_gaps == 2
    assert rules.gapped is not None and len(rules.gapped) > 50
    assert all(map(gapped, rules.gapped))
    rules.save(tmp_path / "rules")
    opened = OnTheFlyRules.open(tmp_path / "rules")
    assert opened.options == rules.options
    lines = [sentence.source for sentence in corpus[:20]]
    assert rules_of(opened.rules_for(lines)) == rules_of(rules.rules_for(lines))
    opened.add(["1 2"], ["3 4"], ["0-0 1-1"]).save(tmp_path / "more")
    files = [tmp_path / place / GAPPED / "scores.npy" for place in ("rules", "more")]
    assert files[0].samefile(files[1])  # linked, not copied
    grown = opened.add(*([words] * 30 for words in ("1 2 5", "3 4 6", "0-0 1-1 2-2")))
    assert len(grown.grammar.segments) == 1  # put together, so all text has been gone through again
    found = rules_of(grown.rules_for([["1", "2", "5"]]))
    assert found[f"1 {GAP} 5", f"3 {GAP} 6"].counts["joint"] >= 30


def test_what_is_kept_is_made_again_with_the_first_segment(tmp_path: Path) -> None:
    """When segments are put together, and when lines of the first one change; it is not stale when it was saved."""
    base, more = random_corpus(24, 100), random_corpus(25, 60)
    rules = OnTheFlyRules(index(base), GappedLookupOptions(smoothing="none"))
    assert rules.gapped is not None
    source, target = [" ".join(s.source) for s in more], [" ".join(s.target) for s in more]
    links = [" ".join(f"{i}-{j}" for i, j in sorted(s.links)) for s in more]
    rules.add(source, target, links).save(tmp_path / "rules")
    grown = OnTheFlyRules.open(tmp_path / "rules")
    whole = OnTheFlyRules(index(base + more), rules.options)
    assert len(grown.grammar.segments) == 1
    assert grown.gapped is not None and whole.gapped is not None
    assert rules_of(grown.gapped) == rules_of(whole.gapped) != rules_of(rules.gapped)
    lines = [s.source for s in [*base[:20], *more[:20]]]
    assert rules_of(grown.rules_for(lines)) == rules_of(whole.rules_for(lines))
    fewer = rules.replaced(dict.fromkeys(range(50), NO_PAIR))
    left = OnTheFlyRules(index([NO_WORDS] * 50 + base[50:]), rules.options)
    assert fewer.gapped is not None and left.gapped is not None
    assert rules_of(fewer.gapped) == rules_of(left.gapped) != rules_of(rules.gapped)
    assert rules_of(fewer.rules_for(lines)) == rules_of(left.rules_for(lines))


def test_long_spans_are_looked_up() -> None:
    """A table has no room for them: see GappedTableOptions."""
    options = GappedLookupOptions(max_span=40)
    assert OnTheFlyRules(index([FIGURE_2]), options).options.inverse == "lookup"
    with pytest.raises(ConfigError, match="max_span"):
        OnTheFlyRules(index([FIGURE_2]), replace(options, inverse="counts"))


def test_rules_of_another_text_or_with_other_limits_are_refused(tmp_path: Path) -> None:
    one, other = index([FIGURE_2]), index(random_corpus(23, 60))
    with pytest.raises(ModelError, match="another suffix grammar"):
        OnTheFlyRules(one, KEPT, gapped=other.gapped(KEPT)).rules_for([["je", "ne"]])
    OnTheFlyRules(other, KEPT).save(tmp_path / "rules")
    manifest = tmp_path / "rules" / "model.toml"
    manifest.write_text(manifest.read_text().replace("max_words = 5", "max_words = 4"))
    with pytest.raises(ModelError, match="other limits"):
        OnTheFlyRules.open(tmp_path / "rules")
