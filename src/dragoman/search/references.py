"""Forced decoding with several references: the best derivation that yields any of them.

    [result] = decoder.decode([Input(words, references=[first, second])])
    result.reference                              # 0 or 1: the one that was produced

Every reference is searched for by itself, so that each is found exactly if it has a derivation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from dragoman.search.input import Input
from dragoman.search.result import Result


def one_each(inputs: Sequence[Input]) -> list[Input]:
    """The inputs, one for each reference of those that have several."""
    return [
        replace(one, reference=reference, references=()) if one.references else one
        for one in inputs
        for reference in one.references or (None,)
    ]


def best_of(inputs: Sequence[Input], results: Sequence[Result]) -> list[Result]:
    """For every input the best result, given those of ``one_each(inputs)``."""
    left = iter(results)
    return [
        _best(list(islice(left, len(one.references)))) if one.references else next(left)
        for one in inputs
    ]


def _best(results: Sequence[Result]) -> Result:
    """Rules alone before additions, the best score first; if no reference is reachable, the one that came farthest."""

    def rank(number: int) -> tuple[bool, bool, float, int]:
        one = results[number]
        merit = sum(one.reached) if one.unreachable else one.score
        return not one.unreachable, not one.relaxed, merit, -number

    chosen = max(range(len(results)), key=rank)
    return replace(results[chosen], reference=None if results[chosen].unreachable else chosen)
