"""A served model that decodes only when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from dragoman.serve.systems import System, Systems
from support.model.handful import make_model
from support.serve.running import Client, running


class Held:
    """A model that decodes only when it is told to."""

    def __init__(self) -> None:
        self.go, self.begun = Event(), Event()
        model = make_model()
        translate: Callable[..., Any] = model.translate

        def held(*arguments: Any, **keywords: Any) -> Any:
            self.begun.set()
            assert self.go.wait(60)
            return translate(*arguments, **keywords)

        model.translate = held  # type: ignore[method-assign]
        self.systems = Systems([System("held", model, "de", "en")])

    @contextmanager
    def served(self, **settings: Any) -> Iterator[Client]:
        with running(self.systems, **settings) as client:
            try:
                yield client
            finally:
                self.go.set()
