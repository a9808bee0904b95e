"""How parsers and taggers are trained, declared once for Python and the command line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dragoman.settings.kinds import Positive
from dragoman.settings.settings import Seed, Settings, about

SHARED = ("iterations", "beam", "seed")
"""The settings that every kind of training has."""
MOST_PARSERS = 15
"""Constituency parsers that vote."""


class TaggerTraining(Settings):
    """How to train a tagger."""

    iterations: Annotated[Positive, about("Passes over the treebank.")] = 8
    beam: Annotated[
        int, Meta(ge=1, le=10000), about("Analyses kept at each step: slower, better.")
    ] = 4
    frequent: Annotated[
        Positive,
        about("A word seen as often as this has no other tags than those it was seen with."),
    ] = 5
    seed: Seed = 1


class CrossTraining(Settings):
    """How the tags are made that a parser learns from."""

    folds: Annotated[
        Positive,
        about(
            "The parser learns from tags of as many taggers, each trained on the other parts of the treebank."
        ),
    ] = 5
    tagger: Annotated[TaggerTraining, about("How the tagger is trained.")] = TaggerTraining()


class ParserTraining(CrossTraining):
    """How to train a dependency parser and its tagger."""

    iterations: Annotated[Positive, about("Passes over the treebank.")] = 10
    beam: Annotated[
        int, Meta(ge=1, le=10000), about("Analyses kept at each step: slower, better.")
    ] = 8
    seed: Seed = 1


class ConstituencyTraining(CrossTraining):
    """How to train a constituency parser and its tagger."""

    iterations: Annotated[Positive, about("Passes over the treebank, of each parser.")] = 6
    beam: Annotated[
        int, Meta(ge=1, le=10000), about("Analyses kept at each step: slower, better.")
    ] = 8
    parsers: Annotated[
        int,
        Meta(ge=1, le=MOST_PARSERS),
        about("Parsers that vote on the constituents; an odd number."),
    ] = 5
    seed: Seed = 1
