"""Dragoman: statistical machine translation, trained, tuned and explained on a CPU.

import dragoman
model = dragoman.load("model")
print(model.translate("das haus ist klein").explain())
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dragoman.common.version import __version__

if TYPE_CHECKING:
    from dragoman.model import Model

__all__ = ["__version__", "load"]


def load(path: str | os.PathLike[str]) -> Model:
    """Opens a translation model; nothing heavy is imported before."""
    from dragoman.model import load as load_model

    return load_model(path)
