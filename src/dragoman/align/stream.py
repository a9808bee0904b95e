"""Work on an endless input: in chunks, on several threads, in order, with a bound on what is in memory.

    for chunk, result in in_order(chunks_of(items, 2000), work, threads): ...

A chunk has at most a number of items and about a number of characters. At most ``threads + 2`` chunks are in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
CHUNK = 2000
"""Sentence pairs of a chunk, unless said otherwise."""
CHARACTERS = 1 << 23
"""A chunk ends when its lines have so many characters: long lines do not fill the memory."""


def chunks_of(
    items: Iterable[T], most: int, size: Callable[[T], int] = lambda item: 0
) -> Iterator[list[T]]:
    """Return the items in lists of at most ``most``; an error of the items comes after those before it."""
    chunk: list[T] = []
    filled = 0
    failure: BaseException | None = None
    source = iter(items)
    while failure is None:
        try:
            item = next(source)
        except BaseException as error:
            failure = error
        else:
            chunk.append(item)
            filled += size(item)
        if chunk and (failure is not None or len(chunk) >= most or filled >= CHARACTERS):
            yield chunk
            chunk, filled = [], 0
    if not isinstance(failure, StopIteration):
        raise failure


def in_order(
    chunks: Iterable[T],
    work: Callable[[T], R],
    threads: int,
    at_once: Callable[[T], bool] = lambda chunk: False,
) -> Iterator[tuple[T, R]]:
    """Return each chunk with the result of ``work``, in order; an error comes after the results before it.

    After a chunk that is to be answered ``at_once`` (the input pauses), no more are read before its result is out.
    """
    waiting: deque[tuple[T, Future[R]]] = deque()
    source = iter(chunks)
    with ThreadPoolExecutor(threads, thread_name_prefix="dragoman-align") as pool:
        try:
            failure: BaseException | None = None
            while failure is None:
                allowed = threads
                try:
                    chunk = next(source)
                except BaseException as error:
                    failure, allowed = error, 0
                else:
                    waiting.append((chunk, pool.submit(work, chunk)))
                    allowed = 0 if at_once(chunk) else threads
                while len(waiting) > allowed:
                    done, result = waiting.popleft()
                    yield done, result.result()
            if not isinstance(failure, StopIteration):
                raise failure
        finally:
            for _, result in waiting:
                result.cancel()
