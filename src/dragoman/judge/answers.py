"""What the judging page asks and says, as plain data: a status of HTTP and a value for JSON.

The server is ``dragoman.serve``.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

import msgspec

from dragoman.common.errors import ConfigError
from dragoman.judge.campaign import AnyCampaign

LARGEST = 1 << 18
"""Bytes of an answer, at most."""
Reply = tuple[int, dict[str, Any]]


class Judging:
    """Questions and answers of a campaign; any number of threads may ask.

    Args:
        campaign: What people judge.
    """

    def __init__(self, campaign: AnyCampaign) -> None:
        self._campaign = campaign
        self._lock = Lock()

    def question(self, annotator: str) -> Reply:
        """Return the next question for an annotator.

        Args:
            annotator: The name.
        """
        try:
            with self._lock:
                question = self._campaign.ask(annotator)
        except ConfigError as error:
            return 400, {"error": str(error)}
        return 200, question or {"finished": True}

    def answer(self, body: bytes) -> Reply:
        """Record an answer and return the next question.

        Args:
            body: What was sent, as JSON.
        """
        try:
            said = msgspec.json.decode(
                body
            )  # which takes neither half characters nor what is no number
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            return 400, {"error": "expected an answer as an object of JSON"}
        try:
            with self._lock:
                annotator = self._campaign.take(said)
        except ConfigError as error:
            return 400, {"error": str(error)}
        except OSError as error:
            return 507, {"error": f"the answer could not be recorded: {error.strerror}"}
        return self.question(annotator)
