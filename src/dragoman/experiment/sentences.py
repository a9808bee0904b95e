"""The source sentences of development and test sets, or their word lattices, with what stands beside them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dragoman.experiment.stages import Inputs
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.search import Input

SENTENCES, LATTICES = "source", "lattices"
"""What a stage calls the source side of a set: which of the two it has says what stands there."""


def source_file(inputs: Inputs, prefix: str = "") -> Path:
    """Return the file of the source side."""
    lattices = inputs.get(f"{prefix}{LATTICES}")
    return inputs[f"{prefix}{SENTENCES}"] if lattices is None else lattices


def read_sentences(model: Model, inputs: Inputs, prefix: str = "") -> Iterator[Input]:
    """Return the sentences as a decoder takes them."""
    reader = InputReader(
        model.text,
        plf=f"{prefix}{LATTICES}" in inputs,
        trees=inputs.get(f"{prefix}conllu"),
        docs=inputs.get(f"{prefix}docs"),
    )
    return reader.read(source_file(inputs, prefix))
