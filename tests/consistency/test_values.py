"""C1, C2 and C3 on numbers worked out by hand, and against a plain Python twin of equations 1 to 4."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.common.errors import ConfigError
from dragoman.consistency import (
    ChoiceCounts,
    ConsistencyFeature,
    ConsistencyOptions,
    Discourse,
    DiscourseInput,
    DocumentFrequencies,
)
from dragoman.consistency.clusters import units
from dragoman.consistency.frequencies import is_punctuation
from dragoman.grammar import SCORE_COLUMNS, Rule, RuleTable
from dragoman.search import Input
from support.examples import examples

SCORES = dict.fromkeys(SCORE_COLUMNS, -1.0)
RULES = [
    Rule("agen", "the bodies", ((0, 1),), SCORES),
    Rule("agen", "the organs of", ((0, 1),), SCORES),
    Rule("agen", "life support", ((0, 0), (0, 1)), SCORES),
    Rule("agen", ", !", ((0, 0),), SCORES),
    Rule("irhab", "support", ((0, 0),), SCORES),
    Rule("agen irhab", "organs support", ((0, 0), (1, 1)), SCORES),
    Rule("agen irhab", "nothing", (), SCORES),
]
TABLE = RuleTable.build(RULES)
FREQUENCIES = DocumentFrequencies(9, {"the": 9, "of": 5, "support": 4, "organs": 1})


def number(source: str, target: str) -> int:
    """A rule's number in the table."""
    found = [
        i for i in range(len(TABLE)) if (r := TABLE.rule(i)).source == source and r.target == target
    ]
    return found[0]


def counts() -> ChoiceCounts:
    """What the first pass chose: `the organs of` three times, `life support` once."""
    chosen = ChoiceCounts()
    chosen.rules.update({number("agen", "the organs of"): 3, number("agen", "life support"): 1})
    chosen.words.update({"the": 3, "organs": 3, "of": 3, "life": 1, "support": 1, ",": 8})
    chosen.pairs.update({("agen", "organs"): 3, ("agen", "life"): 1, ("agen", "support"): 1})
    return chosen


def value(feature, source, target, **options) -> float:
    discourse = Discourse(counts(), TABLE, FREQUENCIES, ConsistencyOptions(("c1",), **options))
    sentence = DiscourseInput.of(Input([source], document="d"), discourse)
    rules = np.array([number(source, target)], dtype=np.uint32)
    return float(np.asarray(ConsistencyFeature(feature).values(sentence, TABLE, rules))[0])


def ask(discourse, feature, rules) -> list[float]:
    sentence = DiscourseInput.of(Input(["x"]), discourse)
    values = ConsistencyFeature(feature).values(sentence, discourse.table, rules)
    return np.asarray(values).tolist()


ORGANS = 6.6 / 4.2 * math.log(10 / 1.5)
LIFE = math.log(10 / 0.5)
SUPPORT = math.log(10 / 4.5)


@pytest.mark.parametrize(
    ("feature", "source", "target", "expected"),
    [
        ("c1", "agen", "the organs of", 6.6 / 4.2),
        ("c1", "agen", "life support", 1.0),
        ("c1", "agen", "the bodies", 0.0),
        ("c2", "agen", "the organs of", ORGANS),
        ("c2", "agen", "life support", LIFE),
        ("c2", "irhab", "support", SUPPORT),
        ("c2", "agen", "the bodies", 0.0),
        ("c2", "agen", ", !", 0.0),
        ("c2", "agen irhab", "organs support", ORGANS),
        ("c3", "agen", "life support", LIFE),
        ("c3", "irhab", "support", 0.0),
        ("c3", "agen irhab", "organs support", ORGANS),
        ("c3", "agen irhab", "nothing", 0.0),
    ],
)
def test_worked_numbers(feature, source, target, expected):
    assert value(feature, source, target) == pytest.approx(expected)


def test_options():
    assert value("c2", "agen", "life support", combine="mean") == pytest.approx(
        (LIFE + SUPPORT) / 2
    )
    assert value("c2", "agen", "the bodies", combine="mean") == 0.0
    assert value("c2", "agen", "the organs of", common=1.0, combine="mean") == pytest.approx(
        6.6 / 4.2 * (math.log(10 / 1.5) + math.log(10 / 9.5) + math.log(10 / 5.5)) / 3
    )
    organs = "agen", "the organs of"
    assert value("c1", *organs, damping="log") == pytest.approx(math.log(4))
    assert value("c1", *organs, damping="root") == pytest.approx(math.sqrt(3))
    assert value("c1", *organs, damping="exponential") == pytest.approx(1 - math.exp(-3))
    assert value("c1", *organs, saturation=0.5) == pytest.approx(4.5 / 3.5)


def test_words_of_a_stem_count_together():
    """`organs` was chosen three times: `organ` counts as often, and is as rare as it is itself."""
    table = RuleTable.build([*RULES, Rule("agen", "Organ", ((0, 0),), SCORES)])
    where = [i for i in range(len(table)) if table.rule(i).target == "Organ"]
    for stem, organ in ((0, 0.0), (5, 6.6 / 4.2 * math.log(10 / 0.5)), (6, 0.0)):
        discourse = Discourse(counts(), table, FREQUENCIES, ConsistencyOptions(("c2",), stem=stem))
        rules = np.array(where, dtype=np.uint32)
        for feature in ("c2", "c3"):
            assert ask(discourse, feature, rules) == [pytest.approx(organ)]
    assert value("c2", "agen", "the organs of", stem=5) == pytest.approx(ORGANS)


def test_longer_documents_are_divided_into_equal_parts():
    inputs = [Input(["x"], document=name) for name in "aaaaabbcc"] + [Input(["x"])]
    names = units(inputs, ConsistencyOptions(unit=3))
    assert [len(set(names[a:b])) for a, b in ((0, 5), (5, 7), (7, 9))] == [2, 1, 1]
    assert names[:5] == sorted(names[:5]) and names.count(names[0]) == 3 and names[-1] == ""
    assert units(inputs, ConsistencyOptions()) == [*"aaaaabbcc", ""]
    with pytest.raises(ConfigError, match="not both"):
        ConsistencyOptions(unit=3, similarity=0.5)


def test_without_a_document_values_are_zero():
    rules = np.arange(len(TABLE), dtype=np.uint32)
    assert not np.any(ConsistencyFeature("c1").values(Input(["agen"]), TABLE, rules))


WORDS = ["the", "of", "organs", "life", "support", "bodies", ","]


def twin(feature: str, rule: Rule, chosen: ChoiceCounts, where: int) -> float:
    """Equations 1 to 4 as they stand."""

    def bm25(n: int) -> float:
        return 2.2 * n / (1.2 + n)

    def weighted(n: int, word: str) -> float:
        common = FREQUENCIES.counts.get(word, 0)
        if 2 * common > FREQUENCIES.documents or not word.isalnum():
            return 0.0
        return bm25(n) * math.log((FREQUENCIES.documents + 1) / (common + 0.5))

    source, target = rule.source.split(), rule.target.split()
    if feature == "c1":
        return bm25(chosen.rules[where])
    if feature == "c2":
        return max(weighted(chosen.words[w], w) for w in target)
    pairs = [(source[i], target[j]) for i, j in rule.alignment]
    return max((weighted(chosen.pairs[pair], pair[1]) for pair in pairs), default=0.0)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.dictionaries(st.integers(0, len(RULES) - 1), st.integers(1, 9)),
    st.dictionaries(st.sampled_from(WORDS), st.integers(1, 9)),
    st.dictionaries(
        st.tuples(st.sampled_from(["agen", "irhab", "else"]), st.sampled_from(WORDS)),
        st.integers(1, 9),
    ),
    st.lists(st.integers(0, len(RULES) - 1), max_size=9),
)
def test_equal_to_the_equations(rules, words, pairs, asked):
    chosen = ChoiceCounts()
    chosen.rules.update(rules)
    chosen.words.update(words)
    chosen.pairs.update(pairs)
    discourse = Discourse(chosen, TABLE, FREQUENCIES, ConsistencyOptions())
    numbers = np.array(asked, dtype=np.uint32)
    for feature in ("c1", "c2", "c3"):
        expected = [twin(feature, TABLE.rule(i), chosen, i) for i in asked]
        assert ask(discourse, feature, numbers) == pytest.approx(expected)


def test_gaps_and_non_terminals_are_no_words():
    rules = [
        Rule("ne … pas", "not", ((0, 0), (2, 0)), SCORES),
        Rule("ne … pas", "does … not", ((0, 0), (2, 2)), SCORES),
    ]
    table = RuleTable.build(rules, gap="…")
    chosen = ChoiceCounts()
    chosen.words.update({"not": 1})
    chosen.pairs.update({("pas", "not"): 1})
    discourse = Discourse(chosen, table, DocumentFrequencies(), ConsistencyOptions(common=1.0))
    for feature in ("c2", "c3"):
        values = ask(discourse, feature, np.arange(2, dtype=np.uint32))
        assert values == pytest.approx([math.log(2)] * 2)


@pytest.mark.parametrize(
    ("word", "expected"),
    [(",", True), ("&quot;", True), ("'s", False), ("...", True), ("12", False), ("他", False)],
)
def test_punctuation(word, expected):
    assert is_punctuation(word) == expected


def test_frequencies_are_counted_once_a_document_and_saved(tmp_path):
    frequencies = DocumentFrequencies.of([["a", "a", "b"], ["a"], []])
    assert (frequencies.documents, dict(frequencies.counts)) == (3, {"a": 2, "b": 1})
    frequencies.write(tmp_path / "df.tsv")
    assert DocumentFrequencies.read(tmp_path / "df.tsv") == frequencies
    assert not frequencies.counted("a", 0.5)
    assert frequencies.counted("b", 0.5)
