"""A derivation as plain data, which JSON can hold, for pages, notebooks and other programs that draw it.

Positions count from 0; a span ``[begin, end]`` does not contain ``end``. Steps stand in the order in which they were
made, each after those whose results it uses (its ``tails``, by place in the list): the last is the root of the tree.
The list is flat because a phrase-based derivation of a long line would be nested too deeply for JSON's readers.
"""

from __future__ import annotations

from typing import TypedDict


class StepData(TypedDict):
    """One rule application."""

    rule: int
    """Number in the rule table; negative if the step does not apply a rule of the table."""
    kind: str
    """``rule``, ``unknown`` (a word that no rule translates), ``given`` (by the user), ``glue``, ``memory`` (a part of
    a sentence of the training text), or what was done for a word that was never seen: ``number``, ``form`` (of another
    word) or ``name`` (written letter by letter)."""
    source_spans: list[list[int]]
    source: list[str]
    """The source words that the rule itself translates."""
    target_spans: list[list[int]]
    target: list[str]
    """Its own target words."""
    alignment: list[list[int]]
    """Links [source position, target position]."""
    features: dict[str, float]
    """The features that are not zero."""
    costs: dict[str, float]
    """Weight times value, by group of features."""
    score: float
    tails: list[int]


class DerivationData(TypedDict):
    """A whole derivation."""

    source: list[str]
    target: list[str]
    alignment: list[list[int]]
    features: dict[str, float]
    weights: dict[str, float]
    groups: dict[str, list[str]]
    """The features of each group, in the order in which groups are shown."""
    costs: dict[str, float]
    score: float
    left_to_right: bool
    """Whether each step continues where the one before ended; otherwise it is best drawn as a tree."""
    steps: list[StepData]
