"""What every request passes first: its host, its sender, its size, its time; and what every answer carries.

A client has some seconds to send its request and to receive the answer. A server for this machine only answers
requests to this machine's names: a web site whose name was pointed to this machine cannot use it. Pages of other web
sites can send requests all the same: those that may change something are refused.
"""

from __future__ import annotations

import time
from ipaddress import ip_address
from logging import getLogger

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.serve.endpoints import ROUTE, ROUTES, error_response
from dragoman.serve.errors import RequestError
from dragoman.serve.metrics import Metrics
from dragoman.serve.options import ServeOptions
from dragoman.serve.timeouts import in_time
from dragoman.serve.web_pages import CHANGES_NOTHING, from_another_site

_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'; object-src 'none'",
    ),
]
_LOCAL = ("localhost", "127.0.0.1", "::1")
FOR_ANY_SITE = frozenset(route.path for route in ROUTES if route.any_site)
"""What ``--origins '*'`` lets any page ask for: it leaves nothing behind on disk. The rest needs the site's name."""

_KNOWN = frozenset(route.path for route in ROUTES)


def allowed_hosts(options: ServeOptions) -> frozenset[str] | None:
    """The names by which the server may be called; None: any."""
    if "*" in options.hosts:
        return None
    if not options.hosts and not _only_here(options.host):
        return None
    return frozenset(name.lower() for name in (*_LOCAL, options.host, *options.hosts))


def _only_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, options: ServeOptions, metrics: Metrics) -> None:
        self._app, self._options, self._metrics = app, options, metrics
        self._hosts = allowed_hosts(options)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, counts it and writes its line of the log."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.monotonic(), 0
        end = started + self._options.client_seconds

        async def guarded_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                message["headers"] += [one for one in _HEADERS if one[0] not in given]
            await in_time(send(message), self._options.client_seconds)

        try:
            self._check(scope["method"], scope["path"], Headers(scope=scope))
            await self._app(scope, _Bounded(receive, self._options, end), guarded_send)
        except RequestError as error:
            await error_response(error.status, error.message)(scope, receive, guarded_send)
        except TimeoutError:
            status = status or 408
        finally:
            self._count(scope, status, time.monotonic() - started)

    def _check(self, method: str, path: str, headers: Headers) -> None:
        hosts = headers.getlist("host")
        if len(hosts) > 1:
            raise RequestError(400, "expected one Host in a request")
        host = hosts[0] if hosts else ""
        if self._hosts is not None and _host(host) not in self._hosts:
            raise RequestError(403, "this server is not to be called by this name (see --hosts)")
        if method not in CHANGES_NOTHING:
            allowed = set(self._options.origins)
            if path not in FOR_ANY_SITE:
                allowed.discard("*")
            origins, sites = headers.getlist("origin"), headers.getlist("sec-fetch-site")
            if from_another_site(host, origins, sites, allowed):
                raise RequestError(
                    403, "pages of this web site may not use the server (see --origins)"
                )
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > self._options.max_body:
            raise _too_large(self._options.max_body)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        path = scope.get(ROUTE) or (scope["path"] if scope["path"] in _KNOWN else "other")
        method = scope["method"] if scope["method"] in ("GET", "POST", "OPTIONS", "HEAD") else "?"
        self._metrics.add("dragoman_requests_total", route=path, status=str(status))
        self._metrics.time("dragoman_request_seconds", seconds, route=path)
        if self._options.log:
            milliseconds = 1000 * seconds
            getLogger("dragoman.serve").info("%s %s %d %.0f ms", method, path, status, milliseconds)


class _Bounded:
    """Receives a body of bounded size, until the client's time is over."""

    def __init__(self, receive: Receive, options: ServeOptions, end: float) -> None:
        self._receive, self._most, self._end = receive, options.max_body, end
        self._size, self._complete = 0, False

    async def __call__(self) -> Message:
        """The next piece. After the body there is no limit: only a disconnection can come."""
        if self._complete:
            return await self._receive()
        try:
            message = await in_time(self._receive(), self._end - time.monotonic())
        except TimeoutError:
            raise RequestError(408, "the request took too long to arrive") from None
        self._size += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._size > self._most:
            raise _too_large(self._most)
        return message


def _too_large(most: int) -> RequestError:
    return RequestError(413, f"a request has at most {most} bytes")


def _host(header: str) -> str:
    """The name in a ``Host`` header, without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()
