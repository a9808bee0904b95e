"""Warnings of the library: what a user should know, while the work goes on.

warn("the model looks at cohesion, but there are no trees")       # a DragomanWarning at the user's own line
warnings.simplefilter("ignore", dragoman.DragomanWarning)         # a program that does not want them

The command line shows each as one line on standard error (``cli/messages.py``).
"""

from __future__ import annotations

import sys
import warnings

from dragoman.common.errors import DragomanWarning

_PACKAGE = __name__.partition(".")[0] + "."


def warn(message: str) -> None:
    """Warn the code that called this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DragomanWarning, stacklevel=level)
