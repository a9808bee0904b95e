"""What consistency asks of those who translate with a model: documents, and those whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from dragoman.common.warning import warn
from dragoman.model.model import Model
from dragoman.search import Input


def warn_without_documents(model: Model, docs: object) -> None:
    """Warn if a model has features of consistency and no document is known."""
    if model.consistency is not None and model.consistency.features and not docs:
        warn(
            "the model translates documents consistently, but there are no document ids (--docs, docs): "
            "it has no effect"
        )


def whole_documents(inputs: Iterable[Input], batch: int) -> Iterator[list[Input]]:
    """At least so many sentences at a time; a document is never divided."""
    waiting: list[Input] = []
    for _, run in groupby(inputs, key=lambda one: one.document):
        waiting += run
        if len(waiting) >= batch:
            yield waiting
            waiting = []
    if waiting:
        yield waiting
