"""The answers of ``/api/evidence`` and ``/api/journal``: what a model learned from, and who changed that."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

from dragoman.model import Model
from dragoman.model.evidence import Example
from dragoman.serve.edits import Edits, edited_model, edited_sentences
from dragoman.serve.previews import Previews
from dragoman.serve.requests import EvidenceRequest
from dragoman.serve.responses import EvidenceResponse, JournalResponse
from dragoman.serve.systems import System

_SHOWN = 50
"""Changes of a journal that are shown: the last ones."""


def shown_evidence(
    system: System, request: EvidenceRequest, previews: Previews
) -> EvidenceResponse:
    """A sentence's translation with the sentence pairs that it was learned from.

    Args:
        system: The model.
        request: The sentence, and how the model is changed for it.
        previews: Models whose text is changed.
    """
    edits = request.edits or Edits()
    model = edited_model(system.model, edits, previews)
    (sentence,) = edited_sentences(model, [request.q], edits)
    found = model.evidence(model.translate(sentence), request.examples)
    can = model.rules.growing is not None
    answer: dict[str, Any] = {"model": system.name, "changes": can, **asdict(found)}
    for phrase, shown in zip(found.phrases, answer["phrases"], strict=True):
        for name in ("examples", "against"):
            shown[name] = [_example(one, model) for one in getattr(phrase, name)]
    return cast(EvidenceResponse, answer)


def _example(example: Example, model: Model) -> dict[str, Any]:
    return {
        **asdict(example),
        "source_spaces": model.text.source.spaces(example.source),
        "target_spaces": model.text.target.spaces(example.target),
    }


def journal_answer(system: System) -> JournalResponse:
    """The last changes of a model's text, the newest first.

    Args:
        system: The model.
    """
    changes = system.model.journal.changes[-_SHOWN:]
    return {"model": system.name, "changes": [asdict(one) for one in reversed(changes)]}
