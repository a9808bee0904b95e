"""The progress of long work: bars on a terminal, and lines for the log ``dragoman``.

with progress("reading") as report:        # in the function that does the work
    report(done, total)
with watched(callback):                    # in a program that calls such functions
    import_moses("moses.ini")
logging.basicConfig(level="INFO")          # a program that wants the lines, such as those of training's stages

The command line prints the log to standard error (``cli/messages.py``).
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

LOG = logging.getLogger("dragoman")

ALWAYS = "DRAGOMAN_PROGRESS"
"""Set this variable to see progress even if standard error is not a terminal."""

Report = Callable[[int, int], None]
"""Takes (done, total), where a total of 0 is unknown; it is called about ten times a second. What it raises stops the
work."""

_LONG = 5.0
"""Seconds from which a stage is worth a line."""


_T = TypeVar("_T")


def interactive() -> bool:
    """Whether standard error is a terminal, or ALWAYS is set."""
    if os.environ.get(ALWAYS):
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


_watcher: ContextVar[Report | None] = ContextVar("watcher", default=None)
_lines: ContextVar[bool] = ContextVar("lines", default=False)
_shown: ContextVar[bool] = ContextVar("shown", default=False)


@contextmanager
def _holding(variable: ContextVar[_T], value: _T) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def watched(report: Report | None) -> AbstractContextManager[None]:
    """Lets ``report`` hear of all long work in the block, in whatever function; what it raises stops the work."""
    return _holding(_watcher, report or _watcher.get())


def stage_lines(wanted: bool = True) -> AbstractContextManager[None]:
    """Off a terminal, stages in the block that took some seconds each get a line when they are done."""
    return _holding(_lines, wanted)


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
    if _shown.get():  # the work is part of other work, which has a bar
        yield lambda done, total: None
        return
    if not interactive():
        began = time.monotonic()
        yield lambda done, total: None
        seconds = time.monotonic() - began
        if _lines.get() and seconds >= _LONG:
            say(f"{label}: {seconds:.1f} s")
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
    with (
        _holding(_shown, True),
        Progress(*columns, console=Console(stderr=True), transient=True) as bar,
    ):
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def say(message: str) -> None:
    """Log an important line for the user, which commands print to standard error; results go to standard output."""
    LOG.info("%s", message)


def note(message: str) -> None:
    """Log a line about the progress of the work, which commands print if standard error is a terminal (or ALWAYS)."""
    LOG.debug("%s", message)
