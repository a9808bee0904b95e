"""The rules and the pairs of linked words of a derivation, read from its forest without making its steps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dragoman.forest.derivation import Derivation
from dragoman.forest.forest import Forest


class Choices(NamedTuple):
    """What a translation was made of; the same things once for every time."""

    rules: list[int]
    """Those of the rule table, by number."""
    pairs: list[tuple[str, str]]
    """Linked words, source and target."""


def choices_of_steps(derivation: Derivation) -> Choices:
    """The choices of a derivation."""
    source, target = derivation.source, derivation.tokens
    links = (link for step in derivation.steps for link in step.alignment)
    return Choices(
        [step.rule for step in derivation.steps if step.rule >= 0],
        [(source[i], target[j]) for i, j in links],
    )


def choices_of(forest: Forest) -> Choices:
    """The choices of a forest that holds one derivation."""
    native = forest.native
    if (
        native.later.any()
    ):  # where the later pieces of phrases stand is known when all is put together
        return choices_of_steps(forest.only()[0])
    rules, links, words = native.rule, native.links, forest.words
    edges = np.repeat(np.arange(len(rules)), np.diff(native.link_first))
    places = native.symbol_first[edges] + links[:, 1]
    linked = zip(links[:, 0].tolist(), native.symbols[places].tolist(), strict=True)
    return Choices(
        rules[rules >= 0].tolist(), [(forest.source[at], words[word]) for at, word in linked]
    )
