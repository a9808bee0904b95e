"""Answers leave in one piece, in order, and nothing is written to a client that has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.serve.write_coalescing import OneWrite


class Wire:
    """A transport that remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = self.cut = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.sent.append(data)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.cut = True

    def is_closing(self) -> bool:
        return self.closed


def after(action: Callable[[OneWrite, Wire], None]) -> Wire:
    """What was sent once the event loop has turned."""
    wire = Wire()

    async def run() -> None:
        action(OneWrite(wire, asyncio.get_running_loop(), 0.0), wire)
        await asyncio.sleep(0.01)

    with ThreadPoolExecutor(
        1
    ) as thread:  # tests in a browser leave an event loop behind in this one
        thread.submit(asyncio.run, run()).result()
    return wire


def test_a_head_and_its_body_are_one_piece() -> None:
    def answer(place: OneWrite, wire: Wire) -> None:
        place.write(b"head")
        place.write(b"body")
        assert not wire.sent

    assert after(answer).sent == [b"headbody"]


def test_what_was_written_is_sent_before_the_end() -> None:
    def answer(place: OneWrite, wire: Wire) -> None:
        place.write(b"last words")
        place.close()

    wire = after(answer)
    assert wire.sent == [b"last words"]
    assert wire.closed and wire.cut
    assert not after(lambda place, wire: (place.close(), place.gone())[1]).cut


@pytest.mark.parametrize("size", [1 << 15, 1 << 17])
def test_much_is_not_held_back(size: int) -> None:
    """The transport must see large answers at once, to say when it has enough."""

    def answer(place: OneWrite, wire: Wire) -> None:
        place.write(b"head")
        place.write(b"x" * size)
        assert bool(wire.sent) == (size > 1 << 16)

    assert b"".join(after(answer).sent) == b"head" + b"x" * size


def test_nothing_is_written_to_a_client_that_has_gone() -> None:
    def answer(place: OneWrite, wire: Wire) -> None:
        place.write(b"too late")
        wire.closed = True

    assert after(answer).sent == []
