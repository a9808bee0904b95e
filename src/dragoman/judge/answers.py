"""What the judging page asks and says, as plain data: a status of HTTP and a value for JSON.

The server is ``dragoman.serve``.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from threading import Lock
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.judge.campaign import Campaign

LARGEST = 1 << 14
"""Bytes of an answer, at most."""
Reply = tuple[int, dict[str, Any]]
_KINDS = {"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8"}
_SCRIPT = "text/javascript; charset=utf-8"


class Judging:
    """Questions and answers of a campaign; any number of threads may ask."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._lock = Lock()

    def question(self, annotator: str) -> Reply:
        """The next pair for an annotator."""
        try:
            with self._lock:
                question = self._campaign.question(annotator)
        except ConfigError as error:
            return 400, {"error": str(error)}
        return 200, asdict(question) if question else {"finished": True}

    def answer(self, body: bytes) -> Reply:
        """Records an answer and returns the next question."""
        try:
            said = json.loads(body)
            annotator, sentence, choice = said["annotator"], said["sentence"], said["choice"]
            if not isinstance(annotator, str) or type(sentence) is not int:
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            return 400, {"error": "expected annotator, sentence and choice"}
        try:
            with self._lock:
                self._campaign.answer(annotator, sentence, choice)
        except ConfigError as error:
            return 400, {"error": str(error)}
        except OSError as error:
            return 507, {"error": f"the answer could not be recorded: {error.strerror}"}
        return self.question(annotator)


def judge_files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by their addresses below it, each with its type; the page itself is ``""``."""
    places = {
        "": ("dragoman.judge", "judge.html"),
        "judge.js": ("dragoman.judge", "judge.js"),
        "look.css": ("dragoman.draw", "look.css"),
    }
    return {
        address: (
            files(package).joinpath(name).read_bytes(),
            _KINDS.get(name.rpartition(".")[2], _SCRIPT),
        )
        for address, (package, name) in places.items()
    }
