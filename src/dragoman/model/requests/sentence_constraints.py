"""Sentences with the demands that ``model.translate`` is given: markup in the line, and terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.common.errors import ConfigError
from dragoman.corpus.preparation import TextPreparation
from dragoman.model.requests.markup import parse_markup
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Input


def with_demands(
    lines: Sequence[str | Input],
    text: TextPreparation,
    markup: bool = False,
    terms: Terminology | None = None,
) -> list[Input]:
    """The sentences as the decoder gets them; demands of an ``Input`` stay as they are, terms are added."""
    inputs = []
    for line in lines:
        sentence = sentence_of(line, text, markup) if isinstance(line, str) else line
        inputs.append(sentence if terms is None else with_terms(sentence, terms))
    return inputs


def sentence_of(line: str, text: TextPreparation, markup: bool = False) -> Input:
    """A line's words and, with ``markup``, the demands in it."""
    if markup:
        return parse_markup(line, text)
    tokens, parts = text.source.sentence(line)
    return Input(tokens, parts=parts)


def with_terms(sentence: Input, terms: Terminology) -> Input:
    """The sentence with the terms that it contains; a lattice, of which one path is chosen, is refused."""
    if sentence.lattice is not None:
        raise ConfigError("a lattice takes no terms: they are looked for in one sentence")
    zones = terms.zones(sentence.tokens, sentence.zones, sentence.parts)
    return replace(sentence, zones=[*sentence.zones, *zones]) if zones else sentence
