"""Judging from a small page, served to this machine only.

The server answers only to its own address (a page of another site cannot talk to it, nor can a foreign name that
resolves here), takes only JSON, and never says which system is which.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from dragoman.common.errors import ConfigError
from dragoman.evaluate.campaign import Campaign

HOST = "127.0.0.1"
_LARGEST = 1 << 14


def make_server(campaign: Campaign, port: int = 0) -> ThreadingHTTPServer:
    """A server on 127.0.0.1; port 0 takes any that is free. Call ``serve_forever`` on it."""
    page = files("dragoman.evaluate").joinpath("judge.html").read_bytes()
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        """Answers ``GET /``, ``GET /question?annotator=NAME`` and ``POST /answer``."""

        def do_GET(self) -> None:
            """The page, or the next question."""
            address = urlsplit(self.path)
            if not self._from_here():
                return
            if address.path == "/":
                self._send(200, page, "text/html; charset=utf-8")
            elif address.path == "/question":
                names = parse_qs(address.query).get("annotator", [""])
                self._ask(names[0])
            else:
                self._json(404, {"error": "there is no such page"})

        def do_POST(self) -> None:
            """Records an answer and returns the next question."""
            if not self._from_here():
                return
            kind = self.headers.get("Content-Type", "").partition(";")[0]
            length = self.headers.get("Content-Length", "")
            if self.path != "/answer" or kind != "application/json" or not length.isdigit():
                self._json(400, {"error": "expected an answer as JSON"})
                return
            if int(length) > _LARGEST:
                self._json(413, {"error": "the answer is too long"})
                return
            try:
                said = json.loads(self.rfile.read(int(length)))
                annotator, sentence, choice = said["annotator"], said["sentence"], said["choice"]
                if not (isinstance(annotator, str) and isinstance(sentence, int)):
                    raise TypeError
                with lock:
                    campaign.answer(annotator, sentence, choice)
            except (ValueError, TypeError, KeyError):
                self._json(400, {"error": "expected annotator, sentence and choice"})
                return
            except ConfigError as error:
                self._json(400, {"error": str(error)})
                return
            self._ask(annotator)

        def _ask(self, annotator: str) -> None:
            try:
                with lock:
                    question = campaign.question(annotator)
            except ConfigError as error:
                self._json(400, {"error": str(error)})
                return
            self._json(200, asdict(question) if question else {"finished": True})

        def _from_here(self) -> bool:
            own = {f"{name}:{server.server_port}" for name in (HOST, "localhost")}
            origin = self.headers.get("Origin")
            if self.headers.get("Host") in own and (
                origin is None or origin.removeprefix("http://") in own
            ):
                return True
            self._json(403, {"error": "this page is for this machine only"})
            return False

        def _json(self, status: int, value: dict[str, Any]) -> None:
            self._send(status, json.dumps(value, ensure_ascii=False).encode(), "application/json")

        def _send(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keeps quiet."""

    try:
        server = ThreadingHTTPServer((HOST, port), Handler)
    except OverflowError:
        raise ConfigError(f"there is no port {port}") from None
    return server
