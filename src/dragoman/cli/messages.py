"""What the library says, as lines on standard error: its warnings, and the lines of its log.

The library itself prints nothing: it warns (``common/warning.py``) and writes to the log ``dragoman``
(``common/progress.py``).
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from dragoman.common.errors import DragomanWarning
from dragoman.common.progress import LOG, interactive


class _StandardError(logging.Handler):
    """Prints to what is standard error now; an error in printing ends the work, as with any output."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr, flush=True)


@contextmanager
def shown_messages() -> Iterator[None]:
    """Print the messages of the library in this block; those about progress only on a terminal."""
    handler, level = _StandardError(), LOG.level
    with warnings.catch_warnings():
        _show_warnings()
        LOG.addHandler(handler)
        LOG.setLevel(logging.DEBUG if interactive() else logging.INFO)
        try:
            yield
        finally:
            LOG.removeHandler(handler)
            LOG.setLevel(level)


def _show_warnings() -> None:
    usual = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, DragomanWarning):
            print(f"warning: {message}", file=sys.stderr, flush=True)
        else:
            usual(message, category, filename, lineno, file, line)

    warnings.simplefilter("always", DragomanWarning)
    warnings.showwarning = show


def show_requests() -> None:
    """Print the log of a server with the time of each line, until the process ends; a full disk stops no request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    log = logging.getLogger("dragoman.serve")
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
