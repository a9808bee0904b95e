"""HTTP as uvicorn reads it with httptools, with bounds on everything that waits for a connection.

uvicorn reads heads and trailers of any length, keeps any number of requests that a client sends ahead, and waits for
ever for clients that send half a head or take no answer. Here,

- the head of a request has bounds of size, of headers and of time; trailers are refused;
- of the requests that a client sends ahead a few are accepted. The answer to the last of them ends the connection, as
  HTTP allows: the client knows by it that the others were not read;
- what is no HTTP does not cost the requests before it their answers;
- a client that has closed its side still gets the answers to what it has sent;
- a connection that was closed is cut off when the client does not take the rest in time.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dragoman.serve.write_coalescing import OneWrite

_LONGEST_HEAD = 1 << 14
"""Bytes of the line and the headers of a request, at most, besides those that arrive with its end."""
_HEADERS = 100
"""Headers of a request, at most."""
_AHEAD = 8
"""Requests that wait while another one is answered, at most."""


class RefusedError(Exception):
    """Ends the reading of a connection; httptools reports it as an error of the parser."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection. Only callbacks of the parser and of the transport are changed; they all call uvicorn's."""

    seconds = 10.0
    """The time for the head of a request, and for taking the rest of the answers; a body has its own (``guard.py``)."""
    _place: OneWrite
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of a head that has not ended."""
    _progress = False
    """Whether a head or a request has ended in the bytes that are being read."""
    _in_body = False
    _deaf = False
    """Whether what comes is left aside. It is read: a connection that is closed before would lose its last answers."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts the time."""
        self._place = OneWrite(transport, self.loop, self.seconds)
        super().connection_made(self._place)  # type: ignore[arg-type]
        self._timer = self.loop.call_later(self.seconds, self._place.close)

    def data_received(self, data: bytes) -> None:
        """Reads on, if the client still may say something."""
        if self._deaf:
            return
        self._progress = False
        super().data_received(data)
        self._head = 0 if self._progress or self._in_body else self._head + len(data)
        if self._head > _LONGEST_HEAD:
            self.send_400_response("The head of the request is too long.")
        if self._busy():
            self._end_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._place.close)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Keeps the connection until complete requests are answered, and their answers sent."""
        if not self._listen_no_more():
            self._place.close()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the time."""
        self._end_timer()
        self._place.gone()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A client may send some requests ahead."""
        if len(self.pipeline) >= _AHEAD:
            raise RefusedError
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuses trailers: nobody reads them."""
        if self._in_body or len(self.headers) >= _HEADERS:
            raise RefusedError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body begins."""
        super().on_headers_complete()
        self._in_body = self._progress = True

    def on_message_complete(self) -> None:
        """The next head begins."""
        self._in_body, self._progress = False, True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """The answer to what is no HTTP, or too much of it: after those to the requests before it, or none."""
        if self._listen_no_more():
            return
        if self._in_body and (self.pipeline or self.cycle.response_started):
            self.transport.close()
        else:
            super().send_400_response(msg)

    def _listen_no_more(self) -> bool:
        """Leaves aside what comes; whether there is something to be answered, after which the connection ends."""
        self._deaf = True
        answered_last = self._busy() and not self.cycle.more_body
        if answered_last:
            self.cycle.keep_alive = False
        return answered_last

    def _busy(self) -> bool:
        """Whether a request waits for its answer, or for the rest of its body."""
        return self.cycle is not None and not self.cycle.response_complete

    def _end_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
