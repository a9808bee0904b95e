"""The judging page beside the page of the server: ``/judge/``."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dragoman.common.web_pages import from_another_site
from dragoman.judge.answers import LARGEST, Judging, Reply, judge_files
from dragoman.judge.campaign import Campaign
from dragoman.serve.endpoints import ROUTE, error_response, json_response

_PLACE = "/judge/"


def judge_routes(campaign: Campaign) -> list[Route]:
    """For starlette. Only pages of this server may answer."""
    judging = Judging(campaign)

    async def question(request: Request) -> Response:
        request.scope[ROUTE] = f"{_PLACE}question"
        return _told(
            await asyncio.to_thread(judging.question, request.query_params.get("annotator", ""))
        )

    async def answer(request: Request) -> Response:
        request.scope[ROUTE] = f"{_PLACE}answer"
        headers = request.headers
        origins, sites = headers.getlist("origin"), headers.getlist("sec-fetch-site")
        if from_another_site(headers.get("host", ""), origins, sites):  # even if --origins has it
            return error_response(403, "this page is for its own server only")
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return error_response(400, "expected an answer as JSON")
        body = await request.body()
        if len(body) > LARGEST:
            return error_response(413, "the answer is too long")
        return _told(await asyncio.to_thread(judging.answer, body))

    async def without_slash(request: Request) -> Response:
        request.scope[ROUTE] = _PLACE
        return RedirectResponse(_PLACE)

    files = [_file(f"{_PLACE}{name}", *content) for name, content in judge_files().items()]
    return [
        Route(_PLACE.rstrip("/"), without_slash, methods=["GET"]),
        Route(f"{_PLACE}question", question, methods=["GET"]),
        Route(f"{_PLACE}answer", answer, methods=["POST"]),
        *files,
    ]


def _file(path: str, content: bytes, kind: str) -> Route:
    async def answer(request: Request) -> Response:
        request.scope[ROUTE] = path
        return Response(content, headers={"Content-Type": kind})

    return Route(path, answer, methods=["GET"])


def _told(reply: Reply) -> Response:
    status, value = reply
    return json_response(value, status)
