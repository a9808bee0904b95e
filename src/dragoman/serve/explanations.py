"""The answer of ``/api/explain``: every sentence of a text with its derivation, after the request's own edits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from dragoman.common.errors import FormatError
from dragoman.corpus.conllu import parse_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.sentences import SentenceSplitter
from dragoman.documents.plain import unwrapped
from dragoman.forest.cells import forest_cells
from dragoman.model import Model, Translation
from dragoman.model.source_parser import SourceParser
from dragoman.search import Input
from dragoman.search.catalogue import declaration, grouped
from dragoman.serve.edits import Edits, editable, edited_model, edited_sentences
from dragoman.serve.errors import RequestError
from dragoman.serve.pictures import drawings_of, drawn_list
from dragoman.serve.previews import Previews
from dragoman.serve.requests import ExplanationRequest
from dragoman.serve.responses import ExplanationResponse, ModelFacts
from dragoman.serve.systems import System

Alone = Callable[[Callable[[], Any]], Any]
Decode = Callable[[Model, Sequence[Input]], list[Translation]]


def explained(
    system: System,
    request: ExplanationRequest,
    decode: Decode,
    alone: Alone,
    parser: SourceParser | None,
    previews: Previews,
) -> ExplanationResponse:
    """The answer as plain data. The model's parser makes the trees that the request does not bring, or ``parser``.

    ``alone`` waits until there is a core for something that decodes by itself.
    """
    splitter = SentenceSplitter(system.source)
    lines = [line for part in unwrapped(request.q) for line in part.splitlines()]
    sentences = [sentence for line in lines for sentence in splitter(line)]
    edits = request.edits or Edits()
    make = partial(edited_model, system.model, edits, previews)
    model = alone(make) if edits.leave_out or edits.add else make()
    inputs = edited_sentences(model, sentences, edits)
    inputs = model.with_guesses(inputs)
    trees = _trees(request.tree, inputs)
    if trees:
        inputs = [replace(one, tree=tree) for one, tree in zip(inputs, trees, strict=True)]
    elif model.has_parser:
        inputs = model.with_trees(inputs)
    elif parser is not None and request.drawings:
        inputs = parser.parsed(inputs)
    found = [
        replace(translation, source=sentence)
        for translation, sentence in zip(decode(model, inputs), sentences, strict=True)
    ]
    answer: ExplanationResponse = {
        "model": system.name,
        "source": system.source,
        "target": system.target,
        "sentences": [translation.as_dict() for translation in found],
    }
    if request.svg:
        answer["svg"] = [translation.as_svg() for translation in found]
    if request.drawings:
        answer["drawings"] = [
            drawings_of(translation, one.tree)
            for translation, one in zip(found, inputs, strict=True)
        ]
    if request.pictures:
        wanted = _numbers(request.pictures, len(found), "pictures")
        answer["pictures"] = [{"sentence": n, "entries": drawn_list(found[n])} for n in wanted]
    if request.cells:
        answer["cells"] = _cells(model, inputs, request.cells, alone)
    return answer


def _cells(
    model: Model, inputs: Sequence[Input], numbers: Sequence[int], alone: Alone
) -> list[dict[str, Any]]:
    """The cells of the forests of some sentences."""
    wanted = _numbers(numbers, len(inputs), "cells")

    def cells(number: int) -> list[dict[str, Any]]:
        forest = model.translate(inputs[number], forest=True).forest
        return [] if forest is None else [asdict(cell) for cell in forest_cells(forest)]

    return [{"sentence": one, "cells": alone(partial(cells, one))} for one in wanted]


def _numbers(given: Sequence[int], sentences: int, what: str) -> list[int]:
    """Numbers of sentences, each once."""
    if not all(0 <= number < sentences for number in given):
        raise RequestError(400, f"expected numbers of sentences below {sentences} as {what}")
    return list(dict.fromkeys(given))


def model_facts(system: System) -> ModelFacts:
    """What a page must know of a model to change its weights and limits."""
    model = system.model
    return {
        "name": system.name,
        "source": system.source,
        "target": system.target,
        "decoder": model.decoder_name,
        "weights": dict(model.weights),
        "groups": grouped(model.weights),
        "meanings": {name: declaration(name).what for name in model.weights},
        "search": editable(model),
    }


def _trees(text: str, inputs: Sequence[Input]) -> list[DependencyTree]:
    """The trees that a request brings: one for each sentence, or none at all."""
    if not text.strip():
        return []
    try:
        trees = list(parse_conllu(text.splitlines(), "the trees"))
    except FormatError as error:
        raise RequestError(400, str(error)) from None
    words = [len(one.tokens) for one in inputs]
    if [len(tree) for tree in trees] != words:
        told = " ".join(map(str, words))
        raise RequestError(400, f"expected trees of these numbers of words: {told}")
    return trees
