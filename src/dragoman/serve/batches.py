"""Sentences of many clients, decoded together.

One thread takes what is waiting for the same model, up to a number of sentences, and decodes it on all cores; what
arrives meanwhile is the next batch. A client waits with a small part of its text at a time, so that a long document
does not hold up the others. A model that translates documents consistently gets all sentences of one client, and no
others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Semaphore, Thread
from typing import TypeVar

from dragoman.model import Model, Translation
from dragoman.search import Input
from dragoman.serve.decoding import Wanted
from dragoman.serve.errors import RequestError
from dragoman.serve.metrics import Metrics

T = TypeVar("T")
Sentence = str | Input


@dataclass(frozen=True, eq=False)
class _Job:
    model: Model
    sentences: tuple[Sentence, ...]
    nbest: int
    future: Future[list[Translation]] = field(default_factory=Future)

    def goes_with(self, other: _Job) -> bool:
        same = self.model is other.model and self.nbest == other.nbest
        return same and not _by_documents(self.model)


def _by_documents(model: Model) -> bool:
    """Whether sentences of a document depend on each other: then those of two clients must not meet."""
    return model.consistency is not None


class Batches:
    """The queue and the thread that empties it."""

    def __init__(self, threads: int, size: int, metrics: Metrics) -> None:
        self._threads, self._size, self._metrics = threads, size, metrics
        self._part = max(1, size // 4)
        self._waiting: deque[_Job] = deque()
        self._change = Condition()
        self._closed = False
        self._places = Semaphore(threads)
        self._thread = Thread(target=self._work, name="dragoman-decode", daemon=True)
        self._thread.start()

    def submit(self, wanted: Wanted) -> Future[list[Translation]]:
        """The translations of a few sentences, when they are there."""
        job = _Job(wanted.model, tuple(wanted.sentences), wanted.nbest)
        with self._change:
            if self._closed:
                raise RequestError(503, "the server is shutting down")
            self._waiting.append(job)
            self._change.notify()
        return job.future

    def translate(
        self, model: Model, sentences: Sequence[Sentence], nbest: int, deadline: float
    ) -> list[Translation]:
        """Waits for the translations of one client's sentences; ``deadline`` is a time of ``time.monotonic``."""
        done: list[Translation] = []
        part = max(1, len(sentences)) if _by_documents(model) else self._part
        for first in range(0, len(sentences), part):
            future = self.submit(Wanted(model, sentences[first : first + part], nbest))
            try:
                done += future.result(max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                future.cancel()
                raise RequestError(503, "the translation takes too long") from None
        return done

    def alone(self, action: Callable[[], T], deadline: float) -> T:
        """Does something that decodes by itself, on the client's own thread; only a few at a time."""
        if not self._places.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise RequestError(503, "the translation takes too long")
        try:
            return action()
        finally:
            self._places.release()

    def close(self) -> None:
        """Decodes what is waiting, and ends the thread."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def _work(self) -> None:
        while batch := self._next():
            started = [job for job in batch if job.future.set_running_or_notify_cancel()]
            if started:
                self._decode(started)

    def _next(self) -> list[_Job]:
        """The jobs of the next batch; nothing when the server closes."""
        with self._change:
            while not self._waiting:
                if self._closed:
                    return []
                self._change.wait()
            batch = [self._waiting.popleft()]
            room = self._size - len(batch[0].sentences)
            others: deque[_Job] = deque()
            while self._waiting and room > 0:
                job = self._waiting.popleft()
                if job.goes_with(batch[0]) and len(job.sentences) <= room:
                    batch.append(job)
                    room -= len(job.sentences)
                else:
                    others.append(job)
            self._waiting.extendleft(reversed(others))
            return batch

    def _decode(self, batch: list[_Job]) -> None:
        sentences = tuple(sentence for job in batch for sentence in job.sentences)
        try:
            found = batch[0].model.translate(sentences, nbest=batch[0].nbest, threads=self._threads)
        except Exception as error:
            if len(batch) == 1:
                batch[0].future.set_exception(error)
            else:  # the fault of one client is not the fault of the others
                for job in batch:
                    self._decode([job])
            return
        self._metrics.add("dragoman_batches_total")
        self._metrics.add("dragoman_sentences_total", amount=len(sentences))
        rest = iter(found)
        for job in batch:
            job.future.set_result([next(rest) for _ in job.sentences])
