"""The report on consistency: documents that rise and fall, changes, repeated terms, the page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.common.errors import ConfigError
from dragoman.evaluate.consistency import common_blocks, consistency_report
from dragoman.evaluate.consistency_page import consistency_page
from dragoman.evaluate.consistency_tables import report_tables
from dragoman.evaluate.term_choices import repeated_terms
from support.evaluate.outputs import BASE, BETTER, METRIC, REFERENCES, derivation
from support.model.handful import make_model


def test_documents_changes_and_terms() -> None:
    report = consistency_report([BASE, BETTER], REFERENCES, METRIC)
    base, better = report.systems
    assert (better.rises, better.falls, better.same) == (1, 1, 0)
    assert (base.rises, base.falls, base.same) == (0, 0, 2)
    [change] = better.changes
    assert (change.document, change.source, change.sentences) == ("a", "grenz wache", (1,))
    assert (change.before, change.after) == (("frontier guards",), ("border guards",))
    assert [(t.source, t.translations, t.varied) for t in base.terms] == [
        ("grenz", [("border", 1), ("frontier", 1)], True)
    ]
    assert [(t.source, t.translations, t.varied) for t in better.terms] == [
        ("grenz", [("border", 2)], False)
    ]
    shown = report_tables(report)
    assert "grenz wache" in shown
    assert json.dumps(report.as_dict())


def test_blocks_are_the_smallest_that_both_translate_by_themselves() -> None:
    old = derivation(("a", "A"), ("b c", "B C"), ("d", "D"))
    new = derivation(("a b", "X"), ("c", "Y"), ("d", "Z"))
    assert common_blocks(old, new) == [("a b c", "A B C", "X Y"), ("d", "D", "Z")]


def test_words_of_most_documents_are_no_terms() -> None:
    one = derivation(("der", "the"), ("der", "a"), ("baum", "tree"), ("baum", "shrub"))
    other = derivation(("der", "the"))
    terms = repeated_terms([one, other, other], ["a", "b", "c"])
    assert [term.source for term in terms] == ["baum"]
    assert [term.source for term in repeated_terms([one], ["a"])] == ["der", "baum"]


def test_the_page_escapes_what_it_shows() -> None:
    nasty = replace(BASE, name="<base>", documents=["<a>", "<a>", "b"])
    page = consistency_page(consistency_report([nasty], None, METRIC), nasty)
    assert "<base>" not in page
    assert "<a>" not in page
    assert page.count('class="varied"') == 4
    assert "<pre>" not in page and page.count('<div class="scroll"><table>') == 2


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ConfigError, match="equally many"):
        consistency_report([BASE, BETTER], [REFERENCES[0][:2]], METRIC)
    with pytest.raises(ConfigError, match="the document of every sentence"):
        consistency_report([replace(BASE, documents=["a", "", "b"])], None, METRIC)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_model().save(tmp_path / "model")
    (tmp_path / "in").write_text("das haus ist klein\nhaus das\n")
    (tmp_path / "docs").write_text("d\nd\n")
    command = ["consistency", "report", str(tmp_path / "model"), "--input", str(tmp_path / "in")]
    command += ["--docs", str(tmp_path / "docs"), "--threads", "1"]
    assert main([*command, "--html", str(tmp_path / "page.html")]) == 0
    assert "repeated terms" in capsys.readouterr().out
    assert "<mark" in (tmp_path / "page.html").read_text()
    assert main([*command, "--json"]) == 0
    terms = json.loads(capsys.readouterr().out)["systems"][0]["terms"]
    assert {term["source"] for term in terms} == {"das", "haus"}
    assert main([*command, "--names", "a", "b"]) == 1
