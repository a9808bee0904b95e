"""Corrections that wait to be added to models, with a queue and a thread of their own: no translation waits.

Adding a pair opens the model, aligns the pair and writes. All pairs that wait for the same model are added together:
many cost hardly more than one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread

from dragoman.serve.errors import RequestError
from dragoman.serve.systems import System

Pair = tuple[str, str]
Add = Callable[[System, Sequence[Pair]], None]
"""Adds pairs to a model; when it returns, they are on disk."""


@dataclass(frozen=True, eq=False)
class _Waiting:
    system: System
    pair: Pair
    done: Future[None] = field(default_factory=Future)


class Learner:
    """The queue and the thread that empties it."""

    def __init__(self, add: Add, most: int) -> None:
        self._add, self._most = add, most
        self._waiting: deque[_Waiting] = deque()
        self._change = Condition()
        self._closed = False
        self._thread = Thread(target=self._work, name="dragoman-learn", daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        """Corrections that wait for their turn."""
        return len(self._waiting)

    def submit(self, system: System, pair: Pair) -> Future[None]:
        """Done when the pair is on disk. Until its turn comes it can be given up."""
        one = _Waiting(system, pair)
        with self._change:
            if self._closed:
                raise RequestError(503, "the server is shutting down")
            if len(self._waiting) >= self._most:
                raise RequestError(429, "the server is busy: try again later")
            self._waiting.append(one)
            self._change.notify()
        return one.done

    def close(self) -> None:
        """Adds what waits, and ends the thread."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def _work(self) -> None:
        while batch := self._next():
            wanted = [one for one in batch if one.done.set_running_or_notify_cancel()]
            if not wanted:
                continue
            try:
                self._add(wanted[0].system, [one.pair for one in wanted])
            except Exception as error:
                for one in wanted:
                    one.done.set_exception(error)
            else:
                for one in wanted:
                    one.done.set_result(None)

    def _next(self) -> list[_Waiting]:
        """All that waits for the model of the first one, in order; nothing when the server closes."""
        with self._change:
            while not self._waiting:
                if self._closed:
                    return []
                self._change.wait()
            name = self._waiting[0].system.name
            batch = [one for one in self._waiting if one.system.name == name]
            self._waiting = deque(one for one in self._waiting if one.system.name != name)
            return batch
