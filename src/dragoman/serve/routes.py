"""Routes, declared once: a method of a class with its path, whose types say what is requested and what is answered.

    class Endpoints:
        @post("/detect")
        async def detect(self, request: DetectionRequest) -> list[DetectedLanguage]:
            \"\"\"Find out the language of a text.\"\"\"

The server (``endpoints.py``), the description of the API (``openapi.py``), what pages of other sites may ask for
(``guard.py``) and the table of docs/serving.md come from it. A route gets its parameters as ``request``, one of GET
from its address; one that also takes a ``file`` is sent a form with a file. Every route may take the request of HTTP
itself, ``http``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, get_type_hints

Action = TypeVar("Action", bound=Callable[..., Awaitable[Any]])
_ROUTE = "route"


@dataclass(frozen=True)
class ApiRoute:
    """A route of the API."""

    method: str
    path: str
    action: Callable[..., Awaitable[Any]]
    """The function; its first argument is an object of the class."""
    any_site: bool
    """Whether ``--origins '*'`` lets any page ask for it: it leaves nothing behind on disk."""
    media: str
    """The type of the answer."""

    @property
    def help(self) -> str:
        """What it does, in one sentence."""
        return (self.action.__doc__ or "").strip()

    @property
    def request(self) -> Any:
        """The class of its parameters; None if it has none."""
        return self.types.get("request")

    @property
    def response(self) -> Any:
        """The type of what it answers."""
        return self.types["return"]

    @cached_property
    def types(self) -> dict[str, Any]:
        """The type of every argument, and of what is returned."""
        return get_type_hints(self.action)


def get(path: str, media: str = "application/json") -> Callable[[Action], Action]:
    """Declare a route of GET.

    Args:
        path: Where it is; a name in braces stands for a part of it.
        media: The type of the answer.
    """
    return _declared("GET", path, False, media)


def post(
    path: str, *, any_site: bool = True, media: str = "application/json"
) -> Callable[[Action], Action]:
    """Declare a route of POST.

    Args:
        path: Where it is.
        any_site: Whether ``--origins '*'`` lets any page ask for it: it leaves nothing behind on disk.
        media: The type of the answer.
    """
    return _declared("POST", path, any_site, media)


def routes_of(owner: type) -> tuple[ApiRoute, ...]:
    """Return the routes that a class declares, in their order.

    Args:
        owner: The class.
    """
    return tuple(getattr(one, _ROUTE) for one in vars(owner).values() if hasattr(one, _ROUTE))


def _declared(method: str, path: str, any_site: bool, media: str) -> Callable[[Action], Action]:
    def declare(action: Action) -> Action:
        setattr(action, _ROUTE, ApiRoute(method, path, action, any_site, media))
        return action

    return declare
