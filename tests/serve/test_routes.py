"""Routes are declared once: the server, its description, the page about it and the answers themselves agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.docs.routes_table import table
from dragoman.serve.api_keys import ApiKeys
from dragoman.serve.endpoints import ROUTES, Endpoints
from dragoman.serve.openapi import openapi
from dragoman.serve.options import ServeOptions
from dragoman.serve.requests import ApiRequest
from dragoman.serve.routes import ApiRoute
from dragoman.serve.service import Service
from dragoman.serve.systems import Systems
from support.serve.learning_model import save_learning_model
from support.serve.running import Client, running

DOCS = Path(__file__).parents[2] / "docs"
PAIR = {"source": "de", "target": "en"}
REQUESTS: dict[str, list[dict[str, Any]]] = {
    "/translate": [
        {"q": "das haus", **PAIR},
        {"q": ["das haus", "haus"], **PAIR, "source": "auto", "alternatives": 2},
        {"q": "das haus", **PAIR, "source": "auto", "alternatives": 2},
    ],
    "/detect": [{"q": "das haus"}],
    "/api/evidence": [{"q": "das haus", **PAIR, "examples": 1}],
    "/api/update": [{"leave_out": [1], "add": [["a", "x"]], "who": "Ann", **PAIR}],
    "/api/undo": [{"who": "Ann", **PAIR}],
    "/api/journal": [PAIR],
    "/suggest": [{"q": "zwerg", "s": "dwarf", **PAIR}],
    "/api/document": [{"q": "das haus\n\ndas haus", **PAIR}],
    "/api/explain": [
        {"q": "das haus", **PAIR},
        {
            "q": "das haus",
            **PAIR,
            "source": "auto",
            "nbest": 2,
            "svg": True,
            "drawings": True,
            "pictures": [0],
            "cells": [0],
        },
    ],
    "/api/complete": [{"q": "das haus", "prefix": "the", **PAIR, "alternatives": 2}],
}


@pytest.fixture(scope="module")
def learning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    place = tmp_path_factory.mktemp("routes") / "model"
    save_learning_model(place)
    with running(Systems.open([str(place)]), suggestions=True, evidence=True) as client:
        yield client


def keys_of(value: Any) -> set[str]:
    some = value[0] if isinstance(value, list) else value
    return set(some)


@pytest.mark.parametrize("route", [one for one in ROUTES if one.media == "application/json"])
def test_answers_are_what_is_declared(learning: Client, route: ApiRoute) -> None:
    if "file" in route.types:
        answers = [learning.upload(route.path, "a.txt", b"das haus", **PAIR)]
    elif route.method == "POST":
        answers = [learning.post(route.path, asked) for asked in REQUESTS[route.path]]
    else:
        asked = "?q=das+haus&langpair=de|en" if route.path == "/translate" else ""
        answers = [learning.get(route.path + asked)]
    told = openapi([route])["components"]["schemas"]
    for answer in answers:
        assert answer.status == 200, answer.body
        msgspec.json.decode(answer.body, type=route.response)
        kind = getattr(route.response, "__args__", (route.response,))[0]
        if kind.__name__ in told:
            assert keys_of(answer.json) <= set(told[kind.__name__]["properties"])


def test_the_description_names_all_routes_and_parameters(client: Client, systems: Systems) -> None:
    told = client.get("/openapi.json").json
    assert told == json.loads(json.dumps(openapi(ROUTES)))
    service = Service(systems, ServeOptions(reload_seconds=0))
    try:
        routes = Endpoints(service, ApiKeys()).routes()
    finally:
        service.close()
    real = {
        (route.path, method.lower())
        for route in routes
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert {(path, method) for path, one in told["paths"].items() for method in one} == real
    for route in ROUTES:
        assert route.help
        if route.request is not None:
            assert issubclass(route.request, ApiRequest)
            schema = told["components"]["schemas"][route.request.__name__]
            assert set(schema["properties"]) == {
                field.encode_name for field in msgspec.structs.fields(route.request)
            }


def test_the_page_about_serving_has_the_table_of_routes() -> None:
    assert table() in (DOCS / "serving.md").read_text(encoding="utf-8")
