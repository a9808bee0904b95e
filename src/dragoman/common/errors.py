"""The errors that a user may see. Each is one sentence that says where the error is and what was expected.

The native core throws errors of the same names (``core/common/error.hpp``), which arrive here.
"""

from __future__ import annotations

from os import PathLike


class DragomanError(Exception):
    """An error whose cause the user can correct."""


class DragomanWarning(UserWarning):
    """What a user should know, while the work goes on; ``warnings.filterwarnings`` silences it or makes it an error."""


class FormatError(DragomanError):
    """Input that does not follow its format; says file and line where they are known."""

    def __init__(self, message: str, path: str | PathLike[str] = "", line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.path = str(path)
        self.line = line

    def __str__(self) -> str:
        place = self.path
        if self.line:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        return f"{place}: {self.message}" if place else self.message


class ConfigError(DragomanError):
    """Options or a configuration file that are wrong or contradictory."""


class ModelError(DragomanError):
    """A model on disk that is missing, damaged, altered or of another kind."""
