"""Blind pairwise judgements: which sentences are judged, and in which order each annotator sees the systems.

As in Collins et al. 2005 and Cherry 2008 (section 4.3): short sentences whose translations differ, the two systems
unnamed and in random order, equal allowed. Everything random depends on the seed, the annotator and the sentence, so
that a session can be continued.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from dragoman.common.errors import ConfigError

CHOICES = ("left", "right", "equal")


@dataclass(frozen=True)
class Material:
    """The texts that are shown; all lists have one entry per sentence."""

    names: tuple[str, str]
    systems: tuple[list[str], list[str]]
    references: list[str]
    sources: list[str] | None = None
    labels: list[str] | None = None


@dataclass(frozen=True)
class SelectionOptions:
    """Which sentences are judged."""

    count: int = 75
    shortest: int = 10
    longest: int = 25
    """Words of the source (or of the reference, where there is no source)."""
    label: str | None = None
    """Only sentences with this label, such as Cherry's uncohesive ones."""
    seed: int = 1


@dataclass(frozen=True)
class Judgement:
    """An annotator's judgement of a sentence: the better system (0 or 1), or None for equal."""

    annotator: str
    sentence: int
    winner: int | None


def draw_sentences(material: Material, options: SelectionOptions) -> list[int]:
    """Return the sentences to judge, in the order in which they are judged.

    Args:
        material: The texts that are compared.
        options: Which sentences qualify, how many, and the seed.
    """
    measured = material.sources or material.references
    eligible = [
        number
        for number, (a, b) in enumerate(zip(*material.systems, strict=True))
        if a.split() != b.split()
        and options.shortest <= len(measured[number].split()) <= options.longest
        and (options.label is None or (material.labels or [])[number].strip() == options.label)
    ]
    if not eligible:
        raise ConfigError(
            "no sentence qualifies: the outputs are the same, or all are filtered out"
        )
    order = np.random.default_rng(options.seed).permutation(len(eligible))
    return [eligible[i] for i in order[: options.count]]


def shown_order(seed: int, annotator: str, sentence: int) -> tuple[int, int]:
    """Which system is on the left and which on the right, for this annotator and sentence."""
    digest = hashlib.sha256(f"{seed}\t{annotator}\t{sentence}".encode()).digest()
    return (0, 1) if digest[0] & 1 else (1, 0)
