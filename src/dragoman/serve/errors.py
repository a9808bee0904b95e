"""A request that is refused."""

from __future__ import annotations


class RequestError(Exception):
    """A status of HTTP and one sentence for the client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
