"""The exploratory analysis: what counts as different, which cases are left, and what is said of them."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.consistency.analysis import analyze, most_frequent
from dragoman.consistency.cases import Case, without_variations
from dragoman.consistency.difference import different, edit_distance, grouped, plain_words
from dragoman.evaluate.consistency_tables import analysis_tables
from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.estimation import LMOptions
from dragoman.model import Model
from dragoman.search import Input

RULES = [
    ("rahain", "hostages", 0.6),
    ("rahain", "hostage", 0.3),
    ("maqtal", "that killed", 0.4),
    ("maqtal", "killing of", 0.4),
    ("kuriya", "korea", 0.99),
    ("kuriya", "north", 0.01),
    ("min", "from", 0.5),
    ("min", "of", 0.4),
    ("wahid", "one", 1.0),
    (".", ".", 0.5),
    (".", "!", 0.5),
]


@pytest.fixture(scope="module")
def model() -> Model:
    rules = [
        Rule(
            source,
            target,
            ((0, 0),),
            dict.fromkeys(SCORE_COLUMNS, math.log(p)),
            dict.fromkeys(REORDERING_COLUMNS, math.log(1 / 3)),
            {"target": 1.0, "source": 1.0, "joint": 1.0},
        )
        for source, target, p in RULES
    ]
    lm = LanguageModel.train([target for _, target, _ in RULES] * 3, LMOptions(order=2))
    return Model(RuleTable.build(rules), [lm])


PAIRS = [
    ("d", "rahain maqtal .", "hostages that killed ."),
    ("d", "rahain maqtal .", "hostage killing of ."),
    ("d", "kuriya min wahid", "korea from one"),
    ("d", "kuriya min wahid", "korea of one"),
    ("e", "min wahid", "from one"),
    ("e", "min wahid", "from one"),
    ("e", "maqtal", "murder"),
]


def inputs() -> list[Input]:
    return [Input(s.split(), document=d, reference=t.split()) for d, s, t in PAIRS]


def test_counts_after_every_filter(model: Model) -> None:
    analysis = analyze(model.decoder(), model.rules, inputs(), function_words={"from", "of"})
    assert (analysis.documents, analysis.sentences, analysis.reachable) == (2, 7, 6)
    # rahain, maqtal, full stop, kuriya and min in d, min in e; wahid has one rule only
    assert [(step.cases, step.sentences) for step in analysis.steps] == [(6, 6), (4, 6), (3, 6)]
    by_key = {(case.document, case.source): case for case in analysis.cases}
    assert set(by_key) == {("d", "maqtal"), ("d", "min"), ("e", "min")}
    assert [case.source for case in analysis.consistent] == ["min"]
    assert analysis.consistent[0].document == "e"
    assert analysis.about_content(by_key["d", "maqtal"])
    assert not analysis.about_content(by_key["d", "min"])
    shown = analysis_tables(analysis)
    assert "33% of the cases are consistent" in shown
    assert "that killed 1, killing of 1" in shown
    assert "too few" not in shown


def test_who_cannot_produce_the_references_is_told_what_to_do(model: Model) -> None:
    analysis = analyze(model.decoder(), model.rules, inputs()[-1:])
    assert analysis.reachable == 0
    assert "too few to tell much" in analysis_tables(analysis)


def test_references_and_documents_are_needed(model: Model) -> None:
    for fault in ({"reference": None}, {"document": ""}):
        with pytest.raises(ConfigError, match="a reference and a document id"):
            analyze(model.decoder(), model.rules, [replace(inputs()[0], **fault)])


def test_on_the_command_line(
    model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model.save(tmp_path / "model")
    for name, place in (("docs", 0), ("source", 1), ("target", 2)):
        (tmp_path / name).write_text("".join(f"{pair[place]}\n" for pair in PAIRS))
    command = ["consistency", "analyze", str(tmp_path / "model")]
    command += ["--input", str(tmp_path / "source"), "--reference", str(tmp_path / "target")]
    command += ["--docs", str(tmp_path / "docs"), "--threads", "1"]
    assert main(command) == 0
    assert "6 (86%)" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [step["cases"] for step in data["steps"]] == [6, 4, 3]
    assert data["consistent"] == 1
    (tmp_path / "docs").write_text("d\n")
    assert main(command) == 1
    assert "nothing for line 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("hostages", "hostage", False),
        ("third", "a third", False),
        ("want", "we want", False),
        ("that killed", "killing of", True),
        ("from", "of", True),
        ("", "of", True),
        ("of", "of", False),
    ],
)
def test_different(first: str, second: str, expected: bool) -> None:
    assert different(first, second) == different(second, first) == expected


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_edit_distance_is_what_the_longest_common_subsequence_leaves(a: str, b: str) -> None:
    def common(i: int, j: int) -> int:
        if i == len(a) or j == len(b):
            return 0
        if a[i] == b[j]:
            return 1 + common(i + 1, j + 1)
        return max(common(i + 1, j), common(i, j + 1))

    assert edit_distance(a, b) == len(a) + len(b) - 2 * common(0, 0)


def case_of(offers: dict[str, dict[str, float]], *targets: str) -> list[Case]:
    """Cases of a document, one for each source side, that are one case without variations."""
    uses = [(number, target) for number, target in enumerate(targets)]
    return [Case("d", side, {side: dict(one)}, list(uses)) for side, one in offers.items()]


def test_alternatives_have_the_same_source_side() -> None:
    """Two sure translations of two source sides are no choice, one side with two is."""
    sure = {"x": {"from": 1.0}, "x [X1]": {"of [X1]": 1.0}}
    [case] = without_variations(case_of(sure, "from"))
    assert case.alternatives == {"from": 1.0, "of": 1.0}
    assert (case.second_best(), case.choices(0.1)) == (0.0, 1)
    [case] = without_variations(case_of({**sure, "x ,": {"from ,": 0.5, "of": 0.4}}, "from"))
    assert (case.second_best(), case.choices(0.1)) == (0.4, 2)
    split = {"x": {"from": 0.95, "of": 0.05}, "x ,": {"of": 0.95, "from": 0.05}}
    [case] = without_variations(case_of(split, "from"))
    assert (case.second_best(), case.choices(0.1)) == (0.05, 1)


offered = st.dictionaries(
    st.sampled_from(["from", "of", "of ,", "out of", "the"]),
    st.sampled_from([0.05, 0.1, 0.2, 0.5]),
    min_size=1,
)


@given(
    st.dictionaries(st.sampled_from(["x", "x ,", "x [X1]", "[X1] x"]), offered, min_size=1),
    st.data(),
)
def test_the_order_of_the_sentences_changes_nothing(
    offers: dict[str, dict[str, float]], data: st.DataObject
) -> None:
    cases = case_of(offers, "from", "of")
    shuffled = data.draw(st.permutations(case_of(offers, "from", "of")))
    [one], [other] = without_variations(cases), without_variations(shuffled)
    assert one.alternatives == other.alternatives
    assert list(one.alternatives.items()) == list(other.alternatives.items())
    assert one.translations == other.translations
    assert one.second_best() == other.second_best()
    for least in (0.05, 0.1, 0.2, 0.5):
        assert one.choices(least) == other.choices(least)


def test_groups_and_words() -> None:
    assert grouped(["organs", "the organs", "bodies"]) == [["organs", "the organs"], ["bodies"]]
    assert plain_words([",", "a", "b-c", "."]) == "a b-c"
    assert most_frequent([["a", "a", "a", "b", "."], ["a", "c"]]) == {"a"}
