"""The description of the API in the form of OpenAPI 3.1 (``GET /openapi.json``), made from its routes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from dragoman.common.version import __version__
from dragoman.serve.routes import ApiRoute

_ERRORS = {
    "400": "wrong parameters",
    "403": "no or a wrong key, or not allowed",
    "413": "too large",
    "429": "too busy",
    "500": "a failure of the server",
    "503": "it took too long",
}
_FILE = {
    "type": "object",
    "properties": {"file": {"type": "string", "format": "binary"}},
    "required": ["file"],
}


def openapi(routes: Iterable[ApiRoute]) -> dict[str, Any]:
    """Return the whole description.

    Args:
        routes: What is described.
    """
    routes = tuple(routes)
    requested = [route.request for route in routes if route.request is not None]
    answered = [route.response for route in routes if route.media == "application/json"]
    kinds = [*requested, *answered]
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    schema_of = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    components["Error"] = {
        "type": "object",
        "properties": {"error": {"type": "string"}},
        "required": ["error"],
    }
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Dragoman", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: ApiRoute, schema_of: dict[str, Any]) -> dict[str, Any]:
    answer = schema_of.get(str(route.response), {"type": "string"})
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    operation: dict[str, Any] = {
        "summary": route.help,
        "responses": {
            "200": {"description": "the answer", "content": {route.media: {"schema": answer}}},
            **{code: {"description": why, "content": error} for code, why in _ERRORS.items()},
        },
    }
    if names := re.findall(r"{(\w+)}", route.path):
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in names
        ]
    if route.request is not None and route.method == "GET":
        operation["parameters"] = _in_address(route)
    elif route.method == "POST":
        operation["requestBody"] = {"required": True, "content": _content(route, schema_of)}
    return operation


def _in_address(route: ApiRoute) -> list[dict[str, Any]]:
    """The parameters that stand in the address, of which each is told by itself."""
    _, told = msgspec.json.schema_components([route.request])
    whole = told[route.request.__name__]
    return [
        {
            "name": name,
            "in": "query",
            "required": name in whole["required"],
            "description": facts.pop("description", ""),
            "schema": facts,
        }
        for name, facts in whole["properties"].items()
    ]


def _content(route: ApiRoute, schema_of: dict[str, Any]) -> dict[str, Any]:
    if route.request is None:
        return {route.media: {"schema": {"type": "string"}}}
    schema = schema_of[str(route.request)]
    forms = ["multipart/form-data"]
    if "file" in route.types:
        schema = {"allOf": [schema, _FILE]}
    else:
        forms = ["application/json", "application/x-www-form-urlencoded", *forms]
    return {form: {"schema": schema} for form in forms}
