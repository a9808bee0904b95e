"""The routes of the API, and how a request gets to its route."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from logging import getLogger
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from dragoman.common.deadline import DeadlineError, due
from dragoman.common.errors import DragomanError
from dragoman.serve import apertium
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.api_page import api_page
from dragoman.serve.errors import RequestError
from dragoman.serve.moses_rpc import moses_answer
from dragoman.serve.openapi import openapi
from dragoman.serve.parameters import read, read_file
from dragoman.serve.request_pool import Work
from dragoman.serve.requests import (
    ApertiumRequest,
    CompletionRequest,
    DetectionRequest,
    DocumentRequest,
    EvidenceRequest,
    ExplanationRequest,
    FileRequest,
    JournalRequest,
    SentFile,
    SuggestionRequest,
    TranslationRequest,
    UndoRequest,
    UpdateRequest,
)
from dragoman.serve.responses import (
    ApertiumPairs,
    ApertiumTranslation,
    CompletionResponse,
    DetectedLanguage,
    DocumentResponse,
    EvidenceResponse,
    ExplanationResponse,
    FileResponse,
    FrontendSettings,
    Health,
    JournalResponse,
    Language,
    ModelFacts,
    SuggestionResponse,
    TranslationResponse,
)
from dragoman.serve.routes import ApiRoute, get, post, routes_of
from dragoman.serve.service import Service

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
ROUTE = "dragoman.route"
"""The key of a request's scope that holds its route as we name it; never the client's words."""


def json_response(value: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def error_response(status: int, message: str) -> Response:
    """An error as LibreTranslate tells it."""
    return json_response({"error": message}, status)


class Endpoints:
    """Every route of the API: what is requested, by whom, and what is answered (``routes.py``)."""

    def __init__(self, service: Service, keys: ApiKeys) -> None:
        self._service, self._keys = service, keys
        self._work = Work(service.options.queue)
        service.metrics.gauge("dragoman_unfinished_requests", lambda: self._work.count)

    def posts(self) -> dict[str, Endpoint]:
        """Those that are asked by POST, by their path."""
        posts = (route for route in ROUTES if route.method == "POST")
        return {route.path: answered(route.path, partial(self._answer, route)) for route in posts}

    def routes(self) -> list[Route]:
        """For starlette."""
        return [
            Route(
                route.path,
                answered(route.path, partial(self._answer, route)),
                methods=[route.method],
            )
            for route in ROUTES
        ]

    def close(self) -> None:
        """Waits for the requests in work."""
        self._work.close()
        self._service.close()

    async def _answer(self, route: ApiRoute, http: Request) -> Response:
        given: dict[str, Any] = {}
        if "file" in route.types:
            given["request"], given["file"] = await read_file(http, route.request)
        elif route.request is not None:
            given["request"] = await read(http, route.request)
        if given:
            self._keys.check(given["request"].api_key or "")
        if "http" in route.types:
            given["http"] = http
        value = await route.action(self, **given)
        return value if isinstance(value, Response) else json_response(value)

    async def _do(self, action: Callable[[float], T]) -> T:
        deadline = time.monotonic() + self._service.options.seconds

        def in_time() -> T:
            with due(deadline):
                return action(deadline)

        return await self._work.do(in_time)

    @post("/translate")
    async def translate(self, request: TranslationRequest) -> TranslationResponse:
        """Translate texts."""
        service = self._service
        if service.is_short(request):
            seconds = service.options.seconds
            return await self._work.do_here(lambda: service.translate_short(request, seconds))
        return await self._do(lambda end: service.translate(request, end))

    @get("/translate")
    async def translate_as_apertium(self, request: ApertiumRequest) -> ApertiumTranslation:
        """Translate a text as Apertium's server does, for OmegaT and Weblate."""
        asked = apertium.translation_request(request, self._service.systems.as_list())
        text = (await self.translate(asked))["translatedText"]
        return apertium.answered({"translatedText": str(text)})

    @get("/listPairs")
    async def list_pairs(self) -> ApertiumPairs:
        """List the pairs of languages as Apertium's server does."""
        return apertium.pairs(self._service.systems.as_list())

    @post("/RPC2", media="text/xml")
    async def moses(self, http: Request) -> Response:
        """Translate a text as the server of Moses does: XML-RPC, method translate."""
        answer = await moses_answer(http, self._keys, self._service.systems, self.translate)
        return Response(answer, media_type="text/xml")

    @post("/detect")
    async def detect(self, request: DetectionRequest) -> list[DetectedLanguage]:
        """Find out the language of a text."""
        return await self._do(lambda _: self._service.detect(request))

    @get("/languages")
    async def languages(self) -> list[Language]:
        """List the languages, and those that they can be translated to."""
        return self._service.systems.as_list()

    @post("/translate_file")
    async def translate_file(
        self, request: FileRequest, file: SentFile, http: Request
    ) -> FileResponse:
        """Translate a document."""
        kept = await self._do(lambda end: self._service.translate_file(request, file, end))
        address = f"{str(http.base_url).rstrip('/')}/download_file/{quote(kept)}"
        return {"translatedFileUrl": address}

    @get("/download_file/{name}", "application/octet-stream")
    async def download_file(self, http: Request) -> Response:
        """Fetch a translated document."""
        name = http.path_params["name"]
        data = self._service.files.fetch(name)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, headers=headers, media_type="application/octet-stream")

    @post("/api/document")
    async def document(self, request: DocumentRequest) -> DocumentResponse:
        """Translate a document as one unit, in two passes if the model has features of consistency."""
        return await self._do(lambda end: self._service.document(request, end))

    @post("/suggest", any_site=False)
    async def suggest(self, request: SuggestionRequest) -> SuggestionResponse:
        """Add a better translation to a model that can learn."""
        end = time.monotonic() + self._service.options.seconds
        future = await self._do(lambda _: self._service.suggest(request))
        waiting = asyncio.wrap_future(future)
        await asyncio.wait([waiting], timeout=max(0.0, end - time.monotonic()))
        if future.cancel():  # its turn has not come; what is being written is waited for
            raise RequestError(503, "the correction was not added: it took too long")
        await waiting
        return {"success": True}

    @post("/api/explain")
    async def explain(self, request: ExplanationRequest) -> ExplanationResponse:
        """Translate a text and say of every sentence how it came about."""
        return await self._do(lambda end: self._service.explain(request, end))

    @post("/api/evidence")
    async def evidence(self, request: EvidenceRequest) -> EvidenceResponse:
        """Translate a sentence and show the sentence pairs that each of its phrases was learned from."""
        return await self._do(lambda end: self._service.evidence(request, end))

    @post("/api/update", any_site=False)
    async def update(self, request: UpdateRequest) -> JournalResponse:
        """Leave sentence pairs out of a model's text, and add others."""
        return await self._do(lambda _: self._service.update(request))

    @post("/api/undo", any_site=False)
    async def undo(self, request: UndoRequest) -> JournalResponse:
        """Take the last change of a model's text back."""
        return await self._do(lambda _: self._service.undo(request))

    @post("/api/journal")
    async def journal(self, request: JournalRequest) -> JournalResponse:
        """Say who changed what in a model's text."""
        return await self._do(lambda _: self._service.journal(request))

    @get("/api/models")
    async def models(self) -> list[ModelFacts]:
        """List the models with their weights and the limits of their search."""
        return self._service.models()

    @post("/api/complete")
    async def complete(self, request: CompletionRequest) -> CompletionResponse:
        """Complete the typed beginning of a sentence's translation."""
        return await self._do(lambda end: self._service.complete(request, end))

    @get("/frontend/settings")
    async def settings(self) -> FrontendSettings:
        """Say the limits, and what is allowed."""
        return self._service.settings(self._keys.required)

    @get("/health")
    async def health(self) -> Health:
        """Say that the server runs."""
        return {"status": "ok"}

    @get("/metrics", "text/plain")
    async def metrics(self) -> Response:
        """Give the counters for Prometheus."""
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(self._service.metrics.text(), headers={"Content-Type": kind})

    @get("/openapi.json")
    async def openapi(self) -> dict[str, Any]:
        """Describe all of this in the form of OpenAPI 3.1."""
        return openapi(ROUTES)

    @get("/docs", "text/html")
    async def docs(self) -> Response:
        """Show the same as a page."""
        return Response(api_page(openapi(ROUTES)), media_type="text/html")


ROUTES = routes_of(Endpoints)


def answered(path: str, action: Endpoint) -> Endpoint:
    """Return the same endpoint, of which every error becomes an answer.

    A failure of ours also becomes a line of the log, without any text of users.

    Args:
        path: The route as we name it.
        action: What answers.
    """

    async def answer(request: Request) -> Response:
        request.scope[ROUTE] = path
        try:
            return await action(request)
        except RequestError as error:
            return error_response(error.status, error.message)
        except DeadlineError:
            return error_response(503, "the translation takes too long")
        except DragomanError as error:
            return error_response(400, str(error))
        except ClientDisconnect:
            return error_response(400, "the request is not complete")
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{last.filename}:{last.lineno}"
            getLogger("dragoman.serve").error("failed: %s at %s", type(error).__name__, place)
            return error_response(500, "the server failed at this request")

    return answer
