"""What a client may not do: too much, too slowly, without a key, or from elsewhere."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.downloads import KeptFiles
from dragoman.serve.errors import RequestError
from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.held import Held
from support.serve.running import Client, running

ASKED = {"q": "das haus", "source": "de", "target": "en"}


def test_requests_beyond_the_queue_are_refused_at_once() -> None:
    held = Held()
    with held.served(queue=3) as client, ThreadPoolExecutor(3) as pool:
        accepted = [pool.submit(client.post, "/translate", ASKED) for _ in range(3)]
        gauge = b"dragoman_unfinished_requests 3\n"
        while gauge not in client.get("/metrics").body:
            time.sleep(0.01)
        refused = client.post("/translate", ASKED)
        assert refused.status == 429
        assert refused.json == {"error": "the server is busy: try again later"}
        assert client.get("/health").status == 200
        held.go.set()
        assert [one.result().status for one in accepted] == [200, 200, 200]
        assert client.post("/translate", ASKED).status == 200


def test_an_answer_that_takes_too_long_is_given_up() -> None:
    held = Held()
    with held.served(seconds=0.2) as client:
        answer = client.post("/translate", ASKED)
        assert (answer.status, answer.json) == (503, {"error": "the translation takes too long"})


def test_what_was_accepted_is_finished_at_the_end() -> None:
    held = Held()
    with ThreadPoolExecutor(1) as pool:
        with running(held.systems) as client:
            accepted = pool.submit(client.post, "/translate", ASKED)
            assert held.begun.wait(60)
            pool_end = ThreadPoolExecutor(1)
            pool_end.submit(lambda: (time.sleep(0.3), held.go.set()))
        assert accepted.result().json == {"translatedText": "the house"}
        pool_end.shutdown()


def test_a_client_that_goes_away_frees_its_place() -> None:
    held = Held()
    with held.served(queue=1) as client:
        with socket.create_connection(("127.0.0.1", client.port)) as connection:
            body = b'{"q": "das", "source": "de", "target": "en"}'
            connection.sendall(
                HEAD
                + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                % (len(body), body)
            )
            assert held.begun.wait(60)
        assert client.post("/translate", ASKED).status == 429
        held.go.set()
        while client.post("/translate", ASKED).status == 429:
            time.sleep(0.01)
        assert client.post("/translate", ASKED).status == 200


HEAD = b"POST /translate HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"POST /tran",
        HEAD,
        HEAD + b"Content-Length: 100\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /he",
    ],
)
def test_a_slow_client_is_sent_away(systems: Systems, beginning: bytes) -> None:
    with (
        running(systems, client_seconds=0.3) as client,
        socket.create_connection(("127.0.0.1", client.port), 60) as connection,
    ):
        connection.sendall(beginning)
        received = b""
        while piece := connection.recv(1000):
            received += piece
        assert (b" 408 " in received) == (b"Length" in beginning)


def test_a_body_of_any_size_is_cut_off(client: Client) -> None:
    assert client.post("/translate", {**ASKED, "q": "x" * 200_000}).status == 413
    with socket.create_connection(("127.0.0.1", client.port), 60) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
        received = b""
        try:
            for _ in range(4):
                connection.sendall(chunk)
            received = connection.recv(1000)
        except ConnectionError:
            pass
        assert b" 413 " in received or not received
    with socket.create_connection(("127.0.0.1", client.port), 60) as connection:
        received = b""
        try:
            connection.sendall(HEAD + b"X: " + b"x" * 200_000)
            while piece := connection.recv(1000):
                received += piece
        except ConnectionError:
            pass
        assert b" 400 " in received or not received
    assert client.post("/translate", ASKED).status == 200


def test_a_client_that_sends_first_and_reads_then_is_told_that_its_body_is_too_large(
    client: Client,
) -> None:
    body = b"x" * 8_000_000  # more than the buffers of a connection hold
    connection = HTTPConnection("127.0.0.1", client.port, timeout=60)
    connection.request("POST", "/translate", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    assert answer.status == 413 and b"at most" in answer.read()
    try:  # the next head is bounded again: refused, or the connection is closed before the client is done
        connection.request("GET", "/health", headers={"X": "x" * 2_000_000})
        assert connection.getresponse().status == 400
    except (ConnectionError, HTTPException):
        pass
    connection.close()


def test_keys(systems: Systems, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("# ours\nsecret\n\nüber\n", encoding="utf-8")
    with running(systems, api_keys=str(file)) as client:
        assert client.post("/translate", ASKED).status == 403
        assert client.post("/api/explain", ASKED).status == 403
        assert client.form("/detect", q="das").status == 403
        assert (
            client.upload("/translate_file", "x.txt", b"das", source="de", target="en").status
            == 403
        )
        wrong = client.post("/translate", {**ASKED, "api_key": "# ours"})
        assert (wrong.status, wrong.json) == (403, {"error": "Invalid API key"})
        for key in ("secret", "über"):
            assert client.post("/translate", {**ASKED, "api_key": key}).status == 200
        assert client.get("/frontend/settings").json["keyRequired"] is True
        assert client.get("/languages").status == 200
    file.write_text("\n# none\n")
    with pytest.raises(ConfigError, match="there is none"):
        ApiKeys.read(str(file))


def test_only_names_of_this_machine_and_given_ones_are_answered(systems: Systems) -> None:
    with running(systems, hosts=["Translate.example"]) as client:
        for name in ("localhost", f"127.0.0.1:{client.port}", "[::1]:80", "translate.EXAMPLE:443"):
            assert client.get("/health", Host=name).status == 200
        for name in ("evil.example", "", "localhost.evil.example", "[", "127.0.0.1.evil"):
            assert client.get("/health", Host=name).status in (400, 403)
    with running(systems, hosts=["*"]) as client:
        assert client.get("/health", Host="any.example").status == 200


def test_pages_of_listed_sites_may_read_answers(systems: Systems) -> None:
    site = "https://site.example"
    with running(systems, origins=[site]) as client:
        allowed = client.get("/languages", Origin=site).headers
        assert allowed["access-control-allow-origin"] == site
        other = client.get("/languages", Origin="https://other.example").headers
        assert "access-control-allow-origin" not in other
    with running(systems) as client:
        assert "access-control-allow-origin" not in client.get("/languages", Origin=site).headers


def test_answers_forbid_what_pages_must_not_do(client: Client) -> None:
    for path in ("/health", "/nothing", "/metrics"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "server" not in headers


def test_the_log_has_no_texts(systems: Systems, caplog: pytest.LogCaptureFixture) -> None:
    broken = make_model()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret text")

    broken.translate = fail  # type: ignore[method-assign, assignment]
    both = Systems([*systems.all, System("broken", broken, "fr", "en")])
    with caplog.at_level("INFO", "dragoman.serve"), running(both, log=True) as client:
        client.post("/translate", {**ASKED, "q": "secret text"})
        client.get("/secret?text")
        answer = client.post("/translate", {"q": "secret text", "source": "fr", "target": "en"})
    assert (answer.status, answer.json) == (500, {"error": "the server failed at this request"})
    assert "POST /translate 200" in caplog.text
    assert "failed: RuntimeError" in caplog.text
    assert "secret" not in caplog.text


def test_files_are_kept_for_a_time_and_within_their_room() -> None:
    now = 0.0
    files = KeptFiles(10, 5.0, lambda: now)
    first, second = files.keep(b"1234", ".txt"), files.keep(b"5678", ".txt")
    assert first != second and files.fetch(first) == b"1234"
    third = files.keep(b"9999", ".txt")
    with pytest.raises(RequestError):
        files.fetch(first)
    assert files.fetch(second) == b"5678"
    now = 5.0
    with pytest.raises(RequestError):
        files.fetch(third)
    with pytest.raises(RequestError, match="too large"):
        files.keep(b"x" * 11, ".txt")
