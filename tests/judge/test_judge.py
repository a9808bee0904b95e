from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path
from threading import Thread

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
from dragoman.judge.server import CLIENTS, make_server
from support.small_disk import small_disk

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


@pytest.fixture
def page(material: Material, tmp_path: Path) -> Iterator[int]:
    with make_server(Campaign(material, OPTIONS, tmp_path / "journal")) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()


def talk(port: int, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    kinds = {"Content-Type": "application/json"} | {
        k.replace("_", "-"): v for k, v in headers.items()
    }
    connection.request(method, path, body.encode(), kinds)
    reply = connection.getresponse()
    return reply.status, reply.read().decode()


def test_the_page_asks_and_records(page: int, tmp_path: Path) -> None:
    assert "<!doctype html>" in talk(page, "GET", "/")[1]
    status, text = talk(page, "GET", "/question?annotator=J%C3%B6rg")
    question = json.loads(text)
    assert status == 200 and question["done"] == 0
    assert set(question) == {"sentence", "source", "reference", "left", "right", "done", "total"}
    said = {"annotator": "Jörg", "sentence": question["sentence"], "choice": "equal"}
    status, text = talk(page, "POST", "/answer", json.dumps(said))
    assert status == 200 and json.loads(text)["done"] == 1
    assert [j.winner for j in JudgementJournal.open(tmp_path / "journal").judgements.values()] == [
        None
    ]


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("GET", "/", "", {"Host": "evil.example"}, 403),
        ("POST", "/answer", "{}", {"Origin": "http://evil.example"}, 403),
        ("POST", "/answer", "{}", {"Content_Type": "text/plain"}, 400),
        ("POST", "/answer", "{}", {}, 400),
        ("POST", "/answer", "[1", {}, 400),
        ("POST", "/answer", '{"annotator": "a", "sentence": 0, "choice": "up"}', {}, 400),
        ("POST", "/answer", '"' + "x" * 20000 + '"', {}, 413),
        ("POST", "/answer", "[" * 16384, {}, 400),
        ("POST", "/answer", '{"annotator": "a", "sentence": true, "choice": "left"}', {}, 400),
        ("POST", "/answer", '{"annotator": "\\ud800", "sentence": 1, "choice": "left"}', {}, 400),
        ("POST", "/answer", "{}", {"Content_Length": "²"}, 400),
        ("POST", "/answer", "{}", {"Content_Length": "-1"}, 400),
        ("POST", "/answer", "{}", {"Content_Length": "9" * 5000}, 400),
        ("POST", "/answer", "{}", {"Transfer_Encoding": "chunked"}, 400),
        ("GET", "/question?annotator=%00", "", {}, 400),
        ("GET", "/question", "", {}, 400),
        ("GET", "/../etc/passwd", "", {}, 404),
    ],
)
def test_the_page_refuses(page, method, path, body, headers, status) -> None:
    found, text = talk(page, method, path, body, **headers)
    assert found == status
    assert "error" in json.loads(text)


def test_a_name_that_is_refused_is_not_recorded(page: int, tmp_path: Path) -> None:
    sentence = json.loads(talk(page, "GET", "/question?annotator=a")[1])["sentence"]
    before = (tmp_path / "journal").read_bytes()
    for name in ("x" * 5000, " ", "two\nlines", "tab\t"):
        said = {"annotator": name, "sentence": sentence, "choice": "left"}
        assert talk(page, "POST", "/answer", json.dumps(said))[0] == 400
    assert (tmp_path / "journal").read_bytes() == before


def test_a_full_disk_loses_no_answer_and_tears_no_line(page: int, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    sentence = json.loads(talk(page, "GET", "/question?annotator=a")[1])["sentence"]
    said = json.dumps({"annotator": "a", "sentence": sentence, "choice": "left"})
    before = journal.read_bytes()
    for room in (0, 1, 20, 40):
        with small_disk(len(before) + room):
            status, text = talk(page, "POST", "/answer", said)
        assert status == 507 and "could not be recorded" in text
        assert journal.read_bytes() == before
    assert json.loads(talk(page, "GET", "/question?annotator=a")[1])["done"] == 0
    assert talk(page, "POST", "/answer", said)[0] == 200
    assert len(JudgementJournal.open(journal).judgements) == 1


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


def test_clients_that_dawdle_do_not_keep_others_waiting(material: Material, tmp_path: Path) -> None:
    begin = b"POST /answer HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
    with make_server(Campaign(material, OPTIONS, tmp_path / "journal"), seconds=0.5) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = "127.0.0.1", server.server_port
        slow = [socket.create_connection(address, timeout=10) for _ in range(2 * CLIENTS)]
        for number, client in enumerate(slow):
            with suppress(OSError):
                client.sendall(begin % server.server_port)
                if number % 2:
                    client.sendall(b"Content-Length: 100\r\n\r\n{")
        heard = b""
        for client in slow:
            with client, suppress(ConnectionError):
                heard += client.recv(1 << 16)  # comes to an end, whether or not with an answer
        assert b" 408 " in heard
        assert talk(server.server_port, "GET", "/")[0] == 200
        server.shutdown()


def test_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
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
