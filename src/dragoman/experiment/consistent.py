"""The stage that adds the features of consistency to a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

from dragoman.common.errors import FormatError
from dragoman.consistency import (
    Consistency,
    ConsistencyOptions,
    DocumentFrequencies,
    GlossaryEntry,
    read_glossary,
)
from dragoman.corpus.preparation import TextPreparation
from dragoman.experiment.layout import DOCS, MODEL, TARGET
from dragoman.experiment.numbered import numbered
from dragoman.experiment.stages import Inputs
from dragoman.io.files import read_lines
from dragoman.model import Model


def add_consistency(settings: ConsistencyOptions, output: Path, inputs: Inputs) -> None:
    """Writes the model with the features; the weights that it has are those of the first pass from now on."""
    model = Model.open(inputs["untuned"] / MODEL, bounds=None)
    if "corpus" in inputs:
        corpus = inputs["corpus"]
        collection = document_words([corpus / TARGET], corpus / DOCS, str.split)
    else:
        texts = numbered(inputs, "collection.target")
        collection = document_words(texts, inputs["collection.docs"], model.text.target.words)
    model.consistency = Consistency(
        settings,
        DocumentFrequencies.of(collection),
        dict(model.weights),
        _glossary(inputs["glossary"], model.text) if "glossary" in inputs else (),
    )
    model.save(output / MODEL)


def document_words(
    texts: list[Path], docs: Path, prepare: Callable[[str], list[str]]
) -> Iterator[set[str]]:
    """The target words of every document, of all texts (references) together."""
    try:
        lines = zip(map(str.strip, read_lines(docs)), *map(read_lines, texts), strict=True)
        for _, run in groupby(lines, key=lambda line: line[0]):
            yield {word for _, *sentences in run for one in sentences for word in prepare(one)}
    except ValueError:
        raise FormatError("expected a document id for every line of the text", str(docs)) from None


def _glossary(path: Path, text: TextPreparation) -> tuple[GlossaryEntry, ...]:
    """The entries in the words that the model knows."""
    return tuple(
        GlossaryEntry(text.source(entry.source), text.target(entry.target), entry.count)
        for entry in read_glossary(path)
    )
