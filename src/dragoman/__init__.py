"""Dragoman: statistical machine translation, trained, tuned and explained on a CPU.

import dragoman
model = dragoman.train("news.de", "news.en").load()        # or dragoman.load("model")
print(model.translate("das haus ist klein").explain())
dragoman.lm, dragoman.align, dragoman.evaluate, ...        # the rooms, each imported when it is first used
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import TYPE_CHECKING

from dragoman.common.version import __version__

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from dragoman.common.progress import Report
    from dragoman.experiment.run import Outcome
    from dragoman.model import Model

ROOMS = (
    "align",
    "consistency",
    "corpus",
    "documents",
    "draw",
    "evaluate",
    "experiment",
    "forest",
    "grammar",
    "lm",
    "model",
    "parse",
    "sample",
    "search",
    "serve",
    "syntax",
    "treelet",
    "tune",
)
__all__ = ["__version__", "load", "train", "watched", *ROOMS]


def __getattr__(name: str) -> ModuleType:
    """Imports a room when it is first asked for, so that ``import dragoman`` stays quick."""
    if name not in ROOMS:
        raise AttributeError(f"module 'dragoman' has no attribute '{name}'")
    from importlib import import_module

    return import_module(f"dragoman.{name}")


def __dir__() -> list[str]:
    return sorted(__all__)


def load(path: str | os.PathLike[str]) -> Model:
    """Opens a translation model; nothing heavy is imported before."""
    from dragoman.model import load as load_model

    return load_model(path)


def watched(progress: Report) -> AbstractContextManager[None]:
    """A block in which ``progress(done, total)`` hears of all long work; what it raises stops the work."""
    from dragoman.common.progress import watched as watch

    return watch(progress)


def train(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str] | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    languages: str | tuple[str, str] | None = None,
    docs: str | os.PathLike[str] | None = None,
    threads: int = 1,
    progress: Report | None = None,
) -> Outcome:
    """Trains, tunes and evaluates a model: of two texts, of one file of pairs, or as an experiment (``.toml``) says.

    Returns where the model is (``outcome.load()`` opens it) and its scores. Interrupted, the same call goes on where it
    was. ``progress(done, total)`` hears of stages, about ten times a second; what it raises stops the work.
    """
    from dragoman.experiment.from_texts import train as train_model

    return train_model(
        source,
        target,
        output=output,
        languages=languages,
        docs=docs,
        threads=threads,
        progress=progress,
    )
