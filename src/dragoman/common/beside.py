"""Work in a process of its own, beside what this one does."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@contextmanager
def beside(
    work: Callable[Arguments, Result], *args: Arguments.args, **keywords: Arguments.kwargs
) -> Iterator[Future[Result]]:
    """Give the coming result of a function that another process calls.

    Ctrl-C is for this process alone, which ends the other one: while that one still imports, it would answer with a
    traceback.

    Args:
        work: The function, of a module that can be imported.
        args: What it is called with.
        keywords: What it is called with, by name.
    """
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, max_tasks_per_child=1) as pool:
        with _without_interrupts():
            found = pool.submit(work, *args, **keywords)
        try:
            yield found
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """What is started here never hears of Ctrl-C, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
