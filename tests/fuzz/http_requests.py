"""Damaged requests to the judging page. Each must be answered or refused, and the server must live on."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from dragoman.evaluate import judge_server
from dragoman.evaluate.campaign import Campaign
from dragoman.evaluate.judgement import Material, SelectionOptions
from fuzz.mutate import damaged
from fuzz.samples import REQUESTS


@dataclass
class RequestReader:
    """Sends damaged requests over a socket, one connection each."""

    name: str
    port: int = field(default=0, init=False)
    strange: list[BaseException] = field(default_factory=list, init=False)

    def prepare(self, place: Path) -> None:
        """Starts a server that remembers exceptions which no client can be the cause of."""
        material = Material(("A", "B"), (["one"], ["two"]), ["three"])
        campaign = Campaign(material, SelectionOptions(shortest=1), place / "journal")
        reader = self

        class Server(judge_server.JudgeServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                error = sys.exc_info()[1]
                if error is not None and not isinstance(error, OSError):
                    reader.strange.append(error)

        server = Server(campaign, 0, 0.2)
        self.port = server.server_port
        Thread(target=server.serve_forever, daemon=True).start()

    def run(self, number: int) -> None:
        """Sends a request; half of them end there, so that the server sees the end."""
        random = Random(f"{self.name} {number}")
        request = random.choice(REQUESTS).replace(b"PORT", str(self.port).encode())
        if random.random() < 0.95:
            request = damaged(request, random)
        client = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        with client, suppress(ConnectionError):
            client.sendall(request)
            if random.random() < 0.9:
                client.shutdown(socket.SHUT_WR)
            answer = client.recv(1 << 16)
            assert not answer or answer.startswith((b"HTTP/1.", b"<!", b"{")), answer[:80]
        if self.strange:
            raise self.strange.pop()
