"""Edit and decode again: other weights and limits, banned phrases, forced translations and terms, for one request.

    {"edits": {"weights": {"lm": 0.7}, "search": {"distortion_limit": 2}, "ban": [["das haus", "the house"]],
               "force": [{"sentence": 0, "begin": 2, "end": 3, "translation": "is"}], "terms": [["klein", "little"]]}}

All of it is bounded: no request can make the search much more expensive than it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from dragoman.model import Model
from dragoman.model.requests.banned_rules import BannedRules
from dragoman.model.requests.sentence_constraints import with_demands
from dragoman.search import Input, Zone
from dragoman.serve.errors import RequestError
from dragoman.serve.glossaries import LONGEST, MOST_TERMS, terminology_of
from dragoman.serve.previews import Previews
from dragoman.settings.settings import options

LARGEST_WEIGHT = 100.0


class Forced(msgspec.Struct):
    """The translation of the words [begin, end) of a sentence."""

    begin: int
    end: int
    translation: str
    sentence: int = 0


class Edits(msgspec.Struct):
    """What a request changes."""

    weights: dict[str, float] = {}
    search: dict[str, int] = {}
    ban: list[tuple[str, str]] = []
    """Rules by their sides, as the rule table shows them."""
    force: list[Forced] = []
    terms: list[tuple[str, str]] = []
    """Translations of phrases wherever they stand."""
    leave_out: list[int] = []
    """Pairs of the model's text, by their numbers, that it should never have seen."""
    add: list[tuple[str, str]] = []
    """Pairs that it should have seen too."""


def edited_model(model: Model, edits: Edits, previews: Previews) -> Model:
    """The model for a request; the same one if nothing about it is changed."""
    _check_size(edits)
    model = previews.of(model, edits.leave_out, edits.add)
    weights = dict(edits.weights)
    for name, value in weights.items():
        if not math.isfinite(value) or abs(value) > LARGEST_WEIGHT:
            raise RequestError(
                400, f"expected a weight from -{LARGEST_WEIGHT:g} to {LARGEST_WEIGHT:g}"
            )
        if name not in model.weights:
            raise RequestError(400, "there is no feature of this name")
    ranges = editable(model)
    for name, number in edits.search.items():
        if name not in ranges:
            raise RequestError(400, f"expected one of the limits {', '.join(ranges)}")
        least, most = ranges[name]["least"], ranges[name]["most"]
        if not least <= number <= max(most, ranges[name]["value"]):
            raise RequestError(400, f"expected {name} from {least} to {most}")
    if not weights and not edits.search and not edits.ban:
        return model
    features = []
    if edits.ban:
        banned = BannedRules(edits.ban)
        features.append(banned)
        weights[banned.name] = 1.0
    limits = replace(model.options, **edits.search) if edits.search else None
    return model.changed(weights, limits, features)


def edited_sentences(model: Model, lines: Sequence[str], edits: Edits) -> list[Input]:
    """The sentences with what is demanded of them."""
    forced = [with_demands([line], model.text)[0] for line in lines]
    for one in edits.force:
        if not 0 <= one.sentence < len(forced):
            raise RequestError(400, f"there is no sentence {one.sentence}")
        sentence = forced[one.sentence]
        taken = {word for zone in sentence.zones for word in range(zone.begin, zone.end)}
        span = range(max(one.begin, 0), one.end)
        if one.begin < 0 or not span or one.end > len(sentence.tokens) or taken & set(span):
            raise RequestError(400, f"words {one.begin} to {one.end} cannot be forced")
        zone = Zone(one.begin, one.end, [model.text.target.phrase(one.translation)])
        zones = sorted([*sentence.zones, zone], key=lambda zone: zone.begin)
        forced[one.sentence] = replace(sentence, zones=zones)
    return with_demands(forced, model.text, terms=terminology_of(model, edits.terms))


def editable(model: Model) -> dict[str, dict[str, Any]]:
    """The limits of a model that may be changed, with their values, their ranges and a sentence that explains each.

    Which these are is declared with the decoder's options (``settings.Bounds.request``).
    """
    return {
        name: {
            "value": getattr(model.options, name),
            "least": one.bounds.request[0],
            "most": one.bounds.request[1],
            "help": one.help,
        }
        for name, one in options(type(model.options)).items()
        if one.bounds is not None and one.bounds.request is not None
    }


def _check_size(edits: Edits) -> None:
    pairs = [text for pair in (*edits.ban, *edits.terms) for text in pair]
    texts = [*pairs, *(one.translation for one in edits.force)]
    if len(edits.weights) > MOST_TERMS or len(texts) > 2 * MOST_TERMS:
        raise RequestError(400, f"a request has at most {MOST_TERMS} edits")
    if any(len(text) > LONGEST for text in texts):
        raise RequestError(400, f"a phrase has at most {LONGEST} characters")
