"""The description of the API in the form of OpenAPI 3.1 (``GET /openapi.json``), made from what requests ask for."""

from __future__ import annotations

from typing import Any

import msgspec

from dragoman.common.version import __version__
from dragoman.serve.requests import (
    AskedCompletion,
    AskedDetection,
    AskedDocument,
    AskedExplanation,
    AskedFile,
    AskedSuggestion,
    AskedTranslation,
)

ASKED: dict[str, type] = {
    "/translate": AskedTranslation,
    "/detect": AskedDetection,
    "/suggest": AskedSuggestion,
    "/translate_file": AskedFile,
    "/api/explain": AskedExplanation,
    "/api/complete": AskedCompletion,
    "/api/document": AskedDocument,
}
"""The routes of POST, and their parameters."""
GETS = {
    "/languages": "Languages, and those that they can be translated to.",
    "/download_file/{name}": "A translated document.",
    "/frontend/settings": "Limits, and what is allowed.",
    "/api/models": "Models with their weights and limits.",
    "/health": "Whether the server runs.",
    "/metrics": "Counters for Prometheus.",
    "/openapi.json": "This description.",
}
_ERRORS = {
    "400": "wrong parameters",
    "403": "no or a wrong key, or not allowed",
    "413": "too large",
    "429": "too busy",
    "500": "a failure of the server",
    "503": "it took too long",
}


def openapi() -> dict[str, Any]:
    """The whole description."""
    schemas, components = msgspec.json.schema_components(
        ASKED.values(), ref_template="#/components/schemas/{name}"
    )
    components["Error"] = {
        "type": "object",
        "properties": {"error": {"type": "string"}},
        "required": ["error"],
    }
    paths: dict[str, Any] = {
        path: {"post": _operation(path, kind, schema)}
        for (path, kind), schema in zip(ASKED.items(), schemas, strict=True)
    }
    for path, help in GETS.items():
        paths[path] = {"get": {"summary": help, "responses": _responses()}}
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
    paths["/download_file/{name}"]["get"]["parameters"] = [name]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Dragoman", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(path: str, kind: type, schema: dict[str, Any]) -> dict[str, Any]:
    forms = ["multipart/form-data"]
    if path == "/translate_file":
        file = {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}}
        schema = {"allOf": [schema, {**file, "required": ["file"]}]}
    else:
        forms = ["application/json", "application/x-www-form-urlencoded", *forms]
    return {
        "summary": (kind.__doc__ or "").strip(),
        "requestBody": {"required": True, "content": {form: {"schema": schema} for form in forms}},
        "responses": _responses(),
    }


def _responses() -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        "200": {"description": "the answer"},
        **{code: {"description": why, "content": error} for code, why in _ERRORS.items()},
    }
