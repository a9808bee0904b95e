"""Every route with every extreme value in every field: it is answered or refused, and never fails."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dragoman.serve.endpoints import ROUTES
from dragoman.serve.routes import ApiRoute
from dragoman.serve.systems import Systems
from support.examples import examples
from support.serve.extremes import EXTREMES, places, with_value
from support.serve.learning_model import save_learning_model
from support.serve.running import Client, running

SENTENCE = "das haus ist klein"
EDITS: dict[str, Any] = {
    "weights": {"lm": 0.5},
    "search": {"stack": 10},
    "ban": [["das haus", "the house"]],
    "force": [{"sentence": 0, "begin": 2, "end": 3, "translation": "is"}],
    "terms": [["klein", "little"]],
    "leave_out": [1],
    "add": [["ein haus", "a house"]],
}
SOUND: dict[str, Any] = {
    "api_key": "",
    "source": "de",
    "target": "en",
    "model": "",
    "q": SENTENCE,
    "s": "the house is small",
    "format": "text",
    "prefix": "the",
    "langpair": "de|en",
    "key": "",
    "alternatives": 1,
    "nbest": 1,
    "svg": False,
    "drawings": False,
    "tree": "",
    "pictures": [0],
    "cells": [0],
    "examples": 1,
    "who": "me",
    "glossary": [["haus", "building"]],
    "leave_out": [2],
    "add": [["ein buch", "a book"]],
    "edits": EDITS,
}
"""A value for every field that a request has."""


@pytest.fixture(scope="module")
def evident(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server that shows its text and lets it be changed."""
    place: Path = tmp_path_factory.mktemp("models") / "model"
    save_learning_model(place)
    settings = {"suggestions": True, "evidence": True, "reload_seconds": 0}
    with running(Systems.open([str(place)]), **settings) as client:  # type: ignore[arg-type]
        yield client


POSTS = [
    route
    for route in ROUTES
    if route.method == "POST" and route.request is not None and "file" not in route.types
]


@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.path)
def test_every_field_takes_any_value(
    evident: Client, route: ApiRoute, caplog: pytest.LogCaptureFixture
) -> None:
    assert route.request is not None
    sound = {name: SOUND[name] for name in route.request.__struct_encode_fields__}
    every = list(cases(sound))
    tried = random.sample(every, examples(min(len(every), 160)))
    with caplog.at_level(logging.ERROR):
        assert evident.post(route.path, sound).status == 200
        for one in tried:
            answer = evident.post(route.path, one)
            assert answer.status < 500, (one, answer.body[:500], caplog.text)
            assert answer.status == 200 or answer.json["error"]


def cases(sound: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The request with every value in every place."""
    for path in places(sound):
        for extreme in EXTREMES:
            yield with_value(sound, path, extreme)
