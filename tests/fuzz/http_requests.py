"""Damaged requests to ``dragoman serve`` and to the judging page, without sockets.

Each must be answered or refused, and a failure of the server itself is a finding.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from dragoman.judge.answers import LARGEST
from dragoman.judge.campaign import Campaign
from dragoman.judge.judgement import Material, SelectionOptions
from dragoman.model import Model
from dragoman.model.store.text_changes import TextChanges
from fuzz.artifacts import sound_model
from fuzz.mutate import damaged
from fuzz.reader import seed_of
from support.serve.learning_model import save_learning_model

ANSWERS = (b"HTTP/1.", b"<!", b"{")


def request_of(name: str, number: int, samples: tuple[bytes, ...]) -> bytes:
    """The request with this number, one in twenty of them sound."""
    random = Random(seed_of(name, number))
    request = random.choice(samples)
    return damaged(request, random) if random.random() < 0.95 else request


class Line(asyncio.Transport):
    """The connection of uvicorn to a client that has sent all it will send."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 80)})
        self.answer, self.closed = bytearray(), False

    def write(self, data: Any) -> None:
        """Takes the answer."""
        self.answer += data

    def close(self) -> None:
        """The server hangs up."""
        self.closed = True

    def abort(self) -> None:
        """The server hangs up at once."""
        self.closed = True

    def is_closing(self) -> bool:
        """Whether the server hung up."""
        return self.closed

    def pause_reading(self) -> None:
        """Nothing more is sent anyway."""

    def resume_reading(self) -> None:
        """Nothing more is sent anyway."""


class Failures(logging.Handler):
    """Remembers what the server calls a failure of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log."""
        self.told.append(record.getMessage())


class _Forgetful(Model):
    """A model that keeps nothing of what it learns: all inputs meet the same one."""

    @contextmanager
    def changing_text(
        self, *, who: str = "", threads: int = 1, save: bool = True
    ) -> Iterator[TextChanges]:
        rules, papers = self.rules, dict(self.papers)
        try:
            with super().changing_text(who=who, threads=threads, save=False) as text:
                yield text
        finally:
            if save:
                self.rules, self.papers = rules, papers


def _forgetful_model(place: Path) -> Model:
    """A model on disk that can learn; one change can be taken back."""
    save_learning_model(place)
    model = Model.open(place)
    model.leave_out([7])
    model.__class__ = _Forgetful
    return model


def _judging(place: Path) -> tuple[Any, Any]:
    from dragoman.serve.app import make_judge_app
    from dragoman.serve.options import ServeOptions

    material = Material(("A", "B"), (["one"], ["two"]), ["three"])
    campaign = Campaign(material, SelectionOptions(shortest=1), place / "journal")
    options = ServeOptions(log=False, max_body=LARGEST)
    return make_judge_app(campaign, options), options


@dataclass
class ServeRequestReader:
    """Hands damaged requests to the protocol that ``dragoman serve`` gives to uvicorn."""

    name: str
    samples: tuple[bytes, ...]
    learning: bool = False
    """Whether its model takes suggestions, which it forgets at once: all inputs meet the same model."""
    evidence: bool = False
    """Whether it shows its text, and lets it be changed by those who may."""
    judging: bool = False
    """Whether it is the judging page alone."""
    loop: Any = field(default=None, init=False)
    connect: Any = field(default=None, init=False)
    failures: Failures = field(default_factory=Failures, init=False)

    def prepare(self, place: Path) -> None:
        """The application, and how uvicorn connects clients to it."""
        from uvicorn.server import ServerState

        from dragoman.serve.server import make_server

        config = make_server(*(_judging(place) if self.judging else self._serving(place))).config
        config.load()
        for name in ("dragoman.serve", "uvicorn.error"):
            log = logging.getLogger(name)
            log.handlers, log.propagate = [self.failures], False
        self.loop = asyncio.new_event_loop()
        state = ServerState()
        protocol: Any = config.http_protocol_class
        self.connect = partial(protocol, config, state, {}, self.loop)

    def _serving(self, place: Path) -> tuple[Any, Any]:
        """A small model, with small limits."""
        from dragoman.serve.app import make_app
        from dragoman.serve.options import ServeOptions
        from dragoman.serve.systems import System, Systems

        model = _forgetful_model(place / "model") if self.learning else sound_model()
        options = ServeOptions(
            log=False,
            threads=1,
            max_characters=2000,
            max_texts=20,
            max_body=100_000,
            suggestions=self.learning,
            evidence=self.evidence,
            reload_seconds=0,
        )
        return make_app(Systems([System("small", model, "de", "en")]), options), options

    def run(self, number: int) -> None:
        """Sends a request."""
        self._send(request_of(self.name, number, self.samples))

    def run_sound(self) -> None:
        """All samples."""
        for request in self.samples:
            answer = self._send(request)
            assert b" 200 " in answer[:20], (request, answer)

    def _send(self, request: bytes) -> bytes:
        answer = self.loop.run_until_complete(self._talk(request))
        failed, self.failures.told = self.failures.told, []
        assert not failed, failed
        assert not answer or answer.startswith(ANSWERS), answer[:80]
        assert not answer.startswith(b"HTTP/1.1 500"), answer
        return bytes(answer)

    async def _talk(self, request: bytes) -> bytes:
        protocol, line = self.connect(), Line()
        protocol.connection_made(line)
        protocol.data_received(request)
        while protocol.tasks and not line.closed:
            if protocol.cycle is not None and protocol.cycle.more_body:
                await asyncio.sleep(
                    0
                )  # what was received is taken; the rest of the body never comes
                break
            await asyncio.wait(list(protocol.tasks), return_when=asyncio.FIRST_COMPLETED)
        protocol.connection_lost(None)
        if protocol.tasks:
            await asyncio.wait(list(protocol.tasks))
        return bytes(line.answer)
