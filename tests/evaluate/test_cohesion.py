"""The analysis of cohesion: counts, subsets, confidence, and how interruptions are shown."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import write_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.draw.cohesion import interruption_svg, interruption_text
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.cohesion import (
    COHESIVE,
    UNCOHESIVE,
    AnalysisOptions,
    SystemCohesion,
    SystemOutput,
    analyze,
)
from dragoman.evaluate.cohesion_tables import cohesion_tables
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.significance import bootstrap, bootstrap_runs
from dragoman.forest.segmentation import parse_segmentation

# Cherry (2008), figure 2 and table 1.
TREE = DependencyTree(
    ("the", "voting", "session", "begins", "tomorrow"), (2, 2, 3, -1, 3), tags=("X",) * 5
)
GOOD = "la |0-0| session |2-2| de vote |1-1| commence demain |3-4|"
BAD = "la |0-0| session commence |2-3| de vote |1-1| demain |4-4|"
REFERENCE = "la session de vote commence demain"
OPTIONS = AnalysisOptions(metric_options=MetricOptions("none"), samples=200)


def system(name, lines):
    return SystemOutput.of(name, map(parse_segmentation, lines), [TREE] * len(lines))


def test_counts_subsets_and_confidence():
    base = system("base", [GOOD, BAD] * 10)
    better = system("coh", [GOOD] * 20)
    report = analyze([base, better], [[REFERENCE] * 20], OPTIONS)
    first, second = report.systems
    assert (first.count("cohesive"), first.count("uncohesive")) == (10, 10)
    assert (second.count("cohesive"), second.count("uncohesive")) == (20, 0)
    every, cohesive, uncohesive = report.subsets
    assert [s.sentences for s in report.subsets] == [20, 10, 10]
    bleu = BLEU(tokenize="none")
    rows = bleu.corpus_statistics(base.texts, [[REFERENCE] * 20])
    assert every.scores[0] == bleu.score(rows.sum(axis=0))
    assert uncohesive.scores[0] == bleu.score(rows[1::2].sum(axis=0))
    assert cohesive.scores == pytest.approx([100, 100])
    assert uncohesive.scores[1] == pytest.approx(100)
    assert uncohesive.tests[0].p < 0.05
    assert cohesive.tests[0].p == 1
    found = first.confidence
    assert (found.bad, found.flagged, found.hits) == (5, 10, 5)
    assert (found.precision, found.recall, found.auc) == (0.5, 1.0, 1.0)
    assert second.confidence is None
    text = cohesion_tables(report)
    assert "10 (50.0%)" in text
    assert "uncohesive (10)" in text
    json.dumps(report.as_dict())


def test_auc_counts_ties_as_half():
    lines = [GOOD, BAD, GOOD, BAD]
    same = system("same", lines)
    report = analyze([same], [[REFERENCE if i < 2 else "x" for i in range(4)]], OPTIONS)
    scores = BLEU(tokenize="none").sentence_gains(
        BLEU(tokenize="none").corpus_statistics(
            same.texts, [[REFERENCE if i < 2 else "x" for i in range(4)]]
        )
    )
    low, high = scores[1::2], scores[::2]
    expected = np.mean([(a < b) + 0.5 * (a == b) for a in low for b in high])
    assert report.systems[0].confidence.auc == pytest.approx(expected)


def test_without_references():
    report = analyze([system("base", [GOOD, BAD, ""])])
    assert report.systems[0].labels == ["cohesive", "uncohesive", "untranslated"]
    assert report.subsets == []
    assert "untranslated" in cohesion_tables(report)


def test_phrases_must_cover_the_sentence():
    with pytest.raises(ConfigError, match="sentence 2"):
        analyze([system("base", [GOOD, "la |0-0|"])])


def test_interruptions_are_shown():
    phrases = parse_segmentation(BAD).phrases
    text = interruption_text(TREE, phrases, "1 base")
    assert "leaves 'session' (the voting session) before 'voting'" in text
    assert "        the/1" in text
    picture = ElementTree.fromstring(interruption_svg(TREE, phrases))
    words = [e.text for e in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words[: len(TREE)] == list(TREE.words)
    labels = ["la", "session commence", "de vote", "demain"]
    assert [word for word in words if word in labels] == labels
    assert [word for word in words if word and word in "1234"] == ["1", "2", "3", "4"]
    marked = [e for e in picture.iter() if e.get("stroke-width") == "2"]
    assert len(marked) == 2
    named = replace(TREE, labels=tuple("abcde"[: len(TREE)]), tags=tuple("VWXYZ"[: len(TREE)]))
    picture = ElementTree.fromstring(interruption_svg(named, phrases, frozenset({0})))
    kinds = [e.get("class") for e in picture.iter()]
    assert kinds.count("tag") == 2 * len(TREE)
    assert kinds.count("unknown") == 2  # the word, and the phrase that is its copy
    assert "innersect" in interruption_text(
        DependencyTree(("a", "b", "c", "d"), (2, 3, -1, -1)),
        parse_segmentation("x |0-1| y |2-3|").phrases,
        "",
    )


def test_command(tmp_path, capsys):
    write_conllu(tmp_path / "trees", [TREE, TREE])
    for name, lines in (("base", [GOOD, BAD]), ("coh", [GOOD, GOOD]), ("ref", [REFERENCE] * 2)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    call = ["cohesion", str(tmp_path / "base"), str(tmp_path / "coh")]
    call += ["--conllu", str(tmp_path / "trees"), "--reference", str(tmp_path / "ref")]
    call += ["--samples", "50"]
    more = ["--interruptions", str(tmp_path / "text"), "--svg", str(tmp_path / "svg")]
    assert main([*call, *more, "--labels", str(tmp_path / "labels")]) == 0
    assert "uncohesive (1)" in capsys.readouterr().out
    assert (tmp_path / "labels").read_text() == "cohesive\nuncohesive\n"
    assert (tmp_path / "text").read_text().startswith("2 base: la session commence")
    assert [p.name for p in (tmp_path / "svg").iterdir()] == ["2.1.svg"]
    assert main([*call, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [s["uncohesive"] for s in found["systems"]] == [1, 0]
    (tmp_path / "coh").write_text(GOOD + "\n")
    assert main(call) != 0
    assert "1 lines, but there are 2 trees" in capsys.readouterr().err


def test_outputs_of_one_name_are_runs_of_one_system():
    lines = [[GOOD, BAD, BAD], [GOOD, GOOD, BAD], [BAD, BAD, GOOD]]
    base = [system("base", its * 10) for its in lines]
    other = [system("coh", its * 10) for its in ([GOOD, GOOD, BAD], [GOOD, BAD, GOOD])]
    references = [[REFERENCE] * 30]
    report = analyze([*base, *other], references, OPTIONS)
    first, second = report.systems
    assert (first.name, second.name) == ("base", "coh")
    assert first.labels[:3] == ["cohesive", "uncohesive", "uncohesive"]
    assert first.count("uncohesive") == pytest.approx(50 / 3)
    assert second.count("uncohesive") == 10
    bleu = BLEU(tokenize="none")

    def score(run, lines):
        return bleu.score(bleu.corpus_statistics(run.texts, references)[lines].sum(axis=0))

    uncohesive = report.subsets[2]
    numbers = [i for i in range(30) if i % 3]
    scores = [score(run, numbers) for run in base]
    assert uncohesive.sentences == 20
    assert uncohesive.scores[0] == pytest.approx(np.mean(scores))
    assert uncohesive.deviations[0] == pytest.approx(np.std(scores, ddof=1))
    assert "±" in cohesion_tables(report)


def test_a_single_run_is_the_plain_bootstrap():
    bleu = BLEU(tokenize="none")
    references = [[REFERENCE] * 20]
    a, b = (
        bleu.corpus_statistics(system("x", its).texts, references)
        for its in ([GOOD, BAD] * 10, [GOOD, GOOD, GOOD, BAD] * 5)
    )
    plain = bootstrap(bleu, a, b, samples=200)
    assert plain == bootstrap_runs(bleu, [a, a], [b, b], samples=200)
    assert plain != bootstrap_runs(bleu, [a, b], [b, b], samples=200)


def test_the_label_of_a_sentence_is_that_of_most_runs() -> None:
    runs = [[COHESIVE, UNCOHESIVE], [UNCOHESIVE, UNCOHESIVE], [UNCOHESIVE, COHESIVE]]
    assert SystemCohesion("x", runs).labels == [UNCOHESIVE, UNCOHESIVE]
    assert SystemCohesion("x", runs[:2]).labels == [COHESIVE, UNCOHESIVE]
