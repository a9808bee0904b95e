"""Runs the application until the process is told to end; what was accepted is finished first."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
from collections.abc import Mapping

import uvicorn
from starlette.types import ASGIApp

from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.judge.campaign import AnyCampaign
from dragoman.serve.app import make_app, make_judge_app
from dragoman.serve.options import ServeOptions
from dragoman.serve.protocol import BoundedProtocol
from dragoman.serve.systems import Systems

_CONNECTIONS = 4096
_SWITCH = 0.001
"""Seconds after which a thread that writes translations lets the event loop go on."""


def make_server(app: ASGIApp, options: ServeOptions) -> uvicorn.Server:
    """Return a server of an application (``app.py``) that listens nowhere yet.

    Args:
        app: What answers the requests.
        options: How long clients may take.
    """
    config = uvicorn.Config(
        app,
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


def serve(systems: Systems, options: ServeOptions, campaign: AnyCampaign | None = None) -> None:
    """Serve models until the process is interrupted or told to end.

    Args:
        systems: The models.
        options: Where to listen, and what clients may do.
        campaign: What people can judge at ``/judge/``.
    """
    for one in systems.all:
        say(f"{one.name}: {one.source} to {one.target}")
    places = {"serving at": ""} if campaign is None else {"judge at": "judge/", "serving at": ""}
    _run(make_app(systems, options, campaign), options, places)


def serve_judging(campaign: AnyCampaign, options: ServeOptions) -> None:
    """Serve the judging page alone.

    Args:
        campaign: What people judge.
        options: Where to listen.
    """
    _run(make_judge_app(campaign, options), options, {"judge at": ""})


def _run(app: ASGIApp, options: ServeOptions, places: Mapping[str, str]) -> None:
    """Listen and serve; ``places`` are what is said, and of which address."""
    for name in (
        "uvicorn.error",
        "python_multipart",
    ):  # the reader of forms would log bytes of clients
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with listen(options.host, options.port) as listening:
        server = make_server(app, options)
        host = f"[{options.host}]" if ":" in options.host else options.host
        for what, path in places.items():
            say(f"{what} http://{host}:{listening.getsockname()[1]}/{path} (Ctrl-C stops)")
        sys.setswitchinterval(_SWITCH)
        gc.freeze()  # what is there now stays: it need not be looked through again and again
        server.run([listening])
