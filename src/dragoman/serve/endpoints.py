"""The routes: what is read from a request, who may ask, and the form of the answer."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable
from logging import getLogger
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from dragoman.common.deadline import DeadlineError, due
from dragoman.common.errors import DragomanError
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.errors import RequestError
from dragoman.serve.openapi import openapi
from dragoman.serve.parameters import read, read_file
from dragoman.serve.request_pool import Work
from dragoman.serve.requests import (
    AskedCompletion,
    AskedDetection,
    AskedDocument,
    AskedExplanation,
    AskedFile,
    AskedSuggestion,
    AskedTranslation,
)
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
    """All routes."""

    def __init__(self, service: Service, keys: ApiKeys) -> None:
        self._service, self._keys = service, keys
        self._work = Work(service.options.queue)
        service.metrics.gauge("dragoman_unfinished_requests", lambda: self._work.count)

    def posts(self) -> dict[str, Endpoint]:
        """Those that are asked by POST, by their path."""
        actions = {
            "/translate": self._translate,
            "/detect": self._detect,
            "/translate_file": self._translate_file,
            "/suggest": self._suggest,
            "/api/explain": self._explain,
            "/api/complete": self._complete,
            "/api/document": self._document,
        }
        return {path: answered(path, action) for path, action in actions.items()}

    def routes(self) -> list[Route]:
        """For starlette."""
        gets = {
            "/languages": self._languages,
            "/download_file/{name}": self._download_file,
            "/frontend/settings": self._settings,
            "/api/models": self._models,
            "/health": self._health,
            "/metrics": self._metrics,
            "/openapi.json": self._openapi,
        }
        return [
            *(Route(path, action, methods=["POST"]) for path, action in self.posts().items()),
            *(
                Route(path, answered(path, action), methods=["GET"])
                for path, action in gets.items()
            ),
        ]

    def close(self) -> None:
        """Waits for the requests in work."""
        self._work.close()
        self._service.close()

    async def _do(self, action: Callable[[float], T]) -> T:
        deadline = time.monotonic() + self._service.options.seconds

        def in_time() -> T:
            with due(deadline):
                return action(deadline)

        return await self._work.do(in_time)

    async def _translate(self, request: Request) -> Response:
        asked = await read(request, AskedTranslation)
        self._keys.check(asked.api_key or "")
        service = self._service
        if service.is_short(asked):
            seconds = service.options.seconds
            return json_response(
                await self._work.do_here(lambda: service.translate_short(asked, seconds))
            )
        return json_response(await self._do(lambda end: service.translate(asked, end)))

    async def _detect(self, request: Request) -> Response:
        asked = await read(request, AskedDetection)
        self._keys.check(asked.api_key or "")
        return json_response(await self._do(lambda _: self._service.detect(asked)))

    async def _explain(self, request: Request) -> Response:
        asked = await read(request, AskedExplanation)
        self._keys.check(asked.api_key or "")
        return json_response(await self._do(lambda end: self._service.explain(asked, end)))

    async def _complete(self, request: Request) -> Response:
        asked = await read(request, AskedCompletion)
        self._keys.check(asked.api_key or "")
        return json_response(await self._do(lambda end: self._service.complete(asked, end)))

    async def _document(self, request: Request) -> Response:
        asked = await read(request, AskedDocument)
        self._keys.check(asked.api_key or "")
        return json_response(await self._do(lambda end: self._service.document(asked, end)))

    async def _openapi(self, request: Request) -> Response:
        return json_response(openapi())

    async def _suggest(self, request: Request) -> Response:
        asked = await read(request, AskedSuggestion)
        self._keys.check(asked.api_key or "")
        end = time.monotonic() + self._service.options.seconds
        future = await self._do(lambda _: self._service.suggest(asked))
        waiting = asyncio.wrap_future(future)
        await asyncio.wait([waiting], timeout=max(0.0, end - time.monotonic()))
        if future.cancel():  # its turn has not come; what is being written is waited for
            raise RequestError(503, "the correction was not added: it took too long")
        await waiting
        return json_response({"success": True})

    async def _translate_file(self, request: Request) -> Response:
        asked, name, data = await read_file(request, AskedFile)
        self._keys.check(asked.api_key or "")
        kept = await self._do(lambda end: self._service.translate_file(asked, name, data, end))
        address = f"{str(request.base_url).rstrip('/')}/download_file/{quote(kept)}"
        return json_response({"translatedFileUrl": address})

    async def _download_file(self, request: Request) -> Response:
        name = request.path_params["name"]
        data = self._service.files.fetch(name)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, headers=headers, media_type="application/octet-stream")

    async def _languages(self, request: Request) -> Response:
        return json_response(self._service.systems.as_list())

    async def _settings(self, request: Request) -> Response:
        return json_response(self._service.settings(self._keys.required))

    async def _models(self, request: Request) -> Response:
        return json_response(self._service.models())

    async def _health(self, request: Request) -> Response:
        return json_response({"status": "ok"})

    async def _metrics(self, request: Request) -> Response:
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(self._service.metrics.text(), headers={"Content-Type": kind})


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
