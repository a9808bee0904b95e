"""Batches of the items of a stream that have arrived, without waiting for more than one item.

    for batch in arrivals(lines, 256):        # [one line] if the writer pauses, 256 of them if it does not
        ...

A thread reads items ahead while the last batch is processed. So a filter answers every line at once when a user waits
for the answer, and works on full batches when its input is a file.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class _Reader(Generic[T]):
    """A queue between the thread that reads items and the thread that takes them."""

    def __init__(self, items: Iterable[T], limit: int, size: Callable[[T], int], most: int) -> None:
        self._items, self._limit = items, limit
        self._size, self._most, self._filled = size, most, 0
        self._waiting: deque[T] = deque()
        self._changed = threading.Condition()
        self._ended = self._abandoned = False
        self._failure: BaseException | None = None

    def read(self) -> None:
        """Runs in the reading thread; an exception is kept and raised in take()."""
        try:
            for item in self._items:
                with self._changed:
                    while self._full() and not self._abandoned:
                        self._changed.wait()
                    if self._abandoned:
                        return
                    self._waiting.append(item)
                    self._filled += self._size(item)
                    self._changed.notify_all()
        except BaseException as error:
            self._failure = error
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _full(self) -> bool:
        return len(self._waiting) >= self._limit or self._filled > self._most

    def take(self) -> list[T]:
        """The items that have arrived; waits for at least one; an empty list at the end."""
        with self._changed:
            while not self._waiting and not self._ended:
                self._changed.wait()
            batch = list(self._waiting)
            self._waiting.clear()
            self._filled = 0
            self._changed.notify_all()
        if not batch and self._failure is not None:
            raise self._failure
        return batch

    def abandon(self) -> None:
        """Stops the reading thread after the item that it is reading."""
        with self._changed:
            self._abandoned = True
            self._changed.notify_all()


def arrivals(
    items: Iterable[T], limit: int, size: Callable[[T], int] = lambda item: 0, most: int = 0
) -> Iterator[list[T]]:
    """The items in order, in lists of 1 to ``limit``; an error comes after all items before it.

    A list also ends with the item by which the sizes of its items add up to more than ``most``.
    """
    reader = _Reader(items, limit, size, most)
    thread = threading.Thread(target=reader.read, name="dragoman-reader", daemon=True)
    thread.start()
    try:
        while batch := reader.take():
            yield batch
    finally:
        reader.abandon()
