from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dragoman.cli.main import main
from dragoman.evaluate.comparison import CompareOptions, Texts, compare
from dragoman.evaluate.difference import differing_words
from dragoman.evaluate.report import html_report
from dragoman.evaluate.tables import text_tables

NASTY = "<script>alert('1')</script> & \"quoted\" <b>"


@pytest.fixture
def texts() -> Texts:
    references = [["a b c d e", "f g h i j k", f"l m n o {NASTY}", "p q r s t"]]
    first = ["a b c d x", "f g h y y k", "l m n o", "p q r s t"]
    second = ["a b c d e", "f g h i j k", f"l z z o {NASTY}", "p q r s t"]
    return Texts(
        ["base", NASTY],
        [first, second],
        references,
        documents=["d1", "d1", "<d2>", "d3"],
        labels=["cohesive", "uncohesive", "cohesive", "cohesive"],
    )


def test_groups_and_movements(texts: Texts) -> None:
    found = compare(texts, CompareOptions(tests=("bootstrap", "sign"), samples=50))
    assert [(d.name, d.sentences) for d in found.documents] == [("d1", 2), ("<d2>", 1), ("d3", 1)]
    assert found.documents[0].scores[1] == pytest.approx(100)
    assert (found.movements[0].rises, found.movements[0].same) == (2, 1)
    assert [s.name for s in found.subsets] == ["cohesive", "uncohesive"]
    assert sum(group.sentences for group in found.lengths) == 4
    assert found.breakdowns[0].precisions[0] == pytest.approx(100 * 17 / 20)
    tables = text_tables(found)
    assert "rise/fall" in tables
    assert re.search(r"cohesive +3 ", tables)


class _Balance(HTMLParser):
    """Notes tags that are opened and not closed, and every script."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_balanced_and_escaped(texts: Texts) -> None:
    page = html_report(compare(texts, CompareOptions(tests=("bootstrap", "sign"), samples=20)))
    parser = _Balance()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert not parser.seen & {"script", "b", "d2", "link", "img"}
    loaded = page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http://" not in loaded and "https://" not in loaded
    assert "&lt;script&gt;" in page


def test_differing_words() -> None:
    old, new = differing_words("the big house", "the house is")
    assert [w for w, differs in old if differs] == ["big"]
    assert [w for w, differs in new if differs] == ["is"]


def _write(folder: Path, name: str, lines: list[str]) -> str:
    (folder / name).write_text("".join(f"{line}\n" for line in lines))
    return str(folder / name)


def test_the_command(texts: Texts, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ref = _write(tmp_path, "ref", texts.references[0])
    a = _write(tmp_path, "a", texts.hypotheses[0])
    b = _write(tmp_path, "b", texts.hypotheses[1])
    docs = _write(tmp_path, "docs", texts.documents or [])
    report = tmp_path / "out.html"
    options = ["--docs", docs, "--test", "all", "--samples", "50", "--report", str(report)]
    assert main(["compare", "--reference", ref, a, b, *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["metrics"][0]["tests"][0]) == {"bootstrap", "randomization", "sign"}
    assert found["movements"] == [{"rises": 2, "falls": 0, "same": 1}]
    assert report.read_text().endswith("</html>\n")
    assert main(["compare", "--reference", ref, "--reference", ref, a, b, "--samples", "5"]) == 0
    assert "nrefs:2" in capsys.readouterr().out


def test_the_command_refuses_one_system(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ref = _write(tmp_path, "ref", ["a"])
    assert main(["compare", "--reference", ref, ref]) == 1
    assert capsys.readouterr().err.count("\n") == 1
