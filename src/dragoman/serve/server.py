"""Runs the application until the process is told to end; what was accepted is finished first."""

from __future__ import annotations

import logging
import socket
import sys
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.evaluate.campaign import Campaign
from dragoman.serve.app import make_app
from dragoman.serve.options import ServeOptions
from dragoman.serve.systems import Systems

_CONNECTIONS = 4096


class ImpatientProtocol(H11Protocol):
    """Closes a connection that does not send the whole head of a request in time; uvicorn would wait for ever."""

    seconds = 10.0
    _timer: Any = None

    def connection_made(self, transport: Any) -> None:
        """Starts the time."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.seconds, transport.close)

    def data_received(self, data: bytes) -> None:
        """The time is for the head of a request; the body has its own (``guard.py``)."""
        super().data_received(data)
        waiting = self.cycle is None or self.cycle.response_complete
        if self._timer is not None and not waiting:
            self._timer.cancel()
            self._timer = None
        elif self._timer is None and waiting:
            self._timer = self.loop.call_later(self.seconds, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        super().connection_lost(exc)


def make_server(
    systems: Systems, options: ServeOptions, campaign: Campaign | None = None
) -> uvicorn.Server:
    """A server that listens nowhere yet; with a campaign, people can judge there too."""
    protocol = type("Protocol", (ImpatientProtocol,), {"seconds": options.client_seconds})
    config = uvicorn.Config(
        make_app(systems, options, campaign),
        http=protocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        limit_concurrency=_CONNECTIONS,
        h11_max_incomplete_event_size=1 << 16,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        raise ConfigError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None


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
        server.run([place])


def _configure_log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    log = logging.getLogger("dragoman.serve")
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
