"""What a connection can make the server hold: a bounded number of requests, and no head or trailer without end."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from support.model.handful import make_model
from support.serve.held import Held
from support.serve.running import Client

GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ASKED = b'{"q": "das haus", "source": "de", "target": "en"}'
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n" % (len(ASKED), ASKED)
WHOLE = POST + b"Content-Length: %d\r\n\r\n%s" % (len(ASKED), ASKED)
MOST_GROWTH = 12 << 20
"""Bytes; each of the attacks below took from 40 MB upwards."""


def connect(client: Client) -> socket.socket:
    return socket.create_connection(("127.0.0.1", client.port), 60)


def rest(connection: socket.socket) -> bytes:
    received = b""
    with suppress(ConnectionError):
        while piece := connection.recv(1 << 16):
            received += piece
    return received


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Client]]:
    """A server of its own: the number of its process, and a client."""
    path = tmp_path_factory.mktemp("served") / "model"
    make_model().save(path)
    command = [sys.executable, "-m", "dragoman", "serve", str(path), "--languages", "de-en"]
    more = ["--port", "0", "--no-log", "--client-seconds", "60"]
    with subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            said = ""
            while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", said)):
                said = server.stderr.readline()
            client = Client(int(found[1]))
            assert client.get("/health").status == 200
            yield server.pid, client
        finally:
            server.kill()


def resident(process: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) << 10


def send_all(connection: socket.socket, beginning: bytes, piece: bytes, count: int) -> None:
    """As much as the server takes; nothing of its answers is read."""
    connection.settimeout(5)
    with suppress(OSError):
        connection.sendall(beginning)
        for _ in range(count):
            connection.sendall(piece)


ATTACKS = {
    "requests": (GET, GET * 500, 120),
    "trailers": (CHUNKED, b"a:b\r\n" * 2000, 300),
    "headers": (b"GET /health HTTP/1.1\r\n", b"a:b\r\n" * 2000, 300),
    "a head without end": (b"GET /health HTTP/1.1\r\nX: ", b"x" * 65536, 1000),
    "a second head without end": (WHOLE + b"GET /health HTTP/1.1\r\nX: ", b"x" * 65536, 1000),
}


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("name", list(ATTACKS))
def test_one_connection_takes_a_bounded_memory(process: tuple[int, Client], name: str) -> None:
    number, client = process
    with connect(client) as quiet:  # what the first request of a kind takes once
        send_all(quiet, ATTACKS[name][0], b"", 1)
    before = resident(number)
    with connect(client) as connection:
        send_all(connection, *ATTACKS[name])
        assert client.get("/health").status == 200
        assert resident(number) - before < MOST_GROWTH


def test_a_second_head_is_bounded_while_the_first_request_is_in_work() -> None:
    held = Held()
    with held.served() as client, connect(client) as connection:
        connection.sendall(WHOLE)
        assert held.begun.wait(60)
        connection.sendall(b"GET /health HTTP/1.1\r\nX: " + b"x" * 100_000)
        held.go.set()
        answers = rest(connection)
    assert answers.count(b"HTTP/1.1 ") == 1
    assert b"the house" in answers and b"connection: close" in answers


def test_some_requests_may_be_sent_ahead_and_are_answered_in_order(client: Client) -> None:
    last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with connect(client) as connection:
        connection.sendall(GET + WHOLE + GET.replace(b"health", b"nothing") + WHOLE + last)
        answers = rest(connection)
    assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"200", b"200", b"404", b"200", b"200"]
    assert answers.count(b'{"translatedText":"the house"}') == 2


def test_the_last_answer_says_that_no_more_requests_are_read(client: Client) -> None:
    with connect(client) as connection:
        connection.sendall(GET * 50)
        answers = rest(connection)
    heads = answers.split(b"HTTP/1.1 200 OK")[1:]
    assert 1 < len(heads) < 50
    assert [b"connection: close" in head for head in heads] == [False] * (len(heads) - 1) + [True]


@pytest.mark.parametrize("after", [b"rubbish\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200])
def test_what_is_no_http_does_not_cost_the_answer_before_it(client: Client, after: bytes) -> None:
    with connect(client) as connection:
        connection.sendall(WHOLE + after)
        answers = rest(connection)
    assert answers.startswith(b"HTTP/1.1 200 OK") and b"the house" in answers
    assert answers.count(b"HTTP/1.1 ") == 1


def test_trailers_are_refused(client: Client) -> None:
    with connect(client) as connection:
        connection.sendall(CHUNKED + b"a: b\r\n\r\n")
        assert rest(connection).startswith(b"HTTP/1.1 400 ")
    with connect(client) as connection:
        connection.sendall(CHUNKED + b"\r\n" + GET)
        connection.shutdown(socket.SHUT_WR)
        assert rest(connection).count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize("held", [True, False])
def test_a_client_that_closes_its_side_gets_its_answers(held: bool) -> None:
    model = Held()
    go: Callable[[], None] = model.go.set
    if not held:
        go()
    with model.served() as client, connect(client) as connection:
        connection.sendall(WHOLE + GET)
        connection.shutdown(socket.SHUT_WR)
        assert model.begun.wait(60)
        go()
        answers = rest(connection)
    assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"200", b"200"]
    assert b"the house" in answers


@pytest.mark.parametrize("asked", [GET, WHOLE])
def test_an_answer_that_is_ready_when_a_client_closes_its_side_is_sent(
    client: Client, asked: bytes
) -> None:
    """The end may come between the answer and its sending, so it is tried at many moments."""
    for number in range(60):
        with connect(client) as connection:
            connection.sendall(asked)
            time.sleep(number % 10 / 2000)
            connection.shutdown(socket.SHUT_WR)
            assert rest(connection).startswith(b"HTTP/1.1 200 OK"), number


def test_half_a_request_of_a_client_that_closed_its_side_is_left_aside(client: Client) -> None:
    for half in (GET[:-2], WHOLE[:-5]):
        with connect(client) as connection:
            connection.sendall(half)
            connection.shutdown(socket.SHUT_WR)
            assert b"200" not in rest(connection)


def test_one_host_is_expected(client: Client) -> None:
    with connect(client) as connection:
        connection.sendall(GET[:-2] + b"Host: evil.example\r\nConnection: close\r\n\r\n")
        assert rest(connection).startswith(b"HTTP/1.1 400 ")
