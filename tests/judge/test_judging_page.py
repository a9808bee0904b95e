"""The judging page alone, as ``dragoman judge ask --page`` serves it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from dragoman.judge.campaign import Campaign
from dragoman.judge.journal import JudgementJournal
from dragoman.judge.judgement import Material, SelectionOptions
from support.serve.running import Client, running_judge
from support.small_disk import small_disk

OPTIONS = SelectionOptions(count=12, shortest=1, longest=25)
SLOW = 40
"""Clients that begin a request and do not end it."""


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    systems = [f"first {i}" for i in range(20)], [f"second {i}" for i in range(20)]
    references = [f"reference {i}" for i in range(20)]
    return Campaign(Material(("A", "B"), systems, references), OPTIONS, tmp_path / "journal")


@pytest.fixture
def page(campaign: Campaign) -> Iterator[Client]:
    with running_judge(campaign) as client:
        yield client


def test_the_page_asks_and_records(page: Client, tmp_path: Path) -> None:
    assert page.get("/").body.startswith(b"<!doctype html>")
    asked = page.get("/question?annotator=J%C3%B6rg")
    assert asked.status == 200 and asked.json["done"] == 0
    assert set(asked.json) == {"sentence", "source", "reference", "left", "right", "done", "total"}
    said = {"annotator": "Jörg", "sentence": asked.json["sentence"], "choice": "equal"}
    answer = page.post("/answer", said)
    assert answer.status == 200 and answer.json["done"] == 1
    judgements = JudgementJournal.open(tmp_path / "journal").judgements.values()
    assert [one.winner for one in judgements] == [None]


def test_every_answer_carries_the_headers_of_the_server(page: Client) -> None:
    for address in ("/", "/judge.js", "/question?annotator=a", "/absent"):
        headers = page.get(address).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("GET", "/", "", {"Host": "evil.example"}, 403),
        ("POST", "/answer", "{}", {"Origin": "http://evil.example"}, 403),
        ("POST", "/answer", "{}", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("POST", "/answer", "{}", {"Content-Type": "text/plain"}, 400),
        ("POST", "/answer", "{}", {}, 400),
        ("POST", "/answer", "[1", {}, 400),
        ("POST", "/answer", '{"annotator": "a", "sentence": 0, "choice": "up"}', {}, 400),
        ("POST", "/answer", '"' + "x" * 300000 + '"', {}, 413),
        ("POST", "/answer", "[" * 16384, {}, 400),
        ("POST", "/answer", '{"annotator": "a", "sentence": true, "choice": "left"}', {}, 400),
        ("POST", "/answer", '{"annotator": "\\ud800", "sentence": 1, "choice": "left"}', {}, 400),
        ("GET", "/question?annotator=%00", "", {}, 400),
        ("GET", "/question", "", {}, 400),
        ("GET", "/../etc/passwd", "", {}, 404),
        ("GET", "/languages", "", {}, 404),
        ("POST", "/question", "{}", {}, 405),
    ],
)
def test_the_page_refuses(
    page: Client, method: str, path: str, body: str, headers: dict[str, str], status: int
) -> None:
    sent = {"Content-Type": "application/json", **headers}
    answer = page.send(method, path, body.encode(), sent)
    assert answer.status == status
    assert "error" in answer.json


def test_a_name_that_is_refused_is_not_recorded(page: Client, tmp_path: Path) -> None:
    sentence = page.get("/question?annotator=a").json["sentence"]
    before = (tmp_path / "journal").read_bytes()
    for name in ("x" * 5000, " ", "two\nlines", "tab\t"):
        said = {"annotator": name, "sentence": sentence, "choice": "left"}
        assert page.post("/answer", said).status == 400
    assert (tmp_path / "journal").read_bytes() == before


def test_a_full_disk_loses_no_answer_and_tears_no_line(page: Client, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    sentence = page.get("/question?annotator=a").json["sentence"]
    said = {"annotator": "a", "sentence": sentence, "choice": "left"}
    before = journal.read_bytes()
    for room in (0, 1, 20, 40):
        with small_disk(len(before) + room):
            answer = page.post("/answer", said)
        assert answer.status == 507 and "could not be recorded" in answer.json["error"]
        assert journal.read_bytes() == before
    assert page.get("/question?annotator=a").json["done"] == 0
    assert page.post("/answer", said).status == 200
    assert len(JudgementJournal.open(journal).judgements) == 1


def test_clients_that_dawdle_do_not_keep_others_waiting(campaign: Campaign) -> None:
    begin = b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with running_judge(campaign, client_seconds=0.5) as client:
        slow = [socket.create_connection(("127.0.0.1", client.port), 10) for _ in range(SLOW)]
        for number, one in enumerate(slow):
            one.sendall(begin + (b"Content-Length: 100\r\n\r\n{" if number % 2 else b""))
        heard = b""
        for one in slow:
            with one, suppress(ConnectionError):
                heard += one.recv(1 << 16)  # comes to an end, whether or not with an answer
        assert b" 408 " in heard
        assert client.get("/").status == 200
