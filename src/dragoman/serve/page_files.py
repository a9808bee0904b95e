"""The pages: files that are shipped with the package, read once. No name from a request is ever opened."""

from __future__ import annotations

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragoman.draw.ties import hover_script, hover_style, look
from dragoman.serve.endpoints import ROUTE

_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_INDEX = "index.html"


def page_files() -> dict[str, bytes]:
    """The content of every file by its name."""
    folder = files("dragoman.serve").joinpath("page")
    found = {one.name: one.read_bytes() for one in folder.iterdir() if _kind(one.name) in _KINDS}
    drawn = {"hover.js": hover_script(), "hover.css": hover_style(), "look.css": look()}
    return found | {name: text.encode() for name, text in drawn.items()}


def judge_files(page: str) -> dict[str, bytes]:
    """The same for a page of judging."""
    folder = files("dragoman.judge")
    names = [f"{page}.{kind}" for kind in ("html", "css", "js")]
    parts = {name: folder.joinpath(name) for name in names}
    found = {name: part.read_bytes() for name, part in parts.items() if part.is_file()}
    icon = files("dragoman.serve").joinpath("page", "icon.svg").read_bytes()
    return found | {"look.css": look().encode(), "icon.svg": icon}


def page_routes() -> list[Route]:
    """The page at ``/`` and what belongs to it below ``/page/``."""
    contents = page_files()
    below = (file_route(f"/page/{name}", name, contents[name]) for name in sorted(contents))
    return [file_route("/", _INDEX, contents[_INDEX]), *below]


def file_route(path: str, name: str, content: bytes) -> Route:
    """A route that gives a file; its name tells its kind."""

    async def answer(request: Request) -> Response:
        request.scope[ROUTE] = path
        headers = {"Content-Type": _KINDS[_kind(name)]}
        if _kind(name) == "svg":  # or browsers fetch it again whenever the address changes
            headers["Cache-Control"] = "max-age=86400"
        return Response(content, headers=headers)

    return Route(path, answer, methods=["GET"])


def _kind(name: str) -> str:
    return name.rpartition(".")[2]
