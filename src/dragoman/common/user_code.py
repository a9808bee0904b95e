"""Failures of code that a user wrote (features in Python), told with the user's line and not with ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from dragoman.common.errors import ConfigError, DragomanError

_OURS = Path(__file__).resolve().parents[1]


@contextmanager
def user_code(what: str, path: str | os.PathLike[str] | None = None) -> Iterator[None]:
    """Whatever fails inside becomes a ConfigError: ``what`` failed, where, and how. The cause is kept."""
    try:
        yield
    except DragomanError:
        raise
    except (Exception, SystemExit) as error:
        raise ConfigError(f"{what} failed{_place(error, path)}: {_reason(error)}") from error


def _place(error: BaseException, path: str | os.PathLike[str] | None) -> str:
    """The last line of the user's own that was at work: in ``path``, or in any file that is not ours."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" at {error.filename}:{error.lineno}"
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if (frame.filename == str(path) if path else not Path(frame.filename).is_relative_to(_OURS))
    ]
    return f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""


def _reason(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {' '.join(text.split())}".rstrip(": ")
