"""A server for translation models: the API of LibreTranslate, and explanations of translations.

    dragoman serve de-en --port 5000

``systems.py`` holds the models, ``batches.py`` decodes the sentences of many clients together, ``service.py`` answers
requests without knowing HTTP, ``app.py`` is the HTTP side (starlette), and ``server.py`` runs it (uvicorn). Only the
last two and ``endpoints.py``, ``parameters.py``, ``guard.py`` need the packages of the extra ``serve``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.lazy import lazy_exports

if TYPE_CHECKING:
    from dragoman.serve.app import make_app as make_app
    from dragoman.serve.options import ServeOptions as ServeOptions
    from dragoman.serve.server import serve as serve
    from dragoman.serve.systems import System as System
    from dragoman.serve.systems import Systems as Systems
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
