"""The sample of cases of Ture et al. (2012): what a change alone does to the score of its document."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.evaluate.case_effects import CaseEffect, CaseSample, sample_effects
from dragoman.evaluate.consistency import DocumentOutput, consistency_report
from dragoman.evaluate.consistency_tables import effect_tables, report_tables
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from support.evaluate.outputs import BASE, METRIC, REFERENCES, derivation, output
from support.model.handful import make_model

BETTER = output(
    "better",
    derivation(("grenz truppen", "border troops")),
    derivation(("grenz wache", "border guards")),
    derivation(("haus", "building")),
)


def test_effects_are_scores_of_the_document_with_the_change_alone() -> None:
    sample = sample_effects([BASE, BETTER], REFERENCES, METRIC, 10)
    assert sample.total == len(sample.cases) == 2
    texts = {
        ("a", "grenz wache"): ["border troops", "border guards"],
        ("b", "haus"): ["building"],
    }
    before = {"a": list(BASE.texts[:2]), "b": list(BASE.texts[2:])}
    references = {"a": REFERENCES[0][:2], "b": REFERENCES[0][2:]}
    for case in sample.cases:
        expected = (
            METRIC.corpus_score(
                texts[case.document, case.source], [references[case.document]]
            ).score
            - METRIC.corpus_score(before[case.document], [references[case.document]]).score
        )
        assert case.effects == {"better": pytest.approx(expected)}
    assert (sample.helped, sample.harmed, sample.unchanged) == (1, 1, 0)
    assert sample.of_system("better") == (1, 1)


def test_error_rates_are_better_when_they_fall() -> None:
    ter = make_metric("ter", MetricOptions())
    chrf = sample_effects([BASE, BETTER], REFERENCES, METRIC, 10)
    rates = sample_effects([BASE, BETTER], REFERENCES, ter, 10)
    assert [case.helped for case in rates.cases] == [case.helped for case in chrf.cases]


def test_some_cases_are_drawn() -> None:
    draws = [sample_effects([BASE, BETTER], REFERENCES, METRIC, 1, seed) for seed in range(8)]
    assert {(one.total, len(one.cases)) for one in draws} == {(2, 1)}
    assert {one.cases[0].source for one in draws} == {"grenz wache", "haus"}
    assert draws[3] == sample_effects([BASE, BETTER], REFERENCES, METRIC, 1, 3)


def test_a_case_may_help_and_harm() -> None:
    cases = (CaseEffect("d", "x", {"c1": 1.0, "c2": -1.0}), CaseEffect("d", "y", {"c1": 0.0}))
    sample = CaseSample(2, cases)
    assert (sample.helped, sample.harmed, sample.unchanged) == (1, 1, 1)
    shown = effect_tables(sample, "BLEU")
    assert "2 of 2 cases" in shown and "+1.00" in shown and "-1.00" in shown


def random_output(name: str, seed: int) -> DocumentOutput:
    """The same sentences, translated phrase by phrase at random, in order."""
    draw = random.Random(seed)
    lines = [["a", "b", "c"], ["b", "a"], ["c", "c", "a"]]
    words = {"a": ["one", "won"], "b": ["two", "too", ""], "c": ["three", "tree"]}
    return output(
        name, *(derivation(*((w, draw.choice(words[w])) for w in line)) for line in lines)
    )


@pytest.mark.parametrize("seed", range(20))
def test_all_changes_together_make_the_other_translation(seed: int) -> None:
    """With one system and monotone phrases, a document's text with a change differs from the baseline there alone."""
    base, other = random_output("base", seed), random_output("other", seed + 100)
    report = consistency_report([base, other], None, METRIC)
    sample = sample_effects([base, other], [["one two three"] * 3], METRIC, 100)
    changes = {(c.document, c.source) for c in report.systems[1].changes}
    assert {(c.document, c.source) for c in sample.cases} == changes == set(report.any_change)


def test_the_row_any_joins_the_systems() -> None:
    third = output("third", *BASE.derivations[:2], derivation(("haus", "cottage")))
    report = consistency_report([BASE, BETTER, third], REFERENCES, METRIC)
    changes = [set(one.changes) for one in report.systems]
    assert report.any_change.keys() == {(c.document, c.source) for one in changes for c in one}
    row = next(line for line in report_tables(report).splitlines() if "any of them" in line)
    assert row.split()[3:] == ["2", "2", "67%"]
    assert report.as_dict()["any"] == {"cases": 2, "sentences": 2}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_model().save(tmp_path / "one")
    other = make_model()
    other.weights = {**other.weights, "phrase_penalty": 5.0}
    other.save(tmp_path / "two")
    (tmp_path / "text").write_text("das haus ist klein\ndas haus\n")
    (tmp_path / "docs").write_text("a\na\n")
    (tmp_path / "ref").write_text("the house is small\nthe house\n")
    command = ["consistency", "report", str(tmp_path / "one"), str(tmp_path / "two")]
    command += [
        "--input",
        str(tmp_path / "text"),
        "--docs",
        str(tmp_path / "docs"),
        "--sample",
        "5",
    ]
    assert main(command) == 1
    assert "--sample needs --reference" in capsys.readouterr().err
    command += ["--reference", str(tmp_path / "ref")]
    assert main(command) == 0
    assert "cases" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sample"]["of"] >= 0
