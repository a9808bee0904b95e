"""A real server on a free port, in a thread of the test."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")

from starlette.types import ASGIApp

from dragoman.judge.campaign import AnyCampaign
from dragoman.serve.app import make_app, make_judge_app
from dragoman.serve.options import ServeOptions
from dragoman.serve.server import listen, make_server
from dragoman.serve.systems import Systems


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body or None, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.headers.items()), answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, value: Any) -> Answer:
        return self.send(
            "POST", path, json.dumps(value).encode(), {"Content-Type": "application/json"}
        )

    def form(self, path: str, **fields: str) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, urlencode(fields).encode(), kind)

    def upload(self, path: str, name: str, data: bytes, **fields: str) -> Answer:
        parts = [
            f'--XX\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
        ]
        head = f'--XX\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = b"".join(parts) + head.encode() + data + b"\r\n--XX--\r\n"
        return self.send("POST", path, body, {"Content-Type": "multipart/form-data; boundary=XX"})


def running(
    systems: Systems, campaign: AnyCampaign | None = None, **settings: Any
) -> AbstractContextManager[Client]:
    options = ServeOptions(**{"log": False, "threads": 2, **settings})
    return _running(make_app(systems, options, campaign), options)


def running_judge(campaign: AnyCampaign, **settings: Any) -> AbstractContextManager[Client]:
    options = ServeOptions(**{"log": False, **settings})
    return _running(make_judge_app(campaign, options), options)


@contextmanager
def _running(app: ASGIApp, options: ServeOptions) -> Iterator[Client]:
    with listen("127.0.0.1", 0) as place:
        server = make_server(app, options)
        thread = Thread(target=server.run, args=([place],))
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield Client(place.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()
