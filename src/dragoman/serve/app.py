"""The application that uvicorn runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from dragoman.common.progress import say
from dragoman.judge.campaign import AnyCampaign
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.endpoints import Endpoint, Endpoints, error_response
from dragoman.serve.guard import Guard
from dragoman.serve.judge_routes import judge_routes
from dragoman.serve.metrics import Metrics
from dragoman.serve.options import ServeOptions
from dragoman.serve.page_files import page_routes
from dragoman.serve.service import Service
from dragoman.serve.systems import Systems


def make_app(
    systems: Systems, options: ServeOptions, campaign: AnyCampaign | None = None
) -> ASGIApp:
    """Return the whole server as an ASGI application.

    Args:
        systems: The models.
        options: What clients may do.
        campaign: What people can judge at ``/judge/``.
    """
    keys = ApiKeys.read(options.api_keys)
    service = Service(systems, options, judging=campaign is not None)
    endpoints = Endpoints(service, keys)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(endpoints.close)
        say("stopped")

    cors = Middleware(
        CORSMiddleware, allow_origins=options.origins, allow_methods=["*"], allow_headers=["*"]
    )
    app = Starlette(
        routes=all_routes(endpoints, campaign),
        middleware=[cors] if options.origins else [],
        exception_handlers={HTTPException: _refused},
        lifespan=lifespan,
    )
    # The middleware of origins is for all routes; without it, most requests need no routing.
    short = app if options.origins else Direct(app, endpoints.posts())
    return Guard(short, options, service.metrics)


def make_judge_app(campaign: AnyCampaign, options: ServeOptions) -> ASGIApp:
    """Return the judging page alone as an ASGI application, behind the same guard.

    Args:
        campaign: What people judge.
        options: Limits of requests.
    """
    app = Starlette(
        routes=judge_routes(campaign, "/"), exception_handlers={HTTPException: _refused}
    )
    return Guard(app, options, Metrics())


def all_routes(endpoints: Endpoints, campaign: AnyCampaign | None) -> list[Route]:
    """Return every route of the server."""
    judging = [] if campaign is None else judge_routes(campaign, "/judge/")
    return [*endpoints.routes(), *page_routes(), *judging]


class Direct:
    """Posts go straight to their endpoint, which turns every error into an answer; the rest goes to the application."""

    def __init__(self, app: ASGIApp, posts: Mapping[str, Endpoint]) -> None:
        self._app, self._posts = app, posts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        endpoint = None
        if scope["type"] == "http" and scope["method"] == "POST":
            endpoint = self._posts.get(scope["path"])
        if endpoint is None:
            await self._app(scope, receive, send)
        else:
            response = await endpoint(Request(scope, receive))
            await response(scope, receive, send)


async def _refused(request: Request, error: Exception) -> Response:
    """No such page, or not by this method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405 and isinstance(error, HTTPException) and error.headers:
        allowed = error.headers.get("Allow", "")
        return error_response(status, f"expected a request by {allowed}")
    return error_response(status, "there is no such page" if status == 404 else "not allowed")
