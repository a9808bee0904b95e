"""Judging at the server of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dragoman.cli.main import main
from dragoman.judge.campaign import Campaign
from dragoman.judge.journal import JudgementJournal
from dragoman.judge.judgement import Material, SelectionOptions
from dragoman.serve.systems import Systems
from support.serve.browser import opened_page
from support.serve.running import Client, running

HOSTILE = "<img src=x onerror=window.harmed=1>"
MATERIAL = Material(
    ("A", "B"), ([HOSTILE, "one b"], ["two a", "two b"]), ["ref a", "ref b"], [HOSTILE, "src b"]
)


@pytest.fixture
def judged(systems: Systems, tmp_path: Path) -> Iterator[Client]:
    options = SelectionOptions(shortest=1, longest=9, count=2)
    with running(systems, Campaign(MATERIAL, options, tmp_path / "journal")) as client:
        yield client


def test_the_page_of_judging_is_at_the_server(judged: Client, client: Client) -> None:
    assert judged.get("/judge/").headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in judged.get("/judge/").headers["content-security-policy"]
    assert judged.get("/judge").status == 307
    assert judged.get("/frontend/settings").json["judging"] is True
    assert client.get("/judge/").status == 404
    assert client.get("/frontend/settings").json["judging"] is False


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ("{}", {}, 400),
        ("[1", {}, 400),
        ("{}", {"Content-Type": "text/plain"}, 400),
        ("{}", {"Origin": "http://evil.example"}, 403),
        ('"' + "x" * 300000 + '"', {}, 413),
        ('{"annotator": "a", "sentence": 0, "choice": "up"}', {}, 400),
    ],
)
def test_wrong_answers_are_refused(
    judged: Client, tmp_path: Path, body: str, headers: dict[str, str], status: int
) -> None:
    before = (tmp_path / "journal").read_bytes()
    sent = {"Content-Type": "application/json", **headers}
    answer = judged.send("POST", "/judge/answer", body.encode(), sent)
    assert answer.status == status
    assert "error" in answer.json
    assert (tmp_path / "journal").read_bytes() == before


def test_a_wrong_model_leaves_no_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b", "r"):
        (tmp_path / name).write_text("one two three\n")
    files = [str(tmp_path / name) for name in ("a", "b", "r")]
    asked = [
        "judge",
        "ask",
        *files[:2],
        "--reference",
        files[2],
        "--journal",
        str(tmp_path / "journal"),
    ]
    assert main([*asked, "--shortest", "1", "--page", "--models", str(tmp_path / "none")])
    assert "none" in capsys.readouterr().err
    assert not (tmp_path / "journal").exists()


def test_people_judge_in_a_browser(browser: Any, judged: Client, tmp_path: Path) -> None:
    with opened_page(browser, judged.address + "/") as page:
        page.click("#judge")
        page.fill("#name", "Ann")
        page.keyboard.press("Enter")
        page.wait_for_selector("#task:not([hidden])")
        assert page.query_selector("img") is None
        page.keyboard.press("=")
        page.wait_for_function("() => document.querySelector('#count').textContent === '2 of 2'")
        page.click("#left")
        page.wait_for_selector("#end:not([hidden])")
        assert page.evaluate("window.harmed") is None
    journal = JudgementJournal.open(tmp_path / "journal")
    assert len(journal.judgements) == 2
    assert (
        judged.get("/judge/question?annotator=Ann").body
        == json.dumps({"finished": True}, separators=(",", ":")).encode()
    )
