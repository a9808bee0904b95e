from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from dragoman.cli.judge_terminal import judge_in_terminal
from dragoman.cli.main import main
from dragoman.common.errors import ConfigError, FormatError
from dragoman.judge.agreement import cohen_kappa, report_text, summarize
from dragoman.judge.campaign import Campaign
from dragoman.judge.journal import JudgementJournal
from dragoman.judge.judgement import (
    Judgement,
    Material,
    SelectionOptions,
    draw_sentences,
    shown_order,
)

OPTIONS = SelectionOptions(count=12, shortest=1, longest=25)


@pytest.fixture
def material() -> Material:
    first = [f"first {i}" for i in range(20)]
    second = [f"second {i}" if i % 4 else f"first {i}" for i in range(20)]
    return Material(("A", "B"), (first, second), [f"reference {i}" for i in range(20)])


def test_draws_differing_sentences_of_the_right_length_and_label(material: Material) -> None:
    labels = ["x" if i < 10 else "y" for i in range(20)]
    whole = Material(material.names, material.systems, material.references, labels=labels)
    campaign_options = SelectionOptions(count=50, shortest=1, label="x")
    assert sorted(draw_sentences(whole, campaign_options)) == [1, 2, 3, 5, 6, 7, 9]
    assert len(draw_sentences(whole, OPTIONS)) == 12
    assert draw_sentences(whole, OPTIONS) == draw_sentences(whole, OPTIONS)
    with pytest.raises(ConfigError, match="no sentence qualifies"):
        draw_sentences(whole, SelectionOptions(shortest=10))


def test_order_is_blind_but_repeatable() -> None:
    orders = [shown_order(1, "ann", s) for s in range(200)]
    assert orders == [shown_order(1, "ann", s) for s in range(200)]
    assert 60 < orders.count((0, 1)) < 140
    assert orders != [shown_order(1, "bob", s) for s in range(200)]


def prefer_second(campaign: Campaign, annotator: str, stop_after: int) -> bool:
    """An annotator who always finds the second system better."""
    shown: list[str] = []
    answers = 0

    def ask(_: str) -> str:
        nonlocal answers
        answers += 1
        if answers > stop_after:
            return "q"
        left = next(line for line in shown[-1].splitlines() if line.startswith("1 "))
        return "1" if "second" in left else "2"

    return judge_in_terminal(campaign, annotator, ask, shown.append)


def test_the_journal_resumes_after_a_torn_write(material: Material, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    assert not prefer_second(Campaign(material, OPTIONS, journal), "ann", 5)
    with journal.open("ab") as stream:
        stream.write(b'{"annotator": "ann", "sent')
    again = Campaign(material, OPTIONS, journal)
    question = again.question("ann")
    assert question is not None and question.done == 5
    assert prefer_second(again, "ann", 99)
    report = summarize(["A", "B"], JudgementJournal.open(journal).judgements.values())
    assert (report.preferences[0].first, report.preferences[0].second) == (0, 12)
    assert report.preferences[0].p == pytest.approx(2 / 2**12)


def test_another_campaign_is_refused(material: Material, tmp_path: Path) -> None:
    Campaign(material, OPTIONS, tmp_path / "journal")
    with pytest.raises(ConfigError, match="other seed"):
        Campaign(material, SelectionOptions(12, 1, 25, None, 2), tmp_path / "journal")
    (tmp_path / "junk").write_text("junk\n")
    with pytest.raises(FormatError, match="journal of judgements"):
        JudgementJournal.open(tmp_path / "junk")


def test_agreement_and_confusion_as_in_the_paper() -> None:
    """Cherry 2008, table 4, has this shape: rows one annotator, columns the other."""
    counts = [[6, 7, 1], [8, 4, 4], [7, 3, 35]]
    outcomes = (0, None, 1)
    judgements, sentence = [], 0
    for i, row in enumerate(counts):
        for j, count in enumerate(row):
            for _ in range(count):
                judgements.append(Judgement("one", sentence, outcomes[i]))
                judgements.append(Judgement("two", sentence, outcomes[j]))
                sentence += 1
    report = summarize(["base", "coh"], judgements)
    agreement = report.agreements[0]
    assert agreement.matrix == counts
    assert agreement.observed == pytest.approx(45 / 75)
    chance = (14 * 21 + 16 * 14 + 45 * 40) / 75**2
    assert agreement.kappa == pytest.approx((45 / 75 - chance) / (1 - chance))
    assert (agreement.combined.first, agreement.combined.second) == (6, 35)
    assert report.preferences[0].p < 0.05
    assert "kappa 0." in report_text(report)


def test_kappa_at_its_ends() -> None:
    assert cohen_kappa([[3, 0], [0, 4]]) == 1
    assert cohen_kappa([[2, 2], [2, 2]]) == 0
    assert cohen_kappa([[0, 0], [0, 0]]) == 0


def test_a_torn_line_is_set_aside(material: Material, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    campaign = Campaign(material, OPTIONS, journal)
    header = journal.read_bytes()
    campaign.answer("ann", campaign.sentences[0], "left")
    whole = journal.read_bytes()
    for cut in range(len(header), len(whole)):
        journal.write_bytes(whole[:cut])
        assert not JudgementJournal.open(journal).judgements
        Campaign(material, OPTIONS, journal).answer("ann", campaign.sentences[0], "left")
        assert journal.read_bytes() == whole
    for cut in range(len(header)):
        journal.write_bytes(header[:cut])
        Campaign(material, OPTIONS, journal)
        assert journal.read_bytes() == header


def test_a_file_that_is_no_journal_stays_as_it_is(material: Material, tmp_path: Path) -> None:
    thesis = tmp_path / "thesis"
    for text in ("a chapter", "a chapter\n", '{"systems": ["A", "C"'):
        thesis.write_text(text)
        with pytest.raises(FormatError, match="journal of judgements"):
            Campaign(material, OPTIONS, thesis)
        assert thesis.read_text() == text


@pytest.mark.parametrize(
    "record",
    [
        '{"annotator": "a", "sentence": 1, "winner": true}',
        '{"annotator": "a", "sentence": 1.0, "winner": 1}',
        '{"annotator": 3, "sentence": 1, "winner": 1}',
        "[" * 100000,
        "\udcff",
    ],
)
def test_a_journal_that_was_tampered_with_is_one_sentence(material, tmp_path, record: str) -> None:
    journal = tmp_path / "journal"
    Campaign(material, OPTIONS, journal)
    with journal.open("a", encoding="utf-8", errors="surrogateescape") as out:
        out.write(record + "\n")
    with pytest.raises(FormatError, match="journal:2: expected a judgement"):
        JudgementJournal.open(journal)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    for name, word in (("ref", "r"), ("a", "x"), ("b", "y")):
        (tmp_path / name).write_text(f"{word} one two\n" * 3)
    paths = [str(tmp_path / name) for name in ("a", "b", "ref", "journal")]
    judge = ["judge", "ask", paths[0], paths[1], "--reference", paths[2], "--journal", paths[3]]
    monkeypatch.setattr("sys.stdin", StringIO("=\nwhat\n=\n=\n"))
    assert main([*judge, "--annotator", "ann", "--shortest", "1"]) == 0
    capsys.readouterr()
    assert main(["judge", "report", paths[3], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["preferences"][0]["equal"] == 3
    assert main([*judge, "--shortest", "1"]) == 1
    assert "--annotator" in capsys.readouterr().err
