"""``GET /docs``: the description of the API as a page, made from OpenAPI's; it loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dragoman: the API</title>
<link rel="stylesheet" href="/page/look.css">
<h1>The API</h1>
<p>Made from <a href="/openapi.json">openapi.json</a>, version {version}. Parameters in bold are needed.</p>
"""


def api_page(told: Mapping[str, Any]) -> str:
    """Return the page.

    Args:
        told: The description in the form of OpenAPI.
    """
    parts = [_HEAD.format(version=escape(told["info"]["version"]))]
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>\n")
            parts.append(f"<p>{escape(operation['summary'])}</p>\n")
            rows = "".join(_row(*one) for one in _parameters(told, operation))
            if rows:
                parts.append(f"<table>\n{rows}</table>\n")
    return "".join(parts)


def _parameters(
    told: Mapping[str, Any], operation: Mapping[str, Any]
) -> Iterator[tuple[str, bool, str]]:
    """Name, whether it is needed, and what it is."""
    for one in operation.get("parameters", ()):
        yield one["name"], one["required"], one.get("description", "")
    for content in list(operation.get("requestBody", {}).get("content", {}).values())[:1]:
        for schema in content["schema"].get("allOf", [content["schema"]]):
            name = schema.get("$ref", "").rpartition("/")[2]
            whole = told["components"]["schemas"][name] if name else schema
            for field, facts in whole.get("properties", {}).items():
                yield field, field in whole.get("required", ()), facts.get("description", "")


def _row(name: str, needed: bool, help: str) -> str:
    cell = f"<b>{escape(name)}</b>" if needed else escape(name)
    return f"<tr><td>{cell}</td><td>{escape(help)}</td></tr>\n"
