"""Results of other threads reach the event loop, once each, together, in time or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from dragoman.serve.thread_results import Arrivals


def run(test: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """On a thread of its own: tests in a browser leave an event loop behind."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, test()).result()


def test_results_that_come_together_wake_the_loop_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def all_of_them() -> tuple[list[int], int]:
        loop = asyncio.get_running_loop()
        woken: list[str] = []
        wake = loop.call_soon_threadsafe
        monkeypatch.setattr(
            loop, "call_soon_threadsafe", lambda *one: woken.append("") or wake(*one)
        )
        arrivals = Arrivals(loop)
        futures = [Future[int]() for _ in range(50)]
        waiting = asyncio.gather(*(arrivals.wait(future, 60.0) for future in futures))
        await asyncio.sleep(0)
        for number, future in enumerate(futures):  # the loop does not run meanwhile
            future.set_result(number)
        return await waiting, len(woken)

    assert run(all_of_them) == (list(range(50)), 1)


def test_results_of_many_threads_arrive_once_each() -> None:
    async def all_of_them() -> list[int]:
        arrivals = Arrivals(asyncio.get_running_loop())
        with ThreadPoolExecutor(8) as threads:
            work = [threads.submit(int, n) for n in range(500)]
            return list(await asyncio.gather(*(arrivals.wait(one, 60.0) for one in work)))

    assert run(all_of_them) == list(range(500))


def test_errors_arrive_too() -> None:
    async def failing() -> None:
        future = Future[int]()
        future.set_exception(ValueError("no"))
        await Arrivals(asyncio.get_running_loop()).wait(future, 60.0)

    with pytest.raises(ValueError, match="no"):
        run(failing)


def test_what_takes_too_long_is_given_up() -> None:
    """Work that has not begun is cancelled; a result that comes later is nobody's."""
    begun, end = Event(), Event()

    async def late() -> tuple[bool, bool]:
        arrivals = Arrivals(asyncio.get_running_loop())
        with ThreadPoolExecutor(1) as thread:
            running = thread.submit(lambda: begun.set() or end.wait())
            begun.wait()
            waiting = thread.submit(int)
            both: tuple[Future[Any], ...] = (running, waiting)
            for one in both:
                with pytest.raises(TimeoutError):
                    await arrivals.wait(one, 0.0)
            end.set()
        await asyncio.sleep(0)
        return running.cancelled(), waiting.cancelled()

    assert run(late) == (False, True)
