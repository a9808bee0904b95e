"""Sentences of many clients, decoded together.

There is a worker for each core. A worker that is free takes its share of the sentences that wait for the same model, up
to a number of them, and decodes them; no worker waits for another one, and what arrives meanwhile is taken next. Some
always wait, if there are enough clients, for the worker that is free next: it has work while answers are written. A
client waits with a small part of its text at a time, so that a long document does not hold up the others. A model that
translates documents consistently gets all sentences of one client, and no others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Condition, Lock, Thread
from typing import TypeVar

from dragoman.model import Model, Translation
from dragoman.search import Input
from dragoman.serve.decoding_steps import Wanted
from dragoman.serve.errors import RequestError
from dragoman.serve.metrics import Metrics
from dragoman.serve.slots import Places

T = TypeVar("T")
Sentence = str | Input


class _Job:
    """A few sentences of one client; they may be decoded by several workers."""

    def __init__(self, wanted: Wanted) -> None:
        self.model, self.nbest = wanted.model, wanted.nbest
        self.sentences = tuple(wanted.sentences)
        self.future: Future[list[Translation]] = Future()
        self._lock = Lock()
        self._found: dict[int, Translation] = {}

    def pieces(self) -> list[_Piece]:
        """What one worker decodes at least: a sentence, or all of a document."""
        if _by_documents(self.model) or not self.sentences:
            return [_Piece(self, range(len(self.sentences)))]
        return [_Piece(self, range(place, place + 1)) for place in range(len(self.sentences))]

    def is_wanted(self) -> bool:
        """Whether somebody still waits for it; from now on it cannot be given up."""
        with self._lock:
            if self.future.done():  # given up, or a sentence of it has failed
                return False
            return self.future.running() or self.future.set_running_or_notify_cancel()

    def take(self, places: range, found: Sequence[Translation]) -> None:
        """Some of the translations; the client gets them when they are all there."""
        with self._lock:
            self._found.update(zip(places, found, strict=True))
            if len(self._found) == len(self.sentences) and not self.future.done():
                self.future.set_result([self._found[place] for place in range(len(self._found))])

    def fail(self, error: Exception) -> None:
        """Some of the sentences cannot be translated."""
        with self._lock:
            if not self.future.done():
                self.future.set_exception(error)


@dataclass(frozen=True, eq=False)
class _Piece:
    job: _Job
    places: range
    """Which of the job's sentences."""

    def goes_with(self, other: _Piece) -> bool:
        same = self.job.model is other.job.model and self.job.nbest == other.job.nbest
        return same and not _by_documents(self.job.model)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return self.job.sentences[self.places.start : self.places.stop]


def _by_documents(model: Model) -> bool:
    """Whether sentences of a document depend on each other: then those of two clients must not meet."""
    return model.consistency is not None


class Batches:
    """The queue and the workers that empty it."""

    def __init__(self, threads: int, size: int, metrics: Metrics) -> None:
        self._threads, self._metrics = threads, metrics
        self._most = max(1, size // threads)
        self._part = max(1, size // 4)
        self._waiting: deque[_Piece] = deque()
        self._change = Condition()
        self._closed = False
        self._places = Places(threads)
        self._workers = [
            Thread(target=self._work, name=f"dragoman-decode-{number}", daemon=True)
            for number in range(threads)
        ]
        for worker in self._workers:
            worker.start()

    def submit(self, wanted: Wanted) -> Future[list[Translation]]:
        """The translations of a few sentences, when they are there."""
        job = _Job(wanted)
        pieces = job.pieces()
        with self._change:
            if self._closed:
                raise RequestError(503, "the server is shutting down")
            self._waiting.extend(pieces)
            self._change.notify(len(pieces))
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
        with self._places.place(deadline):
            return action()

    def close(self) -> None:
        """Decodes what is waiting, and ends the workers."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        for worker in self._workers:
            worker.join()

    def _work(self) -> None:
        while batch := self._next():
            wanted = [piece for piece in batch if piece.job.is_wanted()]
            if wanted:
                self._decode(wanted)

    def _next(self) -> list[_Piece]:
        """A worker's share of what waits; nothing when the server closes."""
        with self._change:
            while not self._waiting:
                if self._closed:
                    return []
                self._change.wait()
            share = min(self._most, -(-len(self._waiting) // self._threads))
            batch = [self._waiting.popleft()]
            others: deque[_Piece] = deque()
            while self._waiting and len(batch) < share:
                piece = self._waiting.popleft()
                (batch if piece.goes_with(batch[0]) else others).append(piece)
            self._waiting.extendleft(reversed(others))
            return batch

    def _decode(self, batch: list[_Piece]) -> None:
        first = batch[0].job
        sentences = tuple(sentence for piece in batch for sentence in piece.sentences)
        threads = self._threads if _by_documents(first.model) else 1
        try:
            found = first.model.translate(sentences, nbest=first.nbest, threads=threads)
        except Exception as error:
            if len(batch) == 1:
                first.fail(error)
            else:  # the fault of one client is not the fault of the others
                for piece in batch:
                    self._decode([piece])
            return
        self._metrics.add("dragoman_batches_total")
        self._metrics.add("dragoman_sentences_total", amount=len(sentences))
        rest = iter(found)
        for piece in batch:
            piece.job.take(piece.places, [next(rest) for _ in piece.places])
