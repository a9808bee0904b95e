"""The judging page: alone, or at ``/judge/`` beside the page of the server."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dragoman.judge.answers import LARGEST, Judging
from dragoman.judge.campaign import AnyCampaign
from dragoman.serve.endpoints import Endpoint, answered, json_response
from dragoman.serve.errors import RequestError
from dragoman.serve.page_files import file_route, judge_files
from dragoman.serve.web_pages import from_another_site


def judge_routes(campaign: AnyCampaign, place: str) -> list[Route]:
    """Return the routes of the page. Only pages of this server may answer.

    Args:
        campaign: What people judge.
        place: Where the page is, such as ``/judge/``.
    """
    judging = Judging(campaign)

    async def question(request: Request) -> Response:
        annotator = request.query_params.get("annotator", "")
        status, value = await asyncio.to_thread(judging.question, annotator)
        return json_response(value, status)

    async def answer(request: Request) -> Response:
        headers = request.headers
        origins, sites = headers.getlist("origin"), headers.getlist("sec-fetch-site")
        if from_another_site(headers.get("host", ""), origins, sites):  # even if --origins has it
            raise RequestError(403, "this page is for its own server only")
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            raise RequestError(400, "expected an answer as JSON")
        body = await request.body()
        if len(body) > LARGEST:
            raise RequestError(413, "the answer is too long")
        status, value = await asyncio.to_thread(judging.answer, body)
        return json_response(value, status)

    def route(path: str, action: Endpoint, method: str = "GET") -> Route:
        return Route(path, answered(path, action), methods=[method])

    contents = judge_files(campaign.page)
    index = f"{campaign.page}.html"
    pages = [
        file_route(f"{place}{'' if name == index else name}", name, contents[name])
        for name in contents
    ]
    if place != "/":
        pages.append(route(place.rstrip("/"), _redirect(place)))
    return [
        route(f"{place}question", question),
        route(f"{place}answer", answer, "POST"),
        *pages,
    ]


def _redirect(place: str) -> Endpoint:
    async def answer(request: Request) -> Response:
        return RedirectResponse(place)

    return answer
