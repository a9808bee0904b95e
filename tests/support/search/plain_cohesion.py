"""Cohesion of a derivation from its tree of rules alone (Cherry 2008, section 2), in plain Python.

The yield of a rule is its target side with what its tails have made in place of the non-terminals. A phrase stands
where its first word stands in the yield of the whole, and at the end of its rule's yield if it has none.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.corpus.dependency import DependencyTree
from dragoman.forest import Derivation
from dragoman.grammar import RuleTable


def target_sides(derivation: Derivation, table: RuleTable | None) -> list[Sequence[str | int]]:
    """The target side of every step: words, and the numbers of its tails; without a table tails come first."""
    sides: list[Sequence[str | int]] = []
    for step in derivation.steps:
        side: list[str | int] = [*range(len(step.tails)), *step.target]
        if table is not None and step.rule >= 0:
            words = iter(step.target)
            symbols = table.rule(step.rule).target_symbols
            side = [-2 - s if s < 0 else next(words) for s in symbols]
        sides.append(side)
    return sides


def phrases_in_order(derivation: Derivation, table: RuleTable | None = None) -> list[set[int]]:
    """The source words of every phrase, in target order."""
    sides = target_sides(derivation, table)

    def yielded(number: int) -> list[int]:
        """The steps whose words stand there, and those without words, from left to right."""
        found: list[int] = []
        for symbol in sides[number]:
            if isinstance(symbol, str):
                found.append(number)
            else:
                found += yielded(derivation.steps[number].tails[symbol])
        return found if number in found else [*found, number]

    order = dict.fromkeys(yielded(len(derivation.steps) - 1))
    sources = [
        {
            word
            for first, last in derivation.steps[number].source_spans
            for word in range(first, last)
        }
        for number in order
    ]
    return [source for source in sources if source]


def cohesive(tree: DependencyTree, phrases: Sequence[set[int]]) -> bool:
    """Whether no two spans of a local tree innersect: the later begins before the earlier ends."""
    place = {word: number for number, phrase in enumerate(phrases) for word in phrase}

    def span(word: int) -> tuple[int, int]:
        inside = {word}
        while more := {w for w, head in enumerate(tree.heads) if head in inside} - inside:
            inside |= more
        places = [place[w] for w in inside]
        return min(places), max(places)

    for head in range(-1, len(tree)):
        local = [span(word) for word, its in enumerate(tree.heads) if its == head]
        if head >= 0:
            local.append((place[head], place[head]))
        local.sort()
        if any(
            later[0] < earlier[1] for i, earlier in enumerate(local) for later in local[i + 1 :]
        ):
            return False
    return True
