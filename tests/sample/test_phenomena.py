"""Each phenomenon, measured on the gold annotation, and each switch."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise, permutations

import pytest

from dragoman.sample import NAMES, Phenomena, SampleSentence
from dragoman.sample.transfer import gap_labels
from support.sample_corpus import sample_documents, sample_sentences
from support.sample_oracles import gap_lengths, is_binarisable, units_of, violations

ALL = Phenomena()


def share(sentences: list[SampleSentence], label: str) -> float:
    return sum(label in s.phenomena for s in sentences) / len(sentences)


GONE = {
    "cohesion": {"fronting", "moved-relative", "moved-genitive", "temptation"},
    "discontinuity": {"negation", "separable", "future", "phrasal", "cross-serial", "bonbon"},
    "cross-serial": {"cross-serial", "bonbon"},
    "verb-final": {"verb-final"},
    "consistency": {"term"},
}


@pytest.mark.parametrize("name", NAMES)
def test_a_switch_removes_its_phenomenon_and_no_other(name: str) -> None:
    with_it = sample_sentences(1500, 1, ALL)
    without = sample_sentences(1500, 1, ALL.without(name))
    dependent = GONE[name] | (GONE["cross-serial"] if name == "verb-final" else set())
    for label in GONE[name]:
        assert share(with_it, label) > 0.01
        assert share(without, label) == 0
    for label in set().union(*GONE.values()) - dependent:
        assert share(without, label) > 0.01


@pytest.mark.parametrize("name", NAMES)
def test_a_phenomenon_alone(name: str) -> None:
    alone = sample_sentences(1500, 1, ALL.only(name))
    own = GONE[name] - (GONE["cross-serial"] if name == "discontinuity" else set())
    kept = own | (GONE["discontinuity"] if name == "cross-serial" else set())
    for label in set().union(*GONE.values()) - kept:
        assert share(alone, label) == 0
    assert all(share(alone, label) > 0.005 for label in own)


def test_most_movement_is_cohesive() -> None:
    plain = sample_sentences(1000, 1, ALL.without("discontinuity"))
    broken = sum(violations(s.source_tree, s.alignment.links) > 0 for s in plain)
    assert broken < 0.02 * len(plain)
    full = sample_sentences(1000)
    broken = sum(violations(s.source_tree, s.alignment.links) > 0 for s in full)
    assert broken < 0.3 * len(full)


def test_cohesion_moves_words_far() -> None:
    def movement(sentences: list[SampleSentence]) -> float:
        jumps = total = 0
        for s in sentences:
            order = sorted(s.alignment.links, key=lambda link: (link[1], link[0]))
            jumps += sum(abs(b[0] - a[0] - 1) > 4 for a, b in pairwise(order))
            total += len(s.source)
        return jumps / total

    flat = ALL.without("verb-final", "discontinuity")
    assert movement(sample_sentences(1000, 1, flat)) > 0.03
    assert movement(sample_sentences(1000, 1, flat.without("cohesion"))) < 0.001


def test_temptations_suit_the_other_noun() -> None:
    """The target's noun-adjective pairs that temptations avoid are more frequent than those they use."""
    pairs: Counter[tuple[str, str]] = Counter()
    sentences = sample_sentences(4000)
    for s in sentences:
        if "temptation" not in s.phenomena:
            tags = s.target_tags
            pairs.update(
                (a, b)
                for a, b, t, u in zip(s.target, s.target[1:], tags, tags[1:], strict=False)
                if (t, u) == ("NOUN", "ADJ")
            )
    straight = swapped = 0
    for s in sentences:
        if "temptation" in s.phenomena:
            found = [
                (s.target[k], s.target[k + 1])
                for k in range(len(s.target) - 1)
                if s.target_tags[k : k + 2] == ("NOUN", "ADJ")
            ]
            straight += sum(pairs[pair] > 0 for pair in found)
            swapped += sum(
                pairs[a, d] > 0 for a, b in found for c, d in found if (a, b) != (c, d)
            )  # fmt: skip
    assert swapped > 1.5 * straight


def test_gaps_vary_in_length() -> None:
    lengths: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    for s in sample_sentences(2000):
        for unit in units_of(s.alignment.links):
            for side in (0, 1):
                lengths[side].update(gap_lengths(unit[side]))
    for counts in lengths:
        assert len(counts) >= 8
        assert max(counts.values()) < 0.5 * counts.total()


def test_gaps_on_the_source_on_the_target_and_on_both() -> None:
    kinds: Counter[tuple[bool, bool]] = Counter()
    for s in sample_sentences(2000):
        for here, there in units_of(s.alignment.links):
            kinds[bool(gap_lengths(here)), bool(gap_lengths(there))] += 1
    for kind in ((True, False), (False, True), (True, True)):
        assert kinds[kind] > 50


def test_parts_of_a_unit_mean_something_else_alone() -> None:
    """The stem of a separable verb translates otherwise when it stands alone."""
    apart: dict[str, set[str]] = defaultdict(set)
    alone: dict[str, set[str]] = defaultdict(set)
    for s in sample_sentences(4000):
        heads = zip(s.source_tree.heads, s.source_tree.labels, strict=True)
        separable = {head for head, label in heads if label == "compound:prt"}
        for i, j in s.alignment.links:
            if s.source_tags[i] == "VERB" and s.source_tree.labels[i] != "acl:relcl":
                (apart if i in separable else alone)[s.source[i]].add(s.target[j])
    both = set(apart) & set(alone)
    assert len(both) > 30
    assert sum(apart[w].isdisjoint(alone[w]) for w in both) > 0.7 * len(both)


def test_the_reduction_knows_the_papers_shapes() -> None:
    def permutation(*order: int) -> list[tuple[int, int]]:
        return list(enumerate(order))

    inside_out = {(1, 3, 0, 2), (2, 0, 3, 1)}
    assert {p for p in permutations(range(4)) if not is_binarisable(permutation(*p))} == inside_out
    cross_serial = [(0, 0), (2, 0), (1, 1), (3, 1)]
    bonbon = [(0, 1), (2, 1), (1, 0), (1, 2)]
    nested = [(0, 1), (2, 1), (1, 0)]
    assert not is_binarisable(cross_serial)
    assert not is_binarisable(bonbon)
    assert is_binarisable(nested)


def test_a_bonbon_is_labelled_whichever_unit_comes_first() -> None:
    source_gap, target_gap = ([0, 2], [1]), ([1], [0, 2])
    for units in ([source_gap, target_gap], [target_gap, source_gap]):
        assert Counter(gap_labels(units)) == Counter(["source-gap", "target-gap", "bonbon"])
    assert "bonbon" not in gap_labels([([0, 2], [0, 2]), ([1], [1])])


def test_interleaved_units_are_beyond_binary_grammars() -> None:
    sentences = sample_sentences(1500)
    marked = [s for s in sentences if {"cross-serial", "bonbon"} & set(s.phenomena)]
    assert len(marked) > 100
    assert not any(is_binarisable(s.alignment.links) for s in marked)


def test_without_interleaving_binary_grammars_do() -> None:
    sentences = sample_sentences(300, 1, ALL.without("cross-serial"))
    assert sum(is_binarisable(s.alignment.links) for s in sentences) > 0.9 * len(sentences)


def test_negation_at_its_rate() -> None:
    for rate in (0.05, 0.3):
        sentences = sample_sentences(1500, 1, Phenomena(negation=rate))
        labels = Counter(label for s in sentences for label in s.source_tree.labels)
        clauses = sum(labels[label] for label in ("root", "conj", "advcl", "ccomp"))
        negated = sum(s.phenomena.get("negation", 0) for s in sentences)
        assert 0.8 * rate < negated / clauses < 1.5 * rate


def last_verbs(sentences: list[SampleSentence]) -> float:
    """Of the subordinate clauses with an object: how many have it before the verb."""
    before = total = 0
    for s in sentences:
        tree = s.source_tree
        for word, (head, label) in enumerate(zip(tree.heads, tree.labels, strict=True)):
            if label == "obj" and tree.labels[head] in ("advcl", "ccomp"):
                before += word < head
                total += 1
    return before / total


def test_verbs_stand_last() -> None:
    assert last_verbs(sample_sentences(1500)) == 1
    assert last_verbs(sample_sentences(1500, 1, ALL.without("verb-final"))) == 0


def translations_of_terms(phenomena: Phenomena) -> list[tuple[str, str, str]]:
    """(document, source lemma, target stem) of every noun."""
    found = []
    for document in sample_documents(3000, 1, phenomena):
        for s in document.sentences:
            for i, j in s.alignment.links:
                if s.source_tags[i] == s.target_tags[j] == "NOUN":
                    stem = s.target[j].removesuffix("s")[:-1]
                    found.append((document.id, s.source_tree.lemmas[i], stem))
    return found


def test_a_document_translates_a_term_one_way() -> None:
    found = translations_of_terms(ALL)
    choices: dict[str, Counter[str]] = defaultdict(Counter)
    local: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for document, lemma, stem in found:
        choices[lemma][stem] += 1
        local[document, lemma][stem] += 1
    terms = {lemma for lemma, counts in choices.items() if len(counts) > 1}
    assert 28 <= len(terms) <= 32
    uses = sum(choices[lemma].total() for lemma in terms)
    overall = sum(max(choices[lemma].values()) for lemma in terms)
    assert overall < 0.66 * uses
    inside = {key: counts for key, counts in local.items() if key[1] in terms}
    faithful = sum(max(counts.values()) for counts in inside.values())
    assert faithful > 0.94 * uses
    assert sum(c.total() >= 3 for c in inside.values()) > 0.6 * len(inside)
    assert ALL.term - 0.05 < uses / len(found) < ALL.term + 0.05


def test_without_consistency_a_noun_has_one_translation() -> None:
    choices = defaultdict(set)
    for _, lemma, stem in translations_of_terms(ALL.without("consistency")):
        choices[lemma].add(stem)
    assert all(len(stems) == 1 for stems in choices.values())
