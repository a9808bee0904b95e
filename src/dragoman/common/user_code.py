"""Failures of code that a user wrote (features in Python), told with the user's line and not with ours."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from dragoman.common.errors import ConfigError, DragomanError

_OURS = Path(__file__).resolve().parents[1]


@contextmanager
def user_code(
    what: str, path: str | os.PathLike[str] | None = None, called: Iterable[object] = ()
) -> Iterator[None]:
    """Whatever fails inside becomes a ConfigError: ``what`` failed, where, and how. The cause is kept.

    ``called`` are functions of the user's. If none of the user's lines was at work (a function that takes other
    arguments than it was given, or returns something else), the place is where the first of them is defined.
    """
    try:
        yield
    except DragomanError:
        raise
    except (Exception, SystemExit) as error:
        place = _place(error, path) or definition(*called)
        at = f" at {place}" if place else ""
        raise ConfigError(f"{what} failed{at}: {_reason(error)}") from error


def definition(*functions: object) -> str:
    """``FILE:LINE`` of the first of some functions that is not ours; empty if there is none."""
    for function in functions:
        code = getattr(function, "__code__", None)
        if code is not None and not _is_ours(code.co_filename):
            return f"{code.co_filename}:{code.co_firstlineno}"
    return ""


def _is_ours(file: str) -> bool:
    return Path(file).is_relative_to(_OURS)


def _place(error: BaseException, path: str | os.PathLike[str] | None) -> str:
    """The last line of the user's own that was at work: in ``path``, or in any file that is not ours."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if (frame.filename == str(path) if path else not _is_ours(frame.filename))
    ]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""


def _reason(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {' '.join(text.split())}".rstrip(": ")
