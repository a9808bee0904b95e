"""A server for translation models: the API of LibreTranslate, and explanations of translations.

    dragoman serve de-en --port 5000

``systems.py`` holds the models, ``batches.py`` decodes the sentences of many clients together, ``service.py`` answers
requests without knowing HTTP, ``app.py`` is the HTTP side (starlette), and ``server.py`` runs it (uvicorn). Only the
last two and ``endpoints.py``, ``reading.py``, ``guard.py`` need the packages of the extra ``serve``.
"""
