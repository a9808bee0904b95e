"""Work that is done in steps, with decoding between them, so that whoever does it chooses how to wait for a decoder.

def work() -> Decoding[str]:
    [translation] = yield Wanted(model, [sentence])
    return translation.text

on_thread(work(), decode)                         # on a thread of its own, which waits
await in_loop(work(), submit, arrivals, seconds)  # in the event loop, which goes on meanwhile
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from dragoman.model import Model, Translation
from dragoman.search import Input
from dragoman.serve.errors import RequestError
from dragoman.serve.thread_results import Arrivals

T = TypeVar("T")


@dataclass(frozen=True)
class Wanted:
    """Sentences that shall be decoded."""

    model: Model
    sentences: Sequence[str | Input]
    nbest: int = 0


Decoding = Generator[Wanted, list[Translation], T]
"""Asks for translations, one demand after the other, and ends with a value."""


def on_thread(work: Decoding[T], decode: Callable[[Wanted], list[Translation]]) -> T:
    """The value; ``decode`` waits."""
    try:
        wanted = next(work)
        while True:
            wanted = work.send(decode(wanted))
    except StopIteration as end:
        value: T = end.value
        return value


async def in_loop(
    work: Decoding[T],
    submit: Callable[[Wanted], Future[list[Translation]]],
    arrivals: Arrivals,
    seconds: float,
) -> T:
    """The value; what is done between the decodings is short."""
    end = time.monotonic() + seconds
    try:
        wanted = next(work)
        while True:
            left = max(0.0, end - time.monotonic())
            wanted = work.send(await arrivals.wait(submit(wanted), left))
    except StopIteration as end:
        value: T = end.value
        return value
    except TimeoutError:
        raise RequestError(503, "the translation takes too long") from None
