"""What the judging page asks and says, as plain data: a status of HTTP and a value for JSON.

The server is ``dragoman.serve``.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from threading import Lock
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.judge.campaign import Campaign

LARGEST = 1 << 14
"""Bytes of an answer, at most."""
Reply = tuple[int, dict[str, Any]]


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
