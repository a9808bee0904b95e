"""Runs the application until the process is told to end; what was accepted is finished first."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys

import uvicorn

from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.judge.campaign import Campaign
from dragoman.serve.app import make_app
from dragoman.serve.options import ServeOptions
from dragoman.serve.protocol import BoundedProtocol
from dragoman.serve.systems import Systems

_CONNECTIONS = 4096
_SWITCH = 0.001
"""Seconds after which a thread that writes translations lets the event loop go on."""


def make_server(
    systems: Systems, options: ServeOptions, campaign: Campaign | None = None
) -> uvicorn.Server:
    """A server that listens nowhere yet; with a campaign, people can judge there too."""
    config = uvicorn.Config(
        make_app(systems, options, campaign),
        http=type("Protocol", (BoundedProtocol,), {"seconds": options.client_seconds}),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        limit_concurrency=_CONNECTIONS,
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
    _silence()
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


def _silence() -> None:
    """Keep other packages from logging: the reader of forms would write bytes of clients."""
    for name in ("uvicorn.error", "python_multipart"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
