"""How parsers and taggers are trained, declared once for Python and the command line."""

from __future__ import annotations

from dragoman.settings.settings import Settings, option, seed_option

SHARED = ("iterations", "beam", "seed")
"""The settings that every kind of training has."""
MOST_PARSERS = 15
"""Constituency parsers that vote."""


class TaggerTraining(Settings):
    """How to train a tagger."""

    iterations: int = option(8, "Passes over the treebank.", least=1)
    beam: int = option(4, "Analyses kept at each step: slower, better.", least=1, most=10000)
    frequent: int = option(
        5, "A word seen as often as this has no other tags than those it was seen with.", least=1
    )
    seed: int = seed_option()


class CrossTraining(Settings):
    """How the tags are made that a parser learns from."""

    folds: int = option(
        5,
        "The parser learns from tags of as many taggers, each trained on the other parts of the treebank.",
        least=1,
    )
    tagger: TaggerTraining = option(TaggerTraining(), "How the tagger is trained.")


class ParserTraining(CrossTraining):
    """How to train a dependency parser and its tagger."""

    iterations: int = option(10, "Passes over the treebank.", least=1)
    beam: int = option(8, "Analyses kept at each step: slower, better.", least=1, most=10000)
    seed: int = seed_option()


class ConstituencyTraining(CrossTraining):
    """How to train a constituency parser and its tagger."""

    iterations: int = option(6, "Passes over the treebank, of each parser.", least=1)
    beam: int = option(8, "Analyses kept at each step: slower, better.", least=1, most=10000)
    parsers: int = option(
        5, "Parsers that vote on the constituents; an odd number.", least=1, most=MOST_PARSERS
    )
    seed: int = seed_option()
