"""The table of routes in docs/serving.md, made from their declarations.

``python -m dragoman.docs.routes_table`` prints it; a test fails when the page has another one.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from dragoman.serve.endpoints import ROUTES
from dragoman.serve.requests import ApiRequest
from dragoman.serve.routes import ApiRoute


def table() -> str:
    """Return the table as Markdown."""
    lines = ["| request | parameters | answer |", "| --- | --- | --- |"]
    for route in ROUTES:
        cells = f"`{route.method} {route.path}`", _parameters(route), _answer(route)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _parameters(route: ApiRoute) -> str:
    """Those that are needed, and in parentheses the others; its own before those that several routes have."""
    if route.request is None:
        return ""
    declared = {one.name: one for one in msgspec.structs.fields(route.request)}
    names = [
        name for kind in route.request.__mro__ for name in getattr(kind, "__annotations__", {})
    ]
    names = [
        name for name in names if name in declared and name not in ApiRequest.__struct_fields__
    ]
    needed = [f"`{name}`" for name in names if declared[name].required]
    others = [f"`{name}`" for name in names if not declared[name].required]
    file = ["`file`"] if "file" in route.types else []
    return ", ".join([*file, *needed]) + (f" ({', '.join(others)})" if others else "")


def _answer(route: ApiRoute) -> str:
    """What the route does, and the fields of its answer."""
    kind = next(iter(get_args(route.response)), route.response)
    fields = getattr(kind, "__total__", None) is not None and kind.__annotations__
    help = route.help.rstrip(".")
    return f"{help}: {', '.join(f'`{name}`' for name in fields)}" if fields else help


if __name__ == "__main__":
    print(table())
