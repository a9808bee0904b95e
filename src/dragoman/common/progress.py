"""Shows the progress of long work on standard error, but only if that is a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ALWAYS = "DRAGOMAN_PROGRESS"
"""Set this variable to see progress even if standard error is not a terminal."""

Report = Callable[[int, int], None]
"""Takes (done, total); the native core calls it about ten times a second."""


def interactive() -> bool:
    """Whether standard error is a terminal, or ALWAYS is set."""
    if os.environ.get(ALWAYS):
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


_watcher: ContextVar[Report | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(report: Report | None) -> Iterator[None]:
    """Lets ``report`` hear of all long work in the block, in whatever function; what it raises stops the work."""
    token = _watcher.set(report or _watcher.get())
    try:
        yield
    finally:
        _watcher.reset(token)


@contextmanager
def progress(label: str, listener: Report | None = None) -> Iterator[Report]:
    """A progress bar with time left; yields the function that moves it.

    It tells ``listener`` too, or whoever watches (see ``watched``); what that raises stops the work.
    """
    watcher = listener or _watcher.get()
    with _bar(label) as move:

        def report(done: int, total: int) -> None:
            move(done, total)
            if watcher is not None:
                watcher(done, total)

        yield report


@contextmanager
def _bar(label: str) -> Iterator[Report]:
    if not interactive():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def say(message: str) -> None:
    """Prints an important line for the user on standard error; results go to standard output."""
    print(message, file=sys.stderr, flush=True)


def note(message: str) -> None:
    """Prints a line about the progress of the work if standard error is a terminal (or for a log: see ALWAYS)."""
    if interactive():
        say(message)
