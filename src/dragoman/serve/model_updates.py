"""Models that change while they are served: corrections of users (``/suggest``), and models replaced on disk.

Requests in work keep the model that they began with; nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from logging import getLogger
from threading import Event, Lock, Thread
from typing import TypeVar

from dragoman.common.errors import ConfigError, DragomanError
from dragoman.model import Model
from dragoman.model.store.additions import LOOK_UP
from dragoman.serve.errors import RequestError
from dragoman.serve.systems import System, Systems

T = TypeVar("T")
_MOST_WORDS = 200
"""The time to align a pair grows with the square of its words."""


def can_learn(system: System) -> bool:
    """Return whether pairs can be added to a model, and stay."""
    model = system.model
    return model.rules.growing is not None and model.learns_alone and model.artifact is not None


def check_pair(model: Model, source: str, target: str) -> None:
    """Refuses what cannot be added to a text."""
    words = model.text.source(source).split(), model.text.target(target).split()
    if not all(words):
        raise RequestError(400, "expected words in the text and in its translation")
    if max(map(len, words)) > _MOST_WORDS:
        raise RequestError(400, f"expected at most {_MOST_WORDS} words in a correction")


class ChangingModels:
    """All changes happen one after the other."""

    def __init__(self, systems: Systems, *, suggestions: bool, reload_seconds: float) -> None:
        self._systems, self._seconds = systems, reload_seconds
        self.suggestions = suggestions
        if suggestions and not any(map(can_learn, systems.all)):
            raise ConfigError(
                f"no model can take suggestions, since their rules are fixed tables: {LOOK_UP}"
            )
        self._lock, self._end = Lock(), Event()
        self._thread = Thread(target=self._watch, name="dragoman-reload", daemon=True)
        if reload_seconds:
            self._thread.start()

    def close(self) -> None:
        """Finishes the change in work."""
        self._end.set()
        if self._seconds:
            self._thread.join()

    def check(self, system: System, source: str, target: str) -> None:
        """Refuses what cannot be added to a model."""
        self.allow(system)
        check_pair(system.model, source, target)

    def allow(self, system: System) -> None:
        """Refuses to change a model that may not be changed, or cannot be."""
        if not self.suggestions:
            raise RequestError(403, "Suggestions are disabled on this server.")
        if not can_learn(system):
            raise RequestError(400, "this model cannot take suggestions")

    def change(self, system: System, change: Callable[[Model], T]) -> T:
        """Change a model's text; when this returns, it is on disk and the next translation knows it."""
        with self._lock:
            current = next((one for one in self._systems.all if one.name == system.name), system)
            try:
                return change(current.model)
            except OSError as error:
                getLogger("dragoman.serve").error("%s: %s", system.name, error)
                raise RequestError(500, "the change could not be written to disk") from None

    def learn(self, system: System, pairs: Sequence[tuple[str, str]]) -> None:
        """Adds pairs; when this returns, they are on disk and the next translation knows them.

        One thread is used: the others translate.
        """
        self.change(system, lambda model: model.add(pairs))

    def reload(self) -> list[str]:
        """Opens models again whose files were replaced, and returns their names. A damaged one is not taken."""
        changed = []
        with self._lock:
            for system in self._systems.all:
                artifact = system.model.artifact
                if artifact is None or artifact.unchanged():
                    continue
                try:
                    model = Model.open(artifact.path, self._systems.bounds)
                    self._systems.complete(model)
                except (DragomanError, OSError) as error:
                    getLogger("dragoman.serve").error("%s: not reloaded: %s", system.name, error)
                    continue
                self._systems.exchange(system, replace(system, model=model))
                changed.append(system.name)
        for name in changed:
            getLogger("dragoman.serve").info("%s: reloaded", name)
        return changed

    def _watch(self) -> None:
        while not self._end.wait(self._seconds):
            self.reload()
