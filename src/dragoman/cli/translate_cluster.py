"""``dragoman translate --spark``: large texts, translated by the executors of a Spark cluster.

This machine reads the text and what stands beside it, and writes what the executors send back in the order of the
text. They have the model, and print translations as this machine would.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dragoman.cli.options import demand, exclude, is_given
from dragoman.cli.settings import given
from dragoman.cli.strangers import Strangers
from dragoman.cli.translate_lines import translate_lines
from dragoman.cli.translate_output import TranslationWriter
from dragoman.cluster.options import ClusterOptions
from dragoman.common.errors import ConfigError, ModelError

if TYPE_CHECKING:
    from dragoman.model import Model
    from dragoman.search import Input

CHUNK = 64
"""Sentences of a task's chunk: some seconds of work."""


class _Chunk(NamedTuple):
    first: int
    sentences: list[Input]


class _Answer(NamedTuple):
    text: str
    lines: int
    unreachable: int
    strangers: Strangers
    without_tree: list[int]


@dataclass(frozen=True)
class ModelInUse:
    """A model on disk and what is different from it."""

    path: str
    fingerprint: str
    options: Any
    weights: dict[str, float]

    def name(self) -> str:
        """Return a checksum of all that translations depend on."""
        facts = repr((self.fingerprint, self.options, sorted(self.weights.items())))
        return hashlib.sha256(facts.encode()).hexdigest()


def check(arguments: argparse.Namespace) -> None:
    """Refuse what executors cannot do: files that they lack, and output that is not a line after the other."""
    exclude(arguments, "spark", ("features", "parser", "explain", "verbose"))
    if arguments.documents and is_given(arguments, "spark"):
        raise ConfigError("--spark is for lines, not for documents")
    demand(arguments, "shared", "spark")


def translate(
    arguments: argparse.Namespace, model: Model, inputs: Iterator[Input], writer: TranslationWriter
) -> tuple[int, Strangers]:
    """Write all translations; how many given ones cannot be produced, and whether any word is known."""
    from dragoman.align.stream import chunks_of
    from dragoman.cluster import opened

    if model.decoder().by_document and arguments.docs:
        raise ConfigError("--spark: the model translates whole documents, of which tasks see parts")
    unreachable, strange = 0, Strangers()
    with opened(ClusterOptions(**given(arguments, ClusterOptions))) as engine:
        assert model.artifact is not None
        used = ModelInUse(
            str(engine.broadcast(Path(arguments.model))),
            model.artifact.fingerprint(),
            model.options,
            dict(model.weights),
        )
        work = partial(translated, used, arguments)
        for data in engine.map(work, _numbered(chunks_of(inputs, CHUNK))):
            answer: _Answer = pickle.loads(data)
            writer.take(answer.text, answer.lines, answer.without_tree)
            unreachable += answer.unreachable
            strange.add(answer.strangers)
    return unreachable, strange


def _numbered(chunks: Iterator[list[Input]]) -> Iterator[bytes]:
    first = 0
    for sentences in chunks:
        yield pickle.dumps(_Chunk(first, sentences))
        first += len(sentences)


def translated(used: ModelInUse, arguments: argparse.Namespace, data: bytes) -> bytes:
    """Return what is to be written of a chunk; run in an executor."""
    from dragoman.cluster.shared import kept_open

    model: Model = kept_open(_opened, used.name(), used)
    chunk: _Chunk = pickle.loads(data)
    out = StringIO()
    writer = TranslationWriter(out, arguments, model, chunk.first)
    unreachable, strange = translate_lines(arguments, model, [chunk.sentences], writer, 1)
    lines = len(chunk.sentences)
    answer = _Answer(out.getvalue(), lines, unreachable, strange, writer.without_tree)
    return pickle.dumps(answer)


def _opened(used: ModelInUse) -> Model:
    from dragoman.model import Model

    model = Model.open(used.path)
    if model.artifact is None or model.artifact.fingerprint() != used.fingerprint:
        raise ModelError(f"{used.path}: another model is there than the one to translate with")
    model.options = used.options
    model.weights.update(used.weights)
    return model
