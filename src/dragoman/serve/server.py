"""Runs the application until the process is told to end; what was accepted is finished first."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from typing import Any

import uvicorn

from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.evaluate.campaign import Campaign
from dragoman.serve.app import make_app
from dragoman.serve.one_write import OneWrite
from dragoman.serve.options import ServeOptions
from dragoman.serve.systems import Systems

_CONNECTIONS = 4096
_LONGEST_HEAD = 1 << 16
"""Bytes of the line and the headers of a request."""
_SWITCH = 0.001
"""Seconds after which a thread that writes translations lets the event loop go on."""


class Impatient(asyncio.Protocol):
    """Closes a connection that does not send the whole head of a request in time, or sends one without end.

    It goes before a protocol of uvicorn, which would wait for ever.
    """

    seconds = 10.0
    cycle: Any
    loop: asyncio.AbstractEventLoop
    _place: Any
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    _in_body = False
    """Whether what comes belongs to a body: the rest of one that is too large is read, and left aside."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts the time."""
        self._place = OneWrite(transport, self.loop)
        super().connection_made(self._place)
        self._timer = self.loop.call_later(self.seconds, self._place.close)

    def data_received(self, data: bytes) -> None:
        """The time is for the head of a request; the body has its own (``guard.py``)."""
        super().data_received(data)
        waiting = self.cycle is None or self.cycle.response_complete
        self._head = self._head + len(data) if waiting and not self._in_body else 0
        if self._head > _LONGEST_HEAD and not self._place.is_closing():
            self._place.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
            self._place.close()
        if self._timer is not None and not waiting:
            self._timer.cancel()
            self._timer = None
        elif self._timer is None and waiting:
            self._timer = self.loop.call_later(self.seconds, self._place.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        super().connection_lost(exc)


def _protocol(seconds: float) -> type[asyncio.Protocol]:
    """HTTP as httptools reads it, if it is installed: h11 is slower."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol

        return type("Protocol", (Impatient, H11Protocol), {"seconds": seconds})

    class Protocol(Impatient, HttpToolsProtocol):
        """The parser tells where a body begins and ends."""

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._in_body = True

        def on_message_complete(self) -> None:
            self._in_body = False
            super().on_message_complete()

    Protocol.seconds = seconds
    return Protocol


def make_server(
    systems: Systems, options: ServeOptions, campaign: Campaign | None = None
) -> uvicorn.Server:
    """A server that listens nowhere yet; with a campaign, people can judge there too."""
    config = uvicorn.Config(
        make_app(systems, options, campaign),
        http=_protocol(options.client_seconds),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        limit_concurrency=_CONNECTIONS,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        number = error.errno or 0  # those of names are negative
        reason = os.strerror(number) if number > 0 else error.strerror or error
        raise ConfigError(f"cannot listen on {host}:{port}: {reason}") from None


def serve(systems: Systems, options: ServeOptions, campaign: Campaign | None = None) -> None:
    """Serves until the process is interrupted or told to end."""
    _configure_log()
    with listen(options.host, options.port) as place:
        server = make_server(systems, options, campaign)
        host = f"[{options.host}]" if ":" in options.host else options.host
        for one in systems.all:
            say(f"{one.name}: {one.source} to {one.target}")
        address = f"http://{host}:{place.getsockname()[1]}/"
        if campaign is not None:
            say(f"judge at {address}judge/")
        say(f"serving at {address} (Ctrl-C stops)")
        sys.setswitchinterval(_SWITCH)
        gc.freeze()  # what is there now stays: it need not be looked through again and again
        server.run([place])


def _configure_log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    log = logging.getLogger("dragoman.serve")
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
    # The reader of forms would write bytes of clients.
    for name in ("uvicorn.error", "python_multipart"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
