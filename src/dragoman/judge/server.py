"""Judging from a small page, served to this machine only.

The server answers only requests to its own address. A page of another site cannot use it, nor can another host name
that resolves to this machine. It takes only JSON, and never says which system is which. A client has some seconds for
its request, and the number of clients at a time is limited, so that no client can block the others for ever.
"""

from __future__ import annotations

import io
import json
import re
import socket
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from dragoman.common.errors import ConfigError
from dragoman.common.web_pages import CHANGES_NOTHING, from_another_site
from dragoman.judge.answers import LARGEST, Judging, judge_files
from dragoman.judge.campaign import Campaign

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HOST = "127.0.0.1"
SECONDS = 10.0
"""The time in which a client must send its request, and then receive the answer."""
CLIENTS = 64
_LENGTH = re.compile(r"[0-9]{1,9}")


def make_server(campaign: Campaign, port: int = 0, seconds: float = SECONDS) -> JudgeServer:
    """A server on 127.0.0.1; with port 0 it uses any free port. Call ``serve_forever`` on it."""
    try:
        return JudgeServer(campaign, port, seconds)
    except OverflowError:
        raise ConfigError(f"there is no port {port}") from None


class JudgeServer(ThreadingHTTPServer):
    """The data that all requests share."""

    def __init__(self, campaign: Campaign, port: int, seconds: float) -> None:
        self.judging = Judging(campaign)
        self.seconds = seconds
        self.files = judge_files()
        self._free = BoundedSemaphore(CLIENTS)
        super().__init__((HOST, port), Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serves a client in a thread of its own, if the limit on threads allows it."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Hears it out."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores clients that closed the connection."""


class _Patience(io.RawIOBase):
    """Reads what a client sends, until its time is over."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection, self._end = connection, time.monotonic() + seconds

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Waits no longer than the remaining time."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class Handler(BaseHTTPRequestHandler):
    """Answers ``GET /``, ``GET /question?annotator=NAME`` and ``POST /answer``."""

    server: JudgeServer

    def setup(self) -> None:
        """Starts the time of the client."""
        super().setup()
        self.rfile = io.BufferedReader(_Patience(self.connection, self.server.seconds))

    def do_GET(self) -> None:
        """The page, or the next question."""
        if not self._from_here():
            return
        try:
            address = urlsplit(self.path)
            names = parse_qs(address.query).get("annotator", [""])
        except ValueError:
            self._json(400, {"error": "expected an address of this page"})
            return
        if address.path.removeprefix("/") in self.server.files:
            self._send(200, *self.server.files[address.path.removeprefix("/")])
        elif address.path == "/question":
            self._json(*self.server.judging.question(names[0]))
        else:
            self._json(404, {"error": "there is no such page"})

    def do_POST(self) -> None:
        """Records an answer and returns the next question."""
        if not self._from_here():
            return
        kind = self.headers.get("Content-Type", "").partition(";")[0]
        length = self.headers.get("Content-Length", "")
        known = _LENGTH.fullmatch(length) and "Transfer-Encoding" not in self.headers
        if self.path != "/answer" or kind != "application/json" or not known:
            self._json(400, {"error": "expected an answer as JSON"})
        elif int(length) > LARGEST:
            self._json(413, {"error": "the answer is too long"})
        else:
            self._take(int(length))

    def _take(self, length: int) -> None:
        try:
            body = self.rfile.read(length)
        except TimeoutError:
            self._json(408, {"error": "the answer did not arrive"})
            return
        self._json(*self.server.judging.answer(body))

    def _from_here(self) -> bool:
        own = {f"{name}:{self.server.server_port}" for name in (HOST, "localhost")}
        hosts, origins, sites = (
            self.headers.get_all(name, []) for name in ("Host", "Origin", "Sec-Fetch-Site")
        )
        if len(hosts) == 1 and hosts[0] in own:
            reads = self.command in CHANGES_NOTHING and not origins
            pages = [f"http://{name}" for name in own]
            if reads or not from_another_site(hosts[0], origins, sites, pages):
                return True
        self._json(403, {"error": "this page is for this machine only"})
        return False

    def _json(self, status: int, value: dict[str, Any]) -> None:
        self._send(status, json.dumps(value, ensure_ascii=False).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.connection.settimeout(self.server.seconds)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keeps quiet."""
